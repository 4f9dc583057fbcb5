/** The watch page: live games, and replays of records. */

import { t } from "../i18n/index.js";
import { thumbnail } from "../library/thumbnail.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { playerName, shownName } from "../setup/computers.js";
import { handedOn, handOn } from "../study/handoff.js";
import { acceptDrops, openText, recordOpener } from "../study/opening.js";
import { select } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { Replay } from "../views/replay.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../game/state.js").Seat} Seat */
/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

const REFRESH = 4000;
const LISTS = /** @type {const} */ (["live", "finished"]);

/** @param {Seat} seat */
const nameOf = ({ kind, name, ai }) => (kind === "ai" && ai ? playerName(ai) : (shownName(name) ?? t("player.open")));

/** @param {import("../types/api").GameSummary} game */
function liveLine(game) {
  const { black, white } = game.seats;
  return h(
    "li",
    null,
    h(
      "a",
      { class: "live-game", href: `/watch/${game.id}` },
      game.position && thumbnail(game.position, t("watch.board")),
      h(
        "span",
        { class: "live-names" },
        h("span", { class: "stone-dot black", "aria-hidden": "true" }),
        nameOf(black),
        " – ",
        nameOf(white),
        h("span", { class: "stone-dot white", "aria-hidden": "true" }),
      ),
      h(
        "span",
        { class: "muted" },
        [
          t("watch.size", { rows: game.rows, cols: game.cols }),
          t("watch.live.move", { count: game.moves }),
          t("watch.live.audience", { count: game.audience }),
        ].join(" · "),
      ),
    ),
  );
}

/** @param {typeof LISTS[number]} status @param {import("../types/api").GameSummary[]} games */
function gameList(status, games) {
  if (games.length > 0)
    return [status === "finished" && h("h3", null, t("watch.ended")), h("ul", null, ...games.map(liveLine))];
  return status === "live" && h("p", { class: "muted" }, t("watch.live.none"));
}

/** The live games, kept up to date. */
function liveGames() {
  const place = h("div", { class: "live-games" }, h("p", { class: "muted" }, t("common.loading")));
  let shown = "";
  async function refresh() {
    if (document.hidden) return;
    /** @type {import("../types/api").GameList[] | string} the lists, or why they are not there */
    const answer = await Promise.all(LISTS.map((status) => request(`/games?status=${status}`))).catch(errorText);
    // An unchanged list is not redrawn: the user may be about to click it.
    const sign = JSON.stringify(answer);
    if (sign === shown) return;
    shown = sign;
    if (typeof answer === "string") replace(place, h("p", { class: "muted" }, t("watch.live.failed"), " ", answer));
    else replace(place, ...LISTS.map((status, at) => gameList(status, answer[at].games)));
  }
  void refresh();
  const timer = setInterval(refresh, REFRESH);
  return { node: place, stop: () => clearInterval(timer) };
}

/** The page with the list of games and the form to open records. @param {Context} context @returns {Page} */
function overview({ navigate }) {
  const live = liveGames();
  const open = (/** @type {string} */ text, quiet = false) =>
    openText(
      text,
      (games) => {
        handOn(games);
        navigate("/watch?from=record");
      },
      { quiet },
    );
  const node = h(
    "div",
    { class: "watch" },
    h("h1", null, t("watch.title")),
    h(
      "div",
      { class: "watch-columns" },
      h("section", { class: "box" }, h("h2", null, t("watch.live")), live.node),
      h(
        "section",
        { class: "box" },
        h("h2", null, t("watch.open")),
        h("p", { class: "help" }, t("watch.open.text")),
        recordOpener({ action: t("watch.open.show"), open: (text) => open(text, true) }),
      ),
    ),
  );
  acceptDrops(node, (text) => void open(text));
  return { title: t("watch.title"), node, layout: "wide", destroy: live.stop };
}

/** @param {GameRecord} game @param {number} at */
function titleOf({ headers }, at) {
  const { black, white, name } = headers ?? {};
  if (black && white) return t("watch.against", { black, white });
  return name || t("watch.game", { number: at + 1 });
}

/**
 * The games of an opened record.
 * @param {Context} context
 * @param {{games: GameRecord[], at: number}} record
 * @returns {Page}
 */
function replayPage({ navigate }, { games, at }) {
  const chooser =
    games.length > 1 &&
    select({
      label: t("watch.games"),
      value: String(at),
      choices: games.map((game, i) => ({ value: String(i), label: `${i + 1}. ${titleOf(game, i)}` })),
      onchange: (value) => {
        handOn(games, Number(value));
        navigate("/watch?from=record");
      },
    });
  const replay = new Replay(games[at], {
    navigate,
    title: titleOf(games[at], at),
    above: chooser,
    onclose: () => navigate("/watch"),
  });
  acceptDrops(
    replay.node,
    (text) =>
      void openText(text, (found) => {
        handOn(found);
        navigate("/watch?from=record");
      }),
  );
  return { title: t("watch.playing"), node: replay.node, layout: "game", destroy: () => replay.destroy() };
}

/** @param {Context} context @returns {Promise<Page>} */
export default async function page(context) {
  const { params, query } = context;
  if (params.id) {
    const game = await import("./game.js");
    return game.default(context, { spectator: true });
  }
  await useStyles("game", "study", "library");
  const link = query.get("link");
  if (link) await openText(link, (games) => handOn(games));
  const record = link || query.has("from") ? handedOn() : null;
  return record ? replayPage(context, record) : overview(context);
}
