/** The game page: play, watch or resume a game. */

import { takeFirst } from "../game/first.js";
import { secretIn } from "../game/invites.js";
import { keptGame, LOCAL_ID, openLocal } from "../game/local.js";
import { openSession } from "../game/session.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { h } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { GameView } from "../views/game.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../game/session.js").Session} Session */

/** Join the game with the secret in the address. @param {string} id */
async function join(id) {
  const secret = secretIn(location.hash);
  if (!secret) return;
  // Remove the secret from the address, which people copy for spectators.
  history.replaceState(null, "", location.pathname);
  try {
    await me();
    await request(`/games/${id}/join`, { method: "POST", body: { seat_token: secret } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw error;
    toast(errorText(error));
  }
}

/** Waits for the first state of a session. @param {Session} session @returns {Promise<Session>} */
function ready(session) {
  if (session.model()) return Promise.resolve(session);
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (!session.model()) return;
      unsubscribe();
      resolve(session);
    });
  });
}

/** @param {string} id @returns {Promise<Session | null>} null if there is no such game */
async function sessionOf(id) {
  if (id === LOCAL_ID) {
    const kept = keptGame();
    return kept && openLocal(kept);
  }
  try {
    await join(id);
    const state = await request(`/games/${encodeURIComponent(id)}`);
    return await ready(openSession(id, { state }));
  } catch (error) {
    if (error instanceof ApiError && [404, 422].includes(error.status)) return null;
    throw error;
  }
}

/** @returns {Page} */
function missing() {
  return {
    title: t("game.missing"),
    node: h(
      "article",
      { class: "notice" },
      h("h1", null, t("game.missing")),
      h("p", null, t("game.missing.text")),
      h("p", { class: "row" }, h("a", { class: "button primary", href: "/play" }, t("game.missing.new"))),
    ),
  };
}

/**
 * @param {Context} context
 * @param {{spectator?: boolean}} [options]
 * @returns {Promise<Page>}
 */
export default async function page({ params, navigate }, { spectator = false } = {}) {
  const [session] = await Promise.all([sessionOf(params.id), useStyles("game", "play")]);
  if (!session) return missing();
  const view = new GameView(session, { navigate, spectator });
  const first = takeFirst(params.id);
  if (first) view.play(first);
  return {
    title: t(spectator ? "watch.title" : "game.title"),
    node: view.node,
    layout: "game",
    destroy: () => view.destroy(),
  };
}
