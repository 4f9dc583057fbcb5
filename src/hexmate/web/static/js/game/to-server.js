/** Continues a game of this browser on the server, when the engine of this device has failed. */

import { request } from "../net/api.js";
import { me } from "../net/me.js";
import { Board } from "../rules/board.js";
import { formatPosition, positionOf } from "../rules/position.js";
import { seatOf } from "../rules/swap.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Color} Color */

/**
 * The game that the server is asked for. It begins with the position, except that your first move is played again:
 * then the server has the whole game.
 * @param {State} state
 */
export function serverGame({ rows, cols, shape, swap, moves, seats }) {
  const first = moves.length === 1 && seats.black.kind === "person" ? moves[0].move : null;
  const seat = (/** @type {Color} */ color) => {
    const { kind, ai } = seats[first ? color : seatOf(color, swap, moves)];
    return ai ? { kind, ai } : { kind };
  };
  const game = { rows, cols, shape, swap, clock: "none", mode: "local", training: false, rated: false };
  const start = moves.length === 0 || first ? null : lineOf({ rows, cols, shape, swap, moves });
  return { request: { ...game, start, seats: { black: seat("black"), white: seat("white") } }, first };
}

/** The position line after some moves. @param {Pick<State, "rows" | "cols" | "shape" | "swap" | "moves">} game */
export function lineOf({ rows, cols, shape, swap, moves }) {
  const board = new Board({ rows, cols, shape, swap });
  for (const { move } of moves) board.push(move);
  return formatPosition(positionOf(board));
}

/**
 * @param {State} state
 * @returns {Promise<{id: string, first: string | null} | null>} the game there, and your move that it lacks; null if
 *   the server refuses or cannot be reached
 */
export async function moveToServer(state) {
  try {
    const { request: body, first } = serverGame(state);
    await me();
    const { id } = await request("/games", { method: "POST", body });
    return { id, first };
  } catch {
    return null;
  }
}
