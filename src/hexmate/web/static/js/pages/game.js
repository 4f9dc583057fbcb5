/** The game page: play, watch or resume a game. */

import { HAS_SERVER } from "../base.js";
import { markBroken } from "../engine/health.js";
import { keepFirst, takeFirst } from "../game/first.js";
import { secretIn } from "../game/invites.js";
import { isLocal, keptGame, LOCAL_ID, removeGame } from "../game/kept.js";
import { openLocal } from "../game/local.js";
import { openSession } from "../game/session.js";
import { moveToServer } from "../game/to-server.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { h, pause } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { GameView } from "../views/game.js";
import { isOffered, termsPage } from "../views/terms.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../game/session.js").Session} Session */
/** @typedef {import("../game/model.js").Model} Model */

/** Errors of joining after which there is only a game to watch, or your own. */
const DECIDED = ["taken", "own_game", "elsewhere"];

/**
 * Join a game.
 * @param {string} id
 * @param {string} secret of the seat
 * @returns {Promise<ApiError | null>} why it was not possible
 */
async function join(id, secret) {
  try {
    await me();
    await request(`/games/${id}/join`, { method: "POST", body: { seat_token: secret } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 404) throw error;
    return error;
  }
}

/** Remove the secret from the address, which people copy for spectators. */
function hideSecret() {
  history.replaceState(null, "", location.pathname);
}

/**
 * A link with a secret was opened: show the terms before joining, if the seat is still open.
 * @param {string} id
 * @param {string} secret
 * @param {(path: string) => void} navigate
 * @returns {Promise<Page | null>} null to show the game
 */
async function invited(id, secret, navigate) {
  const [state] = await Promise.all([request(`/games/${encodeURIComponent(id)}`), useStyles("game", "online")]);
  if (!isOffered(state)) {
    hideSecret();
    const problem = await join(id, secret);
    if (problem) toast(errorText(problem));
    return null;
  }
  const enter = () => {
    hideSecret();
    navigate(`/game/${id}`);
  };
  const node = termsPage(state, {
    watch: () => navigate(`/watch/${id}`),
    join: async () => {
      const problem = await join(id, secret).catch((error) => error);
      if (problem && !DECIDED.includes(problem.code)) return errorText(problem);
      if (problem) toast(errorText(problem));
      enter();
      return null;
    },
  });
  return { title: t("terms.page"), node, layout: "text" };
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

/**
 * A game of this browser. If its engine fails here, the game continues on the server.
 * @param {string} id
 * @param {(path: string) => void} navigate
 * @returns {Session | null}
 */
function localSession(id, navigate) {
  const kept = keptGame(id);
  if (!kept) return null;
  const session = openLocal(kept, {
    rescue: async (code) => {
      const moved = HAS_SERVER && (await moveToServer(/** @type {Model} */ (session.model()).state));
      if (!moved) return false;
      markBroken();
      removeGame(kept.number);
      toast(t("game.moved", { reason: errorText(new ApiError(code, "")) }));
      if (moved.first) keepFirst(moved.id, moved.first);
      navigate(`/game/${moved.id}`);
      return true;
    },
  });
  return session;
}

/** The id of the game at an address. @param {Context} context */
function idAt({ params: { id }, query }) {
  const number = query.get("game");
  return id === LOCAL_ID && number ? `${LOCAL_ID}-${number}` : id;
}

/**
 * @param {string} id
 * @param {(path: string) => void} navigate
 * @returns {Promise<Session | null>} null if there is no such game
 */
async function sessionOf(id, navigate) {
  if (isLocal(id)) return localSession(id, navigate);
  const state = await request(`/games/${encodeURIComponent(id)}`);
  return await ready(openSession(id, { state }));
}

/** Keep a game of this browser on the server too, now that it is over. */
const store = async () => (await import("../game/outbox.js")).storeFinished();

/** Whether an error says that there is no such game. @param {unknown} error */
const isMissing = (error) => error instanceof ApiError && [404, 422].includes(error.status);

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
export default async function page(context, options = {}) {
  const { params, navigate } = context;
  const secret = secretIn(location.hash);
  try {
    const terms = secret && (await invited(params.id, secret, navigate));
    return terms || (await gamePage(context, options));
  } catch (error) {
    if (isMissing(error)) return missing();
    throw error;
  }
}

/**
 * @param {Context} context
 * @param {{spectator?: boolean}} options
 * @returns {Promise<Page>}
 */
async function gamePage(context, { spectator = false }) {
  const { navigate } = context;
  const id = idAt(context);
  const [session] = await Promise.all([sessionOf(id, navigate), useStyles("game", "play", "online")]);
  if (!session) return missing();
  if (isLocal(id)) session.subscribe(() => session.model()?.state.result && void store());
  await pause();
  const view = new GameView(session, { navigate, spectator });
  const first = takeFirst(id);
  if (first) view.play(first);
  return {
    title: t(spectator ? "watch.title" : "game.title"),
    node: view.node,
    layout: "game",
    destroy: () => view.destroy(),
  };
}
