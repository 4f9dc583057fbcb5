/** What the user can do in a game now. */

import { isLocal } from "./kept.js";
import { COLORS, isMachine, isMyTurn, isOver, isShared, moverOf, ownSeats } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./model.js").Model} Model */
/**
 * @typedef {object} Rights
 * @property {boolean} play
 * @property {boolean} swap
 * @property {boolean} hint
 * @property {boolean} undo take back, or request a takeback
 * @property {boolean} asks whether a takeback needs the opponent's consent
 * @property {boolean} redo
 * @property {boolean} resign
 * @property {boolean} cancel
 * @property {boolean} abort cancel a game online that has begun: it does not count
 * @property {boolean} pause
 * @property {boolean} resume
 * @property {boolean} restart
 * @property {boolean} handOver
 * @property {boolean} takeOver resume control from the engine
 * @property {boolean} stop make the engine play its best move so far
 * @property {boolean} answerUndo the opponent requests a takeback
 * @property {boolean} rematch
 */

/**
 * @param {Model} model
 * @returns {Rights}
 */
export function rightsOf({ state, pending }) {
  const own = ownSeats(state);
  const playing = own.length > 0;
  const live = state.status === "live";
  const local = state.mode === "local";
  const seated = state.you.length > 0;
  const asker = state.offers?.undo ?? null;
  const cancel = seated && !isOver(state) && state.moves.length < 2;
  const abort = cancel && live && playing && !local;
  return {
    play: isMyTurn(state) && !pending,
    swap: isMyTurn(state) && !pending && state.swap_available,
    hint: isMyTurn(state) && !pending && (local || state.training),
    undo: playing && canUndo(state) && !(asker && state.you.includes(asker)),
    asks: !local && !state.training,
    redo: playing && live && (local || state.training) && (state.redo ?? 0) > 0,
    resign: playing && live && state.moves.length > 0 && !abort,
    cancel: cancel && !abort,
    abort,
    pause: seated && live && local,
    resume: seated && state.status === "paused",
    restart: seated && local && !isOver(state) && state.moves.length > 0,
    handOver: live && state.you.some((seat) => state.seats[seat].kind === "hybrid" && !state.seats[seat].handed_over),
    takeOver: live && state.you.some((seat) => state.seats[seat].kind === "hybrid" && state.seats[seat].handed_over),
    stop: seated && live && local && state.searching,
    answerUndo: live && asker !== null && playing && !state.you.includes(asker),
    rematch: seated && isOver(state),
  };
}

/**
 * The actions that have a place on the screen in this game, possible now or not. It depends on who plays and how, so
 * that buttons do not come and go. Spectators have none.
 * @param {State} state
 */
export function offersOf(state) {
  const { mode, training, you, seats, clock, id } = state;
  const playing = ownSeats(state).length > 0;
  const seated = you.length > 0;
  const casual = mode === "local" || training;
  const kept = isLocal(id);
  const engines = COLORS.filter((seat) => seats[seat].kind === "ai" || seats[seat].kind === "hybrid");
  return {
    undo: playing && !(state.status === "finished" && state.rated),
    redo: playing && casual,
    hint: playing && casual && (!kept || state.shape === "hex"),
    stop: seated && mode === "local" && engines.length > 0,
    // Without a clock only engines have to be stopped.
    pause: seated && mode === "local" && (clock !== "none" || engines.length === 2),
    handOver: you.some((seat) => seats[seat].kind === "hybrid"),
    resign: playing,
    abort: playing && mode === "online",
  };
}

/** @param {State} state */
function canUndo(state) {
  if (state.status === "finished" ? state.rated : state.status !== "live") return false;
  return undoTarget(state) !== null;
}

/**
 * How many moves remain after taking back: all before the user's last move. A user who plays both
 * sides, or watches two engines play, takes back one.
 * @param {State} state
 * @returns {number | null}
 */
export function undoTarget(state) {
  const own = ownSeats(state);
  const byHand = (/** @type {import("./state.js").Color} */ seat) =>
    own.includes(seat) && !isMachine(state.seats[seat]);
  if (isShared(state) || !COLORS.some(byHand)) return state.moves.length > 0 ? state.moves.length - 1 : null;
  for (let number = state.moves.length; number > 0; number -= 1) {
    if (byHand(moverOf(state, number))) return number - 1;
  }
  return null;
}
