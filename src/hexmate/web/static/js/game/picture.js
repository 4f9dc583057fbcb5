/** What the board shows at a position of a game. */

import { mirrored } from "../rules/board.js";
import { cellName, cellNumber } from "../rules/names.js";
import { isSwap } from "../rules/swap.js";
import { isEnding } from "./tree.js";

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../board/state.js").Spot} Spot */
/** @typedef {Pick<import("./state.js").Move, "move" | "color">} Step */

/**
 * The cell of the stone that a move placed or took over; null for a pass. After swap-pieces it is
 * the mirror image of the first stone's cell; that stone was played or set up.
 * @param {readonly Step[]} moves
 * @param {number} number of the move, from 1
 * @param {Board} board
 * @returns {string | null}
 */
export function cellOf(moves, number, board) {
  const { move } = moves[number - 1];
  const { rows, cols } = board;
  if (cellNumber(move, rows, cols) !== null) return move;
  if (!isSwap(move)) return null;
  const played = number > 1 ? cellNumber(moves[number - 2].move, rows, cols) : null;
  const first = played ?? board.setup.indexOf("black");
  if (first < 0) return null;
  return cellName(move === "swap-pieces" ? mirrored(first, board) : first, cols);
}

/**
 * The numbers of the moves, on their stones.
 * @param {readonly Step[]} moves
 * @param {number} ply
 * @param {Board} board
 */
export function numbersOf(moves, ply, board) {
  /** @type {Record<string, number>} */
  const numbers = {};
  const stones = board.stonesByName();
  for (let number = 1; number <= ply; number += 1) {
    const cell = cellOf(moves, number, board);
    if (cell && stones[cell]) numbers[cell] = number;
  }
  return numbers;
}

/**
 * The stones, the last move, the numbers and the turn.
 * @param {Board} board at the position
 * @param {readonly Step[]} moves of the whole game
 * @param {number} ply
 * @param {{numbers: boolean}} options
 * @returns {Partial<Config>}
 */
export function position(board, moves, ply, { numbers }) {
  const ended = ply > 0 && isEnding(moves[ply - 1].move);
  const last = ended ? ply - 1 : ply;
  return {
    stones: board.stonesByName(),
    last: last > 0 ? cellOf(moves, last, board) : null,
    turn: board.over || ended ? null : board.turn,
    numbers: numbers ? numbersOf(moves, ply, board) : {},
    chain: [],
  };
}

/**
 * What a player can do, and has selected.
 * @typedef {object} Hand
 * @property {boolean} plays
 * @property {boolean} swaps
 * @property {boolean} plans a premove is possible
 * @property {Color | null} color of the player's next stone
 * @property {string | null} premove
 * @property {string | null} selected selected, waiting for a second click
 * @property {string | null} hint
 */

/**
 * @param {Board} board
 * @param {Hand} hand
 * @returns {Partial<Config>}
 */
export function hand(board, { plays, swaps, plans, color, premove, selected, hint }) {
  /** @type {Record<string, Color>} */ const ghosts = {};
  /** @type {Record<string, Spot>} */ const spots = {};
  const onBoard = (/** @type {string | null} */ cell) =>
    cell !== null && cellNumber(cell, board.rows, board.cols) !== null;
  const swapCell = swaps ? Object.keys(board.stonesByName())[0] : null;
  if (hint) spots[hint.startsWith("swap") ? (swapCell ?? "a1") : hint] = "hint";
  if (premove && color && onBoard(premove)) {
    ghosts[premove] = color;
    spots[premove] = "premove";
  }
  if (selected && color && onBoard(selected)) {
    if (selected !== swapCell) ghosts[selected] = color;
    spots[selected] = "selected";
  }
  const free = board.stones.flatMap((stone, cell) => (stone === null ? [board.name(cell)] : []));
  return {
    ghosts,
    spots,
    playable: plays || plans ? [...free, ...(swapCell ? [swapCell] : [])] : "none",
    preview: plays && !selected,
  };
}
