/**
 * What the tab says about a game, and when the user is called back to it: pure decisions, carried out
 * by `views/attention.js`.
 */

import { isMachine, isMyTurn, isShared, moverOf, ownSeats } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {"turn" | "over"} Call what the user should know */
/** @typedef {{call: Call | null, sign: string}} Attention `sign` changes with every new reason to call */
/** @typedef {"ask" | "on" | "off"} Choice the user's, for notifications */

/**
 * What the tab says now. Two players at one screen, spectators and engines among themselves need no call.
 * @param {State} state
 * @param {{pending: boolean}} own whether a move of the user is on its way
 * @returns {Attention}
 */
export function attentionOf(state, { pending }) {
  const plays = ownSeats(state).length > 0 && !isShared(state);
  /** @type {Call | null} */
  const call = !plays ? null : state.result ? "over" : isMyTurn(state) && !pending ? "turn" : null;
  return { call, sign: `${call ?? "none"} ${state.moves.length}` };
}

/**
 * Whether to call the user back: something new has happened while they look elsewhere.
 * @param {Attention} before
 * @param {Attention} now
 * @param {boolean} hidden
 * @returns {Call | null}
 */
export function newCall(before, now, hidden) {
  return hidden && now.sign !== before.sign ? now.call : null;
}

/**
 * Whether this is the moment to offer notifications: online, after the user's first move, while the opponent is
 * to move. Engines answer soon, and a game that has not begun is on the screen anyway.
 * @param {State} state
 * @param {{choice: Choice, permission: NotificationPermission | "missing"}} known
 */
export function isTimeToAsk(state, { choice, permission }) {
  if (choice !== "ask" || permission !== "default") return false;
  const { mode, status, you, moves, mover, seats } = state;
  if (mode !== "online" || status !== "live" || you.length !== 1 || !mover || you.includes(mover)) return false;
  if (isMachine(seats[mover])) return false;
  return moves.filter((_, i) => moverOf(state, i + 1) === you[0]).length === 1;
}

/**
 * Whether a notification may be shown.
 * @param {{choice: Choice, permission: NotificationPermission | "missing"}} known
 */
export function mayNotify({ choice, permission }) {
  return permission === "granted" && choice !== "off";
}
