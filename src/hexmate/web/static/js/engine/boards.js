/** Boards of the pages as boards of the core, and back. */

import { Board } from "../rules/board.js";
import { formatPosition, positionOf } from "../rules/position.js";
import { SWAP_RULES } from "./core.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Color} Color */

/** Moves that are not cells. */
export const SWAP = -1;
export const PASS = -2;
const STONES = { black: 1, white: 2 };
const COLORS = { black: 0, white: 1 };

/** The core's number of a move. @param {Board} board @param {string} move */
function moveNumber(board, move) {
  if (move.startsWith("swap")) return SWAP;
  if (move === "pass") return PASS;
  const match = /** @type {RegExpExecArray} */ (/^([a-z]+)(\d+)$/.exec(move));
  const col = [...match[1]].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
  return (Number(match[2]) - 1) * board.cols + col;
}

/** The name of a move of the core. @param {Board} board @param {number} move */
export function moveName(board, move) {
  if (move === SWAP) return `swap-${board.swap}`;
  return move === PASS ? "pass" : board.name(move);
}

/**
 * Use the core's board of this position, moves included, so that searches can keep their trees.
 * @template T
 * @param {Engine} engine
 * @param {Board} board
 * @param {(board: number) => T} use
 * @returns {T}
 */
export function withBoard(engine, board, use) {
  const made = coreBoard(engine, board);
  const result = use(made);
  engine.core.board_free(made);
  return result;
}

/** A board of the core, to be freed by the caller. @param {Engine} engine @param {Board} board @returns {number} */
export function coreBoard(engine, board) {
  const { rows, cols, swap, swapUsed, setup, firstTurn, moves } = board;
  const stones = engine.put(Uint8Array.from(setup, (stone) => (stone ? STONES[stone] : 0)));
  const rule = SWAP_RULES[swap ?? "none"];
  const made = engine.core.board_setup(rows, cols, rule, stones, COLORS[firstTurn], swapUsed ? 1 : 0);
  engine.core.give(stones);
  for (const { move, color } of moves) engine.core.board_push_as(made, moveNumber(board, move), COLORS[color]);
  return made;
}

/** A copy of a board, with its moves. @param {Board} board */
export function copyOf(board) {
  const { rows, cols, shape, swap, swapUsed, setup, firstTurn, moves } = board;
  const copy = new Board({ rows, cols, shape, swap, swapUsed, stones: setup, turn: firstTurn });
  for (const { move, color } of moves) copy.push(move, color);
  return copy;
}

/** The position after a move. @param {Board} board @param {string} move */
export function after(board, move) {
  const copy = copyOf(board);
  copy.push(move);
  return copy;
}

/** The position line of a board. @param {Board} board */
export const lineOf = (board) => formatPosition(positionOf(board));

/** How many cells are empty. @param {Board} board */
export const emptyCells = (board) => board.stones.filter((stone) => stone === null).length;

/** Whether the opponent may swap the next stone. @param {Board} board */
export function mayBeSwapped(board) {
  if (board.swap === null || emptyCells(board) < board.stones.length) return false;
  const trial = copyOf(board);
  trial.push(board.name(0));
  return trial.swapAvailable;
}
