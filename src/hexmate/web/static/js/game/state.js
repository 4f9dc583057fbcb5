/**
 * The state of a game as the server sends it, and functions that read it. A seat is a player, named
 * by the colour they started with; after swap-sides the players have exchanged colours.
 */

import { seatOf as seatAfter } from "../rules/swap.js";

/** @typedef {import("../types/api").Side} Color */
/** @typedef {import("../types/api").ShapeName} Shape */
/** @typedef {import("../types/api").SwapName | null} SwapRule */
/** @typedef {import("../types/api").SeatState} Seat */
/** @typedef {import("../types/api").ClockState} Reading */
/** @typedef {import("../types/api").ClockStates} Clocks */
/** @typedef {import("../types/api").ResultState} Result */
/** @typedef {import("../types/api").StatusName} Status */
/** @typedef {Omit<import("../types/api").MoveState, "at"> & {at?: string}} Move `at` is unknown for own moves */
/** @typedef {import("../types/api").GameState} GameState */
/**
 * The state of a game: what the server sends, without the fields that only a server has. A game stored in this
 * browser has no clocks.
 * @typedef {Omit<GameState, "type" | "ref" | "missed" | "created" | "audience" | "moves" | "clocks">
 *   & {moves: Move[], clocks: Clocks | null}} State
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

/** Whether an engine moves for a seat now. @param {Seat} seat */
export function isMachine(seat) {
  return seat.kind === "ai" || (seat.kind === "hybrid" && seat.handed_over);
}

/** @param {State} state */
export function isOver({ status }) {
  return status === "finished" || status === "cancelled";
}

/** Whether the user can move now. @param {State} state */
export function isMyTurn(state) {
  const { mover, status, you, seats } = state;
  return status === "live" && mover !== null && you.includes(mover) && !isMachine(seats[mover]);
}

/** Whether the user plays both seats by hand on this screen. @param {State} state */
export function isShared({ you, seats }) {
  return you.length === 2 && COLORS.every((seat) => seats[seat].kind === "person");
}

/** @param {State} state */
export function isSpectator({ you }) {
  return you.length === 0;
}

/** The seats that the user plays by hand, or could. @param {State} state */
export function ownSeats({ you, seats }) {
  return you.filter((seat) => seats[seat].kind !== "ai");
}
