/** The rules page: texts, animations, a small board to try, and tasks. */

import { createBoard } from "../board/index.js";
import { t } from "../i18n/index.js";
import { Board, SHAPES } from "../rules/board.js";
import { sound } from "../sound/index.js";
import { tasksSection } from "../tasks/view.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { gameFrames, movingBoard } from "../ui/moving.js";
import { useStyles } from "../ui/styles.js";
import { announce } from "../ui/toast.js";
import { colorName, describeCell } from "../words.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../ui/moving.js").Frame} Frame */
/** @typedef {{node: HTMLElement, destroy: () => void}} Part */

const SMALL = { rows: 5, cols: 5 };
const names = () => ({ black: colorName("black"), white: colorName("white") });

/** @returns {Frame[]} */
function joining() {
  const frames = gameFrames({ ...SMALL, moves: "c3 c2 d2 d1 e1 c4 b4 b5 a5".split(" ") });
  frames[0] = { ...frames[0], caption: t("rules.goal.1", names()), beats: 4 };
  frames[1].caption = t("rules.goal.2", names());
  frames[5].caption = t("rules.goal.3");
  frames[frames.length - 1].caption = t("rules.goal.4", names());
  return frames;
}

/** @returns {Frame[]} */
function bridging() {
  const bridge = /** @type {const} */ ({ c2: "black", b4: "black" });
  /** @param {"b3" | "c3"} taken @param {"b3" | "c3"} answer @param {string} caption @returns {Frame[]} */
  const attack = (taken, answer, caption) => [
    { show: { stones: { ...bridge, [taken]: "white" }, last: taken, marks: {}, turn: "black" }, caption, beats: 3 },
    {
      show: {
        stones: { ...bridge, [taken]: "white", [answer]: "black" },
        last: answer,
        turn: null,
        chain: ["c2", answer, "b4"],
      },
      caption: t("rules.bridge.3", names()),
      beats: 4,
    },
  ];
  const still = { stones: bridge, last: null, chain: [], turn: null };
  return [
    { show: { ...still, marks: { b3: "dot", c3: "dot" } }, caption: t("rules.bridge.1"), beats: 4 },
    ...attack("b3", "c3", t("rules.bridge.2", names())),
    { show: { ...still, marks: { b3: "dot", c3: "dot" } }, caption: t("rules.bridge.4"), beats: 2 },
    ...attack("c3", "b3", t("rules.bridge.2", names())),
  ];
}

/** @returns {Frame[]} */
function swapping() {
  const arrow = [{ from: "d2", to: "b4" }];
  return [
    { show: { stones: {}, last: null, turn: "black", arrows: [] }, caption: t("rules.swap.1", names()), beats: 2 },
    { show: { stones: { d2: "black" }, last: "d2", turn: "white" }, beats: 3 },
    { show: { arrows: arrow }, caption: t("rules.swap.2", names()), beats: 3 },
    {
      show: { stones: { b4: "white" }, last: "b4", turn: "black", arrows: [] },
      caption: t("rules.swap.3", names()),
      beats: 5,
    },
    {
      show: { stones: { b4: "white", d3: "black" }, last: "d3", turn: "white" },
      caption: t("rules.swap.4", names()),
      beats: 3,
    },
  ];
}

/** @param {"goal" | "bridge" | "swap"} name @param {Frame[]} frames @param {(string | Node)[]} notes */
function lesson(name, frames, notes) {
  const picture = movingBoard({
    board: { ...SMALL, coordinates: false },
    frames,
    label: t(`rules.${name}.label`, names()),
  });
  const node = h(
    "section",
    { class: "lesson", id: name },
    h(
      "div",
      null,
      h("h2", null, t(`rules.${name}`)),
      h("p", null, t(`rules.${name}.text`, names())),
      ...notes.map((note) => h("p", { class: "muted" }, note)),
    ),
    picture.node,
  );
  return { node, destroy: picture.destroy };
}

/** A board of each shape. @returns {Part} */
function otherBoards() {
  const boards = SHAPES.map((shape) => {
    const place = h("div", { class: "shape-board" });
    const size = shape === "triangle" ? { rows: 4, cols: 8 } : SMALL;
    const board = createBoard(
      place,
      { ...size, shape, label: t(`shape.${shape}`), coordinates: false },
      { interactive: false },
    );
    return { figure: h("figure", null, place, h("figcaption", null, t(`shape.${shape}`))), board };
  });
  const node = h(
    "section",
    null,
    h("h2", null, t("rules.boards")),
    h("p", null, t("rules.boards.text")),
    h("div", { class: "shape-boards" }, ...boards.map(({ figure }) => figure)),
  );
  return { node, destroy: () => boards.forEach(({ board }) => board.destroy()) };
}

/** A board for both sides. @returns {Part} */
function tryOut() {
  let game = new Board(SMALL);
  const place = h("div", { class: "try-board" });
  const status = h("p", { class: "try-status" });
  const board = createBoard(place, { ...SMALL, label: t("board.label", SMALL), describe: describeCell });

  function show() {
    const color = colorName(game.winner ?? game.turn);
    status.textContent = t(game.winner ? "rules.try.won" : "rules.try.turn", { color });
    board.set({
      stones: game.stonesByName(),
      last: game.moves.at(-1)?.move ?? null,
      turn: game.over ? null : game.turn,
      playable: game.over ? "none" : "empty",
      chain: (game.chain ?? []).map((cell) => game.name(cell)),
      events: { select },
    });
  }
  /** @param {string} cell */
  function select(cell) {
    game.push(cell);
    sound.play(game.over ? "victory" : "stone");
    show();
    announce(status.textContent ?? "");
  }
  function again() {
    game = new Board(SMALL);
    show();
  }
  show();
  const node = h(
    "section",
    { class: "try" },
    h("h2", null, t("rules.try")),
    h("p", null, t("rules.try.text")),
    place,
    h("div", { class: "row" }, status, button(t("rules.try.again"), again, { icon: "restart" })),
  );
  return { node, destroy: board.destroy };
}

/** @returns {Promise<Page>} */
export default async function page() {
  await useStyles("tasks");
  const parts = [
    lesson("goal", joining(), [t("rules.goal.draw")]),
    lesson("bridge", bridging(), []),
    lesson("swap", swapping(), [t("rules.swap.sides"), h("a", { href: "/swap" }, t("swap.link"))]),
    tryOut(),
    tasksSection(),
    otherBoards(),
  ];
  const node = h(
    "article",
    { class: "rules" },
    h("h1", null, t("rules.title")),
    h("p", { class: "lead" }, t("rules.lead")),
    h("p", null, h("a", { href: "#tasks" }, t("tasks.link"))),
    ...parts.map((part) => part.node),
    h("section", null, h("h2", null, t("rules.names")), h("p", null, t("rules.names.text"))),
    h("p", null, h("a", { class: "button primary big", href: "/play?mode=computer" }, t("rules.next"))),
  );
  return { title: t("rules.title"), node, layout: "wide", destroy: () => parts.forEach((part) => part.destroy()) };
}
