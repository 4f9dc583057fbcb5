/** A line of moves played out over a position: ghost stones, numbered in the order they are played. */

import { mirrored } from "../rules/board.js";
import { cellName, cellNumber } from "../rules/names.js";
import { isSwap } from "../rules/swap.js";

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../rules/board.js").Color} Color */
/**
 * @typedef {object} Playout
 * @property {Record<string, Color>} stones those of the position that the line leaves in place
 * @property {Record<string, Color>} ghosts
 * @property {Record<string, number>} numbers
 */

/** The most moves of a line that are shown or entered. */
export const LONGEST = 12;

/**
 * The moves of a line that can be played, up to the first that cannot. The board is left as it was.
 * @param {Board} board
 * @param {readonly string[]} moves
 * @param {(move: string, color: Color) => void} [each] called after each move, with the board at it
 */
export function playable(board, moves, each) {
  /** @type {string[]} */ const played = [];
  for (const move of moves.slice(0, LONGEST)) {
    if (!board.isLegal(move)) break;
    const color = board.turn;
    board.push(move);
    played.push(move);
    each?.(move, color);
  }
  for (const _ of played) board.pop();
  return played;
}

/**
 * @param {Board} board left as it was
 * @param {readonly string[]} moves
 * @returns {Playout}
 */
export function playOut(board, moves) {
  const before = board.stonesByName();
  let after = before;
  /** @type {Record<string, number>} */ const numbers = {};
  let number = 0;
  playable(board, moves, (move) => {
    number += 1;
    const cell = cellAfter(board, before, move);
    if (cell) numbers[cell] = number;
    after = board.stonesByName();
  });
  return {
    stones: Object.fromEntries(Object.entries(before).filter(([cell, color]) => after[cell] === color)),
    ghosts: Object.fromEntries(Object.entries(after).filter(([cell, color]) => before[cell] !== color)),
    numbers,
  };
}

/** The cell that a move fills. @param {Board} board @param {Record<string, Color>} before @param {string} move */
function cellAfter(board, before, move) {
  if (cellNumber(move, board.rows, board.cols) !== null) return move;
  const [stone] = Object.keys(before);
  if (!isSwap(move) || !stone || move === "swap-sides") return null;
  return cellName(mirrored(Number(cellNumber(stone, board.rows, board.cols)), board), board.cols);
}
