/** Overlays of what is certain: connections with their carriers, the must-play, inferior cells. */

import { markPath } from "../board/shapes.js";
import { t } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";
import { colorName, describeCell } from "../words.js";

/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../board/state.js").Mark} Mark */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../types/api").OverlayResult} Answer */
/** @typedef {import("../types/api").OverlayLink} Link */
/** @typedef {import("../types/api").InferiorCell["kind"]} InferiorKind */
/** @typedef {"connections" | "must-play" | "inferior"} ExactOverlay */
/**
 * What an overlay draws, what it adds around the cell under the pointer, and what it says below the lines.
 * @typedef {object} ExactPicture
 * @property {Partial<Config>} drawn
 * @property {(cell: string | null) => Partial<Config>} under
 * @property {(Node | string)[]} note
 */

export const EXACT_OVERLAYS = /** @type {const} */ (["connections", "must-play", "inferior"]);

const LONGEST_SIDE = 19;

/** @param {string} overlay @returns {overlay is ExactOverlay} */
export const isExactOverlay = (overlay) => EXACT_OVERLAYS.some((kind) => kind === overlay);

/** Whether these overlays exist for a board. @param {{rows: number, cols: number, shape: Shape}} board */
export const hasExactOverlays = ({ rows, cols, shape }) => shape === "hex" && Math.max(rows, cols) <= LONGEST_SIDE;

/**
 * @param {ExactOverlay} kind
 * @param {Answer} answer
 * @param {Color} color
 * @param {number} empty how many cells are empty
 * @returns {ExactPicture}
 */
export function exactPicture(kind, answer, color, empty) {
  if (kind === "connections") return connections(answer, color);
  return kind === "must-play" ? mustPlay(answer, color, empty) : inferior(answer);
}

/** @param {Map<string, string>} words of cells */
const describer = (words) => (/** @type {import("../board/state.js").CellFacts} */ facts) => {
  const info = words.get(facts.name);
  return info ? t("cell.info", { cell: describeCell(facts), info }) : describeCell(facts);
};

/** @param {Answer} answer @param {Color} color @returns {ExactPicture} */
function connections({ links }, color) {
  const carriers = links.filter(({ key }) => key === null).flatMap(({ carrier }) => carrier);
  const near = (/** @type {string | null} */ cell) =>
    links.filter(
      ({ ends, carrier }) => cell !== null && (carrier.includes(cell) || ends.some((end) => end.includes(cell))),
    );
  return {
    drawn: {
      marks: allOf(carriers, "dot"),
      paths: links
        .filter(({ line }) => line.length > 1)
        .map(({ line, key }) => ({ cells: line, kind: key === null ? color : "quiet" })),
      describe: describer(new Map(carriers.map((cell) => [cell, t("overlay.connections.cell")]))),
    },
    under: (cell) => {
      const found = near(cell);
      const keys = found.flatMap(({ key }) => (key === null ? [] : [key]));
      return {
        heat: allOf(
          found.flatMap(({ carrier }) => carrier),
          1,
        ),
        spots: allOf(keys, "hint"),
      };
    },
    note: [connectionsText(links, color)],
  };
}

/** @param {readonly Link[]} links @param {Color} color */
function connectionsText(links, color) {
  if (links.length === 0) return t("overlay.connections.none", { color: colorName(color) });
  const full = links.filter(({ key }) => key === null).length;
  return t("overlay.connections.note", { full, semi: links.length - full });
}

/** @param {Answer} answer @param {Color} color @param {number} empty @returns {ExactPicture} */
function mustPlay({ cells }, color, empty) {
  const names = Object.keys(cells);
  const open = names.length === empty;
  const other = colorName(color === "black" ? "white" : "black");
  const words = { color: colorName(color), other, count: names.length, empty };
  const note =
    names.length === 0 ? "overlay.must-play.lost" : open ? "overlay.must-play.open" : "overlay.must-play.note";
  return {
    drawn: {
      marks: open ? {} : allOf(names, "dot"),
      describe: describer(new Map(open ? [] : names.map((cell) => [cell, t("overlay.must-play.cell")]))),
    },
    under: () => ({}),
    note: [t(note, words)],
  };
}

/** Captured cells are drawn as half-transparent stones. @type {Partial<Record<InferiorKind, Mark>>} */
const MARKS = { dead: "cross", dominated: "triangle", reversible: "circle" };

/** @param {Answer} answer @returns {ExactPicture} */
function inferior({ inferior: found }) {
  const cells = Object.entries(found);
  const kindOf = (/** @type {InferiorKind} */ kind) => (kind === "black" || kind === "white" ? "captured" : kind);
  const marked = cells.flatMap(([cell, { kind }]) => (MARKS[kind] ? [[cell, MARKS[kind]]] : []));
  const captured = cells.flatMap(([cell, { kind }]) => (kindOf(kind) === "captured" ? [[cell, kind]] : []));
  const words = cells.map(([cell, { kind, by }]) => /** @type {const} */ ([cell, wordsOf(kind, by)]));
  return {
    drawn: {
      marks: Object.fromEntries(marked),
      ghosts: Object.fromEntries(captured),
      describe: describer(new Map(words)),
    },
    under: (cell) => {
      const by = cell === null ? null : found[cell]?.by;
      return { arrows: cell && by ? [{ from: cell, to: by, kind: "quiet" }] : [] };
    },
    note: cells.length === 0 ? [t("overlay.inferior.none")] : legend(cells.map(([, { kind }]) => kindOf(kind))),
  };
}

/** @param {InferiorKind} kind @param {string | null} by */
function wordsOf(kind, by) {
  if (kind === "black" || kind === "white") return t("overlay.inferior.captured.cell", { color: colorName(kind) });
  return t(`overlay.inferior.${kind}.cell`, { move: by ?? "" });
}

/** Each mark on the board with its name and number. @param {string[]} kinds */
function legend(kinds) {
  return /** @type {const} */ (["dead", "captured", "dominated", "reversible"])
    .map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) =>
      h("span", { class: "legend-item" }, sign(kind), t(`overlay.inferior.${kind}`, { count })),
    );
}

/** @param {"dead" | "captured" | "dominated" | "reversible"} kind */
function sign(kind) {
  if (kind === "captured") return h("span", { class: "stone-dot faint" });
  const mark = /** @type {Mark} */ (MARKS[kind]);
  return s("svg", { class: "icon", viewBox: "-.5 -.5 1 1" }, s("path", { class: "tool-mark", d: markPath(mark) }));
}

/** The same value for each cell. @template T @param {string[]} cells @param {T} value @returns {Record<string, T>} */
const allOf = (cells, value) => Object.fromEntries(cells.map((cell) => [cell, value]));
