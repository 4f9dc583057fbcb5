/** The start page: links to every part of the site, and unfinished games. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { shownName } from "../setup/computers.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { gameFrames, movingBoard } from "../ui/moving.js";
import { colorName } from "../words.js";

/** @typedef {import("../router.js").Page} Page */

const WAYS = /** @type {const} */ ([
  { key: "start.computer", icon: "computer", href: "/play?mode=computer", primary: true },
  { key: "start.two", icon: "people", href: "/play?mode=local" },
  { key: "start.online", icon: "link", href: "/play?mode=online" },
  { key: "start.watch", icon: "eye", href: "/watch" },
  { key: "start.analyse", icon: "analyse", href: "/analyse" },
  { key: "start.library", icon: "library", href: "/library" },
]);

const DEMO = {
  rows: 7,
  cols: 7,
  moves: "b4 b6 d5 c4 e3 e4 d4 f1 d2 d1 e1 d3 e2 f2 d6 c7 d7".split(" "),
};

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

/** @returns {Page} */
export default function page() {
  const demo = movingBoard({
    board: { rows: DEMO.rows, cols: DEMO.cols, coordinates: false },
    frames: gameFrames(DEMO),
    label: t("start.demo", { first: colorName("black"), second: colorName("white") }),
  });
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
      ),
      demo.node,
    ),
    resume,
    h("nav", { class: "cards", "aria-label": t("nav.play") }, ...WAYS.map(card)),
  );
  return { title: "Hexmate", node, layout: "wide", destroy: demo.destroy };
}

/** @param {HTMLElement} section */
async function fillResume(section) {
  const answer = await request("/me/games").catch(() => null);
  /** @type {Summary[]} */
  const games = [...(await keptHere()), ...(answer?.unfinished ?? [])];
  if (games.length === 0) return;
  section.replaceChildren(h("h2", null, t("start.resume")), h("ul", null, ...games.slice(0, 6).map(resumeLink)));
  section.hidden = false;
}

/** The stored game for two players on one screen. @returns {Promise<Summary[]>} */
async function keptHere() {
  const { isEnded, keptGame, LOCAL_ID } = await import("../game/local.js");
  const kept = keptGame();
  if (!kept || isEnded(kept)) return [];
  const unnamed = { name: null, ai: null };
  return [{ ...kept, id: LOCAL_ID, moves: kept.moves.length, seats: { black: unnamed, white: unnamed } }];
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
      { href: `/game/${id}` },
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
