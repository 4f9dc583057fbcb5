/** The first hint: where to look. */

import { cellName, cellNumber } from "../rules/names.js";

/** @typedef {import("../rules/board.js").Board} Board */

const RADIUS = 2;

/**
 * The empty cells near a move, which is not always in the middle of them.
 * @param {Board} board
 * @param {string} move
 * @returns {string[]}
 */
export function areaOf({ rows, cols, stones }, move) {
  const cell = cellNumber(move, rows, cols) ?? 0;
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const shift = (cell % 3) - 1;
  return stones.flatMap((stone, at) => {
    const [down, right] = [Math.floor(at / cols) - row - shift, (at % cols) - col];
    const far = Math.max(Math.abs(down), Math.abs(right), Math.abs(down + right));
    return stone === null && far <= RADIUS ? [cellName(at, cols)] : [];
  });
}
