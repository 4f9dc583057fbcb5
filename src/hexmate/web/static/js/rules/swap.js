/**
 * Which player has which colour, before and after a swap: `hexmate/swap.py` for the page. The two
 * are checked with the same table, `tests/data/swap_seats.json`.
 *
 * The two players of a game are named by their seat: the colour with which they started.
 */

import { other } from "./board.js";

/** @typedef {import("./board.js").Color} Color */
/** @typedef {import("./board.js").SwapRule} SwapRule */

/**
 * The seat that plays a colour after these moves. The colour of a seat is found the same way. To
 * find who made a move, pass its colour and the moves before it.
 * @param {Color} color
 * @param {SwapRule} swap
 * @param {readonly {move: string | null}[]} moves all moves since the start position
 * @returns {Color}
 */
export function seatOf(color, swap, moves) {
  const exchanged = swap === "sides" && moves.some(({ move }) => isSwap(move));
  return exchanged ? other(color) : color;
}

/** @param {string | null} move */
export function isSwap(move) {
  return move?.startsWith("swap") ?? false;
}
