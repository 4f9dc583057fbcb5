/** The status of a game in one line. */

import { isMachine, isMyTurn, isShared, isSpectator, seatOf } from "../game/state.js";
import { t } from "../i18n/index.js";
import { colorName } from "../words.js";
import { seatName } from "./players.js";

/** @typedef {import("../game/state.js").State} State */
/** @typedef {import("../game/state.js").Result} Result */
/** @typedef {{title: string, reason: string, mood: "victory" | "defeat" | "calm"}} Ending */

/** Whose turn it is, or why the game waits. @param {State} state */
export function statusText(state) {
  const { status, turn, mover } = state;
  if (status === "waiting" || status === "paused" || status === "cancelled") return t(`status.${status}`);
  if (state.result) return endingOf(state, state.result).title;
  if (!turn || !mover) return "";
  if (isShared(state) || isSpectator(state)) {
    return isMachine(state.seats[mover])
      ? t("status.thinking", { name: seatName(state, mover) })
      : t("status.turn", { color: colorName(turn) });
  }
  if (isMyTurn(state)) {
    const exchanged = seatOf(state, mover) !== mover;
    return exchanged ? t("status.yourTurnAs", { color: colorName(turn) }) : t("status.yourTurn");
  }
  const name = seatName(state, mover);
  return t(isMachine(state.seats[mover]) ? "status.thinking" : "status.theirTurn", { name });
}

const REASONS = /** @type {const} */ (["resignation", "timeout", "forfeit", "full board"]);

/** @param {State} state @param {Result} result @returns {Ending} */
export function endingOf(state, { winner, winner_seat: seat, termination }) {
  const known = REASONS.find((name) => name === termination);
  const reason = known ? t(`result.${known}`) : t("result.connection", { count: state.moves.length });
  if (!winner || !seat) return { title: t("result.draw"), reason, mood: "calm" };
  const single = state.you.length === 1;
  if (!single)
    return {
      title: t("result.wins", { color: colorName(winner) }),
      reason,
      mood: state.you.length ? "victory" : "calm",
    };
  const won = state.you[0] === seat;
  return { title: t(won ? "result.youWin" : "result.youLose"), reason, mood: won ? "victory" : "defeat" };
}
