/**
 * A live game as a client sees it: the server's state, and the user's moves that the server has not
 * answered yet. Models are immutable: each step makes a new one.
 */

import { Board } from "../rules/board.js";
import { parsePosition } from "../rules/position.js";
import { isMachine, isMyTurn, isShared, ownSeats } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Move} Move */
/** @typedef {{number: number, move: string, ref: string}} Intent a move waiting for the server's answer */
/** @typedef {{number: number, move: string}} Premove */
/**
 * @typedef {object} Model
 * @property {State} state
 * @property {Intent | null} pending shown on the board, not yet acknowledged
 * @property {Premove | null} premove to be played when its number comes
 */
/** @typedef {import("../types/api").ServerMessage} Message */
/** @typedef {import("../types/api").Change} Change */

/** @param {State} state @returns {Model} */
export function firstModel(state) {
  return { state, pending: null, premove: null };
}

/**
 * The model after a message from the server; null if messages in between are missing, so that the
 * whole state must be requested. A repeated message changes nothing.
 * @param {Model} model
 * @param {Message} message
 * @returns {Model | null}
 */
export function received(model, message) {
  if (message.type === "state") return settled({ ...model, state: withoutType(message) });
  if (message.type !== "move" && message.type !== "undo" && message.type !== "update") return model;
  const { version } = model.state;
  if (message.version <= version) return model;
  if (message.version > version + 1) return null;
  const state = changed(model.state, message);
  return state && settled({ ...model, state });
}

/**
 * @param {State} state
 * @param {Change} message
 * @returns {State | null}
 */
function changed(state, message) {
  switch (message.type) {
    case "move": {
      const { number, color, move, at, ...rest } = withoutType(message);
      if (number !== state.moves.length + 1) return null;
      return { ...state, ...rest, moves: [...state.moves, { number, color, move, at }] };
    }
    case "undo": {
      const { number, ...rest } = withoutType(message);
      if (number > state.moves.length) return null;
      return { ...state, ...rest, moves: state.moves.slice(0, number) };
    }
    default:
      return { ...state, ...withoutType(message) };
  }
}

/** @template {{type: string}} T @param {T} message @returns {Omit<T, "type">} */
function withoutType({ type, ...rest }) {
  return rest;
}

/** Drop what the new state has answered. @param {Model} model @returns {Model} */
function settled(model) {
  const { state, pending, premove } = model;
  const plies = state.moves.length;
  const waits = pending && pending.number === plies + 1 && isMyTurn(state);
  return {
    ...model,
    pending: waits ? pending : null,
    premove: premove && premoveStands(state, premove) ? premove : null,
  };
}

/**
 * Whether a premove may still be played, now or after the opponent's move.
 * @param {State} state
 * @param {Premove} premove
 */
function premoveStands(state, { number, move }) {
  if (
    state.status !== "live" ||
    state.moves.some((played) => played.move.startsWith("swap") && played.number === number - 1)
  )
    return false;
  const due = state.moves.length + 1;
  const inTime = isMyTurn(state) ? number === due : number === due + 1;
  return inTime && boardOf(state).isLegal(move);
}

/** @param {Model} model @param {string} move @param {string} ref @returns {Model} */
export function intended(model, move, ref) {
  return { ...model, pending: { number: model.state.moves.length + 1, move, ref }, premove: null };
}

/** The model after the server refused a message. @param {Model} model @param {string} ref @returns {Model} */
export function refused(model, ref) {
  return model.pending?.ref === ref ? { ...model, pending: null } : model;
}

/**
 * Set a premove with the number of its move; null removes it.
 * @param {Model} model
 * @param {string | null} move
 * @returns {Model}
 */
export function planned(model, move) {
  const number = model.state.moves.length + 2;
  return { ...model, premove: move === null ? null : { number, move } };
}

/** The premove whose turn has come. @param {Model} model @returns {Premove | null} */
export function duePremove({ state, premove, pending }) {
  const due = premove !== null && pending === null && isMyTurn(state) && premove.number === state.moves.length + 1;
  return due ? premove : null;
}

/** Whether a premove can be set while the opponent is to move. @param {Model} model */
export function canPremove({ state, pending }) {
  if (state.status !== "live" || isShared(state) || pending !== null || isMyTurn(state)) return false;
  return ownSeats(state).some((seat) => !isMachine(state.seats[seat]) && seat !== state.mover);
}

/** The moves as the user sees them, including a pending one. @param {Model} model @returns {Move[]} */
export function shownMoves({ state, pending }) {
  if (!pending || !state.turn) return state.moves;
  return [...state.moves, { number: pending.number, color: state.turn, move: pending.move }];
}

/** The board before the first move. @param {Pick<State, "rows" | "cols" | "shape" | "swap" | "start">} state */
export function startBoard({ rows, cols, shape, swap, start }) {
  return new Board(start ? parsePosition(start) : { rows, cols, shape, swap });
}

/** The board after the moves that the server has confirmed. @param {State} state */
export function boardOf(state) {
  const board = startBoard(state);
  for (const { move, color } of state.moves) board.push(move, color);
  return board;
}
