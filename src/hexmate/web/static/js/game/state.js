/**
 * A game as the server tells it, and questions that can be answered by looking at it. Seats are
 * people: who sat down as a colour. After swap-sides the people have exchanged colours.
 */

import { seatOf as seatAfter } from "../rules/swap.js";

/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../rules/board.js").SwapRule} SwapRule */
/** @typedef {"person" | "ai" | "hybrid" | "open"} SeatKind */
/** @typedef {{number: number, color: Color, move: string, at?: string}} Move */
/** @typedef {{kind: SeatKind, name: string | null, ai: string | null, rating: number | null,
 *   handed_over: boolean, online: boolean}} Seat */
/** @typedef {{left: number | null, periods: number, overtime?: boolean}} Reading */
/** @typedef {{black: Reading, white: Reading, running: Color | null, at: number}} Clocks */
/** @typedef {{result: string, winner: Color | null, winner_seat: Color | null,
 *   termination: string, chain: string[]}} Result */
/** @typedef {"waiting" | "live" | "paused" | "finished" | "cancelled"} Status */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {number} version
 * @property {Status} status
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {SwapRule} swap
 * @property {string | null} start a position line, or null for an empty board
 * @property {"local" | "online"} mode
 * @property {boolean} training
 * @property {boolean} rated
 * @property {string} clock
 * @property {Color[]} you the seats of whoever looks
 * @property {Record<Color, Seat>} seats
 * @property {Move[]} moves
 * @property {Color | null} turn the colour to move
 * @property {Color | null} mover the seat to move
 * @property {boolean} swap_available
 * @property {Clocks | null} clocks
 * @property {{undo: Color | null}} offers the seat that asks
 * @property {boolean} thinking
 * @property {number} [redo] how many moves taken back can be played again
 * @property {string | null} [rematch] the game that follows this one
 * @property {Result | null} result
 */

/** @type {readonly Color[]} */
export const COLORS = ["black", "white"];

/**
 * The seat that has a colour now. The colour of a seat is found the same way.
 * @param {Pick<State, "moves" | "swap">} state
 * @param {Color} color
 */
export function seatOf({ swap, moves }, color) {
  return seatAfter(color, swap, moves);
}

/** The seat that made a move. @param {Pick<State, "moves" | "swap">} state @param {number} number from 1 */
export function moverOf({ swap, moves }, number) {
  return seatAfter(moves[number - 1].color, swap, moves.slice(0, number - 1));
}

/** Whether a program moves for a seat at present. @param {Seat} seat */
export function isMachine(seat) {
  return seat.kind === "ai" || (seat.kind === "hybrid" && seat.handed_over);
}

/** @param {State} state */
export function isOver({ status }) {
  return status === "finished" || status === "cancelled";
}

/** Whether the person who looks may move now. @param {State} state */
export function isMyTurn(state) {
  const { mover, status, you, seats } = state;
  return status === "live" && mover !== null && you.includes(mover) && !isMachine(seats[mover]);
}

/** Whether one person plays both seats by hand on this screen. @param {State} state */
export function isShared({ you, seats }) {
  return you.length === 2 && COLORS.every((seat) => seats[seat].kind === "person");
}

/** @param {State} state */
export function isSpectator({ you }) {
  return you.length === 0;
}

/** The seats that the person who looks plays by hand, or could. @param {State} state */
export function ownSeats({ you, seats }) {
  return you.filter((seat) => seats[seat].kind !== "ai");
}
