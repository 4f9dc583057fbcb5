/** What can be laid over a position: ways, currents, bridges, and the best moves of a player. */

import { request } from "../net/api.js";
import { cellNumber } from "../rules/names.js";

/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("./engine.js").Info} Info */
/** @typedef {"none" | "best" | "distance" | "two-distance" | "resistance" | "bridges" | "winning-chain"} Overlay */
/** @typedef {{cells: Record<string, number>, paths: string[][], value: number | null}} Answer of the server */
/** @typedef {Pick<Config, "heat" | "paths" | "labels" | "spots" | "marks">} Picture */

export const OVERLAYS = /** @type {const} */ (["none", "best", "distance", "two-distance", "resistance", "bridges", "winning-chain"]);

/** @returns {Picture} */
export const blank = () => ({ heat: {}, paths: [], labels: {}, spots: {}, marks: {} });

/**
 * @param {Exclude<Overlay, "none" | "best">} kind
 * @param {string} position a position line
 * @param {Color} color
 * @returns {Promise<Answer>}
 */
export function fetchOverlay(kind, position, color) {
  return request("/overlays", { method: "POST", body: { kind, position, color } });
}

/**
 * @param {Overlay} kind
 * @param {Answer} answer
 * @param {Color} color
 * @param {{rows: number, cols: number}} board
 * @returns {Picture}
 */
export function pictureOf(kind, { cells, paths }, color, { rows, cols }) {
  const onBoard = (/** @type {string} */ name) => cellNumber(name, rows, cols) !== null;
  // Bridges come as end, carrier, end; an end may be an edge of the board, which is no cell.
  const ends = (/** @type {string[]} */ path) => (kind === "bridges" ? [path[0], path[path.length - 1]] : path).filter(onBoard);
  // Cells that count alike are dotted; only what differs from cell to cell makes a heat map.
  const dotted = kind === "distance" || kind === "two-distance";
  return {
    ...blank(),
    heat: dotted ? {} : cells,
    marks: dotted ? Object.fromEntries(Object.keys(cells).map((cell) => [cell, /** @type {const} */ ("dot")])) : {},
    paths: paths.map((path) => ({ cells: ends(path), kind: color })).filter(({ cells: way }) => way.length > 1),
  };
}

/**
 * The best moves: their chances on the board, the more coloured the more the player looked at
 * them, and the best one marked.
 * @param {Info} info
 * @param {{rows: number, cols: number}} board
 * @returns {Picture}
 */
export function bestMoves({ lines }, { rows, cols }) {
  const shown = lines.filter(({ move }) => cellNumber(move, rows, cols) !== null);
  const labels = Object.fromEntries(shown.map(({ move, win_probability: chance }) => [move, String(Math.round(100 * chance))]));
  const heat = Object.fromEntries(shown.map(({ move, visits, win_probability: chance }) => [move, visits ? Math.log(1 + visits) : chance]));
  return { ...blank(), heat, labels, spots: shown.length > 0 ? { [shown[0].move]: "hint" } : {} };
}
