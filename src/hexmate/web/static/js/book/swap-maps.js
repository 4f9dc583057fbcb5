/** Swap maps: Black's win probability after each first stone. `hexmate/book/swap_maps.py` for the pages. */

import stored from "./swap-map-data.js";

/** @typedef {import("../rules/board.js").Board} Board */
/**
 * @typedef {object} SwapMap
 * @property {number} size
 * @property {number[]} values Black's win probability by cell, if both play on without a swap
 * @property {boolean} exact
 * @property {number | null} visits of the search after each stone
 * @property {string | null} network
 * @property {string | null} date
 */

export const SIZES = Object.keys(stored).map(Number);

/** How much further from one half than the fairest stone a fair stone may be. */
const FAIR = 0.03;

/** @param {number} size one of `SIZES` @returns {SwapMap} */
export function swapMap(size) {
  const { values, visits = null, network = null, date = null } = stored[size];
  const half = values.map((value) => value / 1000);
  // Half a turn maps each cell to the one as far from the end as it is from the start.
  const other = half.slice(0, Math.floor((size * size) / 2)).reverse();
  return { size, values: [...half, ...other], exact: visits === null, visits, network, date };
}

/** The map that covers an empty board, or one with a single stone of Black's; else null. @param {Board} board */
export function mapAfter({ shape, rows, cols, stones, turn }) {
  if (shape !== "hex" || rows !== cols || !(rows in stored)) return null;
  const placed = stones.filter((stone) => stone !== null);
  const first = placed.length === 0 && turn === "black";
  const second = placed.length === 1 && placed[0] === "black" && turn === "white";
  return first || second ? swapMap(rows) : null;
}

/** The stones that leave both sides the most equal, fairest first; in exact maps none. @param {SwapMap} map */
export function fairStones({ values, exact }) {
  if (exact) return [];
  const distance = values.map((value) => Math.abs(value - 0.5));
  const least = Math.min(...distance);
  const fair = values.map((_, cell) => cell).filter((cell) => distance[cell] <= least + FAIR);
  return fair.sort((one, two) => distance[one] - distance[two]);
}
