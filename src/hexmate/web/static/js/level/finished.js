/** A finished game as the estimate of your level sees it. */

import { strengthOf } from "./scale.js";

/** @typedef {import("../game/state.js").State} State */
/** @typedef {import("./estimate.js").Played} Played */

/** The sizes that say something about both players. */
const SIZES = { least: 5, most: 19 };
/** Other endings say nothing about strength. */
const TERMINATIONS = ["connection", "resignation"];

/**
 * Your game, or null if it does not count: it is not yours alone against an engine of known strength, the board is
 * unusual, you won with help, or resigned before anything happened.
 * @param {State} state
 * @param {{helped: boolean, day: number}} circumstances
 * @returns {Played | null}
 */
export function playedGame(state, { helped, day }) {
  const { you, seats, rows: size, cols, shape, start, moves, result } = state;
  if (you.length !== 1 || !result?.winner_seat || start) return null;
  const [seat] = you;
  const rival = seats[seat === "black" ? "white" : "black"];
  if (seats[seat].kind !== "person" || rival.kind !== "ai" || !rival.ai || strengthOf(rival.ai) === null) return null;
  if (shape !== "hex" || size !== cols || size < SIZES.least || size > SIZES.most) return null;
  if (!TERMINATIONS.includes(result.termination)) return null;
  if (result.termination === "resignation" && moves.length < size) return null;
  const won = result.winner_seat === seat;
  if (won && helped) return null;
  return { opponent: rival.ai, size, first: firstOf(state), won, day };
}

/**
 * Whether the first move was yours, where that counts.
 * @param {Pick<State, "swap" | "you">} state
 * @returns {-1 | 0 | 1}
 */
export function firstOf({ swap, you }) {
  if (swap) return 0;
  return you[0] === "black" ? 1 : -1;
}

/** The level that you play against; null if it is something else. @param {Pick<State, "you" | "seats">} state */
export function levelAgainst({ you, seats }) {
  if (you.length !== 1) return null;
  const { kind, ai } = seats[you[0] === "black" ? "white" : "black"];
  const level = kind === "ai" ? /^level:n=(\d+)$/.exec(ai ?? "")?.[1] : undefined;
  return level ? Number(level) : null;
}
