/** A position that is set up by hand: stones, size, side to move, and whether a game can lead to it. */

import { adjacency, Board, other } from "../rules/board.js";
import { cellName } from "../rules/names.js";
import { SCHEMA } from "./tree.js";

/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("./tree.js").GameRecord} GameRecord */
/**
 * @typedef {object} Draft
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {readonly (Color | null)[]} stones by cell number
 * @property {Color} turn
 */
/**
 * @typedef {object} Legality
 * @property {number} black stones of each colour
 * @property {number} white
 * @property {Color | null} winner who has connected already
 * @property {"even" | "swapped" | "uneven"} count whether players who take turns have so many stones; `swapped`: only
 *   after a swap
 * @property {boolean} full no cell is left
 */

/** @param {{rows: number, cols: number, shape: Shape}} board @returns {Draft} */
export function emptyDraft({ rows, cols, shape }) {
  return { rows, cols, shape, stones: new Array(rows * cols).fill(null), turn: "black" };
}

/** The position on a board. @param {Draft} board @returns {Draft} */
export function draftOf({ rows, cols, shape, stones, turn }) {
  return { rows, cols, shape, stones: [...stones], turn };
}

/** @param {Draft} draft @param {number} cell @param {Color | null} stone @returns {Draft} */
export function put(draft, cell, stone) {
  return { ...draft, stones: draft.stones.map((before, at) => (at === cell ? stone : before)) };
}

/** @param {Draft} draft @returns {Draft} */
export const cleared = (draft) => emptyDraft(draft);

/**
 * The position on a board of another size: stones stay where they are, seen from a1.
 * @param {Draft} draft
 * @param {number} rows
 * @param {number} cols
 * @returns {{draft: Draft, lost: number}} lost: stones outside of the new board
 */
export function resized(draft, rows, cols) {
  const next = emptyDraft({ rows, cols, shape: draft.shape });
  const stones = [...next.stones];
  let lost = 0;
  draft.stones.forEach((stone, cell) => {
    if (!stone) return;
    const [row, col] = [Math.floor(cell / draft.cols), cell % draft.cols];
    if (row < rows && col < cols) stones[row * cols + col] = stone;
    else lost += 1;
  });
  return { draft: { ...next, stones, turn: draft.turn }, lost };
}

/** The position turned by 180°; null if the board is not its own image. @param {Draft} draft @returns {Draft | null} */
export function rotated(draft) {
  const last = draft.stones.length - 1;
  const turnedBoard = { ...draft, stones: draft.stones.map((_, cell) => draft.stones[last - cell]) };
  return matches(draft, draft, (cell) => last - cell) ? turnedBoard : null;
}

/**
 * The position mirrored in the diagonal from a1. Rows become columns, so the colours are exchanged,
 * and with them the side to move; null for shapes without this symmetry.
 * @param {Draft} draft
 * @returns {Draft | null}
 */
export function mirrored(draft) {
  const halves = draft.shape === "triangle" ? 2 : 1;
  const [rows, cols] = [draft.cols / halves, draft.rows * halves];
  const target = (/** @type {number} */ cell) => {
    const [row, col] = [Math.floor(cell / draft.cols), cell % draft.cols];
    return Math.floor(col / halves) * cols + row * halves + (col % halves);
  };
  if (!matches(draft, { ...draft, rows, cols }, target)) return null;
  /** @type {(Color | null)[]} */
  const stones = new Array(draft.stones.length).fill(null);
  draft.stones.forEach((stone, cell) => {
    stones[target(cell)] = stone && other(stone);
  });
  return { ...draft, rows, cols, stones, turn: other(draft.turn) };
}

/**
 * Whether a map of cells keeps neighbours together.
 * @param {Draft} from
 * @param {Pick<Draft, "rows" | "cols" | "shape">} to
 * @param {(cell: number) => number} map
 */
function matches(from, to, map) {
  const [before, after] = [from, to].map(({ shape, rows, cols }) => adjacency(shape, rows, cols));
  return before.every((cells, cell) => {
    const there = new Set(after[map(cell)]);
    return cells.length === there.size && cells.every((next) => there.has(map(next)));
  });
}

/** @param {Draft} draft @returns {Legality} */
export function legality(draft) {
  const count = (/** @type {Color} */ color) => draft.stones.filter((stone) => stone === color).length;
  const [black, white] = [count("black"), count("white")];
  const more = black - white + (draft.turn === "white" ? 0 : 1);
  const board = new Board({ ...draft });
  return {
    black,
    white,
    winner: board.winner,
    count: more === 1 ? "even" : more === 0 ? "swapped" : "uneven",
    full: draft.stones.every((stone) => stone !== null),
  };
}

/** The position as a record that can be analysed. @param {Draft} draft @returns {GameRecord} */
export function recordOfDraft({ rows, cols, shape, stones, turn }) {
  const cells = (/** @type {Color} */ color) =>
    stones.flatMap((stone, cell) => (stone === color ? [cellName(cell, cols)] : []));
  const setup = { black: cells("black"), white: cells("white"), turn };
  const empty = setup.black.length + setup.white.length === 0 && turn === "black";
  return { schema: SCHEMA, rows, cols, shape, swap: null, headers: {}, cursor: null, nodes: [empty ? {} : { setup }] };
}
