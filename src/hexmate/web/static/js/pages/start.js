/** The start page: a board to play on at once, links to every part of the site, and unfinished games. */

import { HAS_SERVER } from "../base.js";
import { keepFirst } from "../game/first.js";
import { gamePath, idOf, isEnded, keepGame, keptGames } from "../game/kept.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { settings } from "../settings.js";
import { shownName } from "../setup/computers.js";
import { beginsHere, localGame } from "../setup/local-game.js";
import { defaultOptions, gameRequest, remembered } from "../setup/options.js";
import { presetOptions } from "../setup/presets.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { boardPane } from "../views/pane.js";
import { colorName } from "../words.js";

/** @typedef {import("../router.js").Page} Page */

const ALL_WAYS = /** @type {const} */ ([
  { key: "start.computer", icon: "computer", href: "/play?mode=computer", primary: true },
  { key: "start.two", icon: "people", href: "/play?mode=local" },
  { key: "start.online", icon: "link", href: "/play?mode=online" },
  { key: "start.watch", icon: "eye", href: "/watch" },
  { key: "start.analyse", icon: "analyse", href: "/analyse" },
  { key: "start.puzzles", icon: "hint", href: "/puzzles" },
  { key: "start.swap", icon: "flip", href: "/swap" },
  { key: "start.library", icon: "library", href: "/library" },
]);

/** Ways that need a server, and the people on it. @type {readonly string[]} */
const OF_SERVER = ["start.online", "start.watch", "start.library"];
const WAYS = ALL_WAYS.filter(({ key }) => HAS_SERVER || !OF_SERVER.includes(key));

/** @param {typeof WAYS[number]} way */
function card(way) {
  return h(
    "a",
    { class: `card ${"primary" in way ? "primary" : ""}`.trim(), href: way.href },
    icon(way.icon),
    h("span", { class: "card-title" }, t(way.key)),
    h("span", { class: "card-text" }, t(`${way.key}.text`)),
  );
}

/** The most unfinished games that are shown. */
const MOST = 6;

/** The game that a click on the board begins. */
const firstGame = () => gameRequest({ ...defaultOptions(), ...presetOptions("first", defaultOptions()) });

/**
 * A live board: the first stone begins a game.
 * @param {(path: string) => void} navigate
 */
function liveBoard(navigate) {
  const { rows, cols, shape } = firstGame();
  /** The user has left the page. */
  let gone = false;
  const title = h("strong", null);
  const goal = h("span", null);
  const pane = boardPane(
    { rows, cols, shape, coordinates: false, label: t("start.board"), events: { select: (cell) => void begin(cell) } },
    { onturn: () => say(false) },
  );

  /** @param {boolean} starting */
  function say(starting) {
    const texts = { color: colorName("black"), edges: t(`edges.${pane.axes().black}`) };
    title.textContent = t(starting ? "setup.starting" : "start.here");
    goal.textContent = t("start.here.text", texts);
  }
  /** @param {Record<string, "black">} stones */
  function show(stones) {
    const [last = null] = Object.keys(stones);
    pane.set({ stones, last, turn: last ? null : "black", playable: last ? "none" : "empty" });
    say(last !== null);
  }
  /** @param {string} cell */
  async function begin(cell) {
    show({ [cell]: "black" });
    if (beginsHere(localGame(firstGame()), remembered().get("place"))) return beginHere(cell);
    try {
      await me();
      if (gone) return;
      const { id } = await request("/games", { method: "POST", body: firstGame() });
      if (gone) return;
      keepFirst(id, cell);
      navigate(`/game/${id}`);
    } catch (error) {
      if (gone) return;
      if (error instanceof ApiError && error.code === "offline") return beginHere(cell);
      show({});
      toast(errorText(error), { kind: "error" });
    }
  }
  /** Against the engine of the page. @param {string} cell */
  function beginHere(cell) {
    const game = localGame(firstGame());
    if (!game) return;
    const id = keepGame(game);
    keepFirst(id, cell);
    navigate(gamePath(id));
  }
  // The game page is fetched while the user aims.
  const prepare = () => void Promise.all([import("./game.js"), useStyles("game", "play")]).catch(() => {});
  pane.node.addEventListener("pointerenter", prepare, { once: true });
  pane.node.addEventListener("focusin", prepare, { once: true });
  show({});
  const unsubscribe = settings.subscribe(() => say(false));
  return {
    node: h(
      "figure",
      { class: "start-board" },
      pane.node,
      h("figcaption", null, h("p", { role: "status" }, title, goal)),
    ),
    destroy() {
      gone = true;
      unsubscribe();
      pane.destroy();
    },
  };
}

/** @param {import("../router.js").Context} context @returns {Page} */
export default function page({ navigate }) {
  const board = liveBoard(navigate);
  const resume = h("section", { class: "resume", hidden: true });
  void fillResume(resume);
  const node = h(
    "div",
    { class: "start" },
    h(
      "section",
      { class: "hero" },
      h(
        "div",
        { class: "hero-text" },
        h("h1", null, t("start.title")),
        h("p", { class: "lead" }, t("start.lead")),
        h(
          "p",
          { class: "row" },
          h("a", { class: "button primary big", href: "/play" }, icon("play"), h("span", null, t("nav.play"))),
          h("a", { class: "button big", href: "/rules" }, icon("rules"), h("span", null, t("start.rules"))),
        ),
        h("p", { class: "muted strength" }, t("start.strength")),
      ),
      board.node,
    ),
    resume,
    h("nav", { class: "cards", "aria-label": t("nav.play") }, ...WAYS.map(card)),
  );
  return { title: "Hexmate", node, layout: "wide", destroy: board.destroy };
}

/** @param {HTMLElement} section */
async function fillResume(section) {
  const answer = await request("/me/games").catch(() => null);
  /** @type {Summary[]} */
  const here = keptHere();
  const games = [...here.slice(0, MOST / 2), ...(answer?.unfinished ?? []), ...here.slice(MOST / 2)];
  if (games.length === 0) return;
  section.replaceChildren(h("h2", null, t("start.resume")), h("ul", null, ...games.slice(0, MOST).map(resumeLink)));
  section.hidden = false;
}

/** The unfinished games that this browser stores. @returns {Summary[]} */
function keptHere() {
  return keptGames()
    .filter((kept) => !isEnded(kept))
    .map((kept) => {
      const seat = (/** @type {"black" | "white"} */ color) => ({ name: null, ai: kept.engines?.[color] ?? null });
      const seats = { black: seat("black"), white: seat("white") };
      return { ...kept, id: idOf(kept), moves: kept.moves.length, seats };
    });
}

/** @typedef {import("../types/api").GameSummary} GameSummary */
/**
 * A game in the list, of the server or of this browser.
 * @typedef {Pick<GameSummary, "id" | "rows" | "cols" | "shape" | "moves">
 *   & {seats: Record<"black" | "white", Pick<import("../types/api").SeatState, "name" | "ai">>}} Summary
 */

/** @param {Summary} game */
function resumeLink({ id, rows, cols, shape, moves, seats }) {
  const name = (/** @type {"black" | "white"} */ color) =>
    shownName(seats[color].ai ?? seats[color].name) ?? colorName(color);
  return h(
    "li",
    null,
    h(
      "a",
      { href: gamePath(id) },
      h("strong", null, t("start.resume.players", { first: name("black"), second: name("white") })),
      h(
        "span",
        { class: "muted" },
        [
          t("start.resume.board", { rows, cols, shape: t(`shape.${shape}`) }),
          t("start.resume.moves", { count: moves }),
        ].join(" · "),
      ),
    ),
  );
}
