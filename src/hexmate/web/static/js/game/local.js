/**
 * A game for two people at one screen, kept by this browser alone: no server, no network. It
 * speaks the same language as a game on the server.
 */

import { ApiError } from "../net/api.js";
import { Board, other } from "../rules/board.js";
import { firstModel } from "./model.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Event} Event */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {import("./state.js").Seat} Seat */
/**
 * @typedef {{rows: number, cols: number, shape: import("./state.js").Shape, swap: import("./state.js").SwapRule}} Rules
 */
/** @typedef {Rules & {moves: string[], resigned: Color | null}} Kept */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Shelf */

/** The name under which the browser keeps the game, and its address in place of an id. */
export const LOCAL_ID = "local";
const KEY = "hexmate.local";

/** @type {Seat} */
const PERSON = { kind: "person", name: null, ai: null, rating: null, handed_over: false, online: true };

/**
 * The game that this browser keeps, or null when there is none or it is broken.
 * @param {Shelf} [shelf]
 * @returns {Kept | null}
 */
export function keptGame(shelf = localStorage) {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? "null");
    replay(kept);
    return kept;
  } catch {
    return null;
  }
}

/**
 * Keep a new game, in the place of the last one.
 * @param {Rules & {moves?: string[]}} rules
 * @param {Shelf} [shelf]
 */
export function keepGame({ rows, cols, shape, swap, moves = [] }, shelf = localStorage) {
  shelf.setItem(KEY, JSON.stringify({ rows, cols, shape, swap, moves, resigned: null }));
}

/** @param {Kept} kept */
function replay({ rows, cols, shape, swap, moves }) {
  const board = new Board({ rows, cols, shape, swap });
  for (const move of moves) board.push(move);
  return board;
}

/** Whether a kept game is over. @param {Kept} kept */
export const isEnded = (kept) => kept.resigned !== null || replay(kept).over;

/**
 * @param {Kept} kept
 * @param {Shelf} [shelf]
 * @returns {Session}
 */
export function openLocal(kept, shelf = localStorage) {
  const board = replay(kept);
  let resigned = kept.resigned;
  let version = 1;
  let cancelled = false;
  /** @type {string[]} moves taken back, the next one last */
  let undone = [];
  /** @type {Set<(event: Event) => void>} */
  const listeners = new Set();
  let model = firstModel(stateOf());

  /** @returns {State} */
  function stateOf() {
    const over = board.over || resigned !== null;
    const turn = over || cancelled ? null : board.turn;
    const exchanged = board.moves[1]?.move === "swap-sides";
    return {
      id: LOCAL_ID,
      version,
      status: cancelled ? "cancelled" : over ? "finished" : "live",
      rows: board.rows,
      cols: board.cols,
      shape: board.shape,
      swap: board.swap,
      start: null,
      mode: "local",
      training: true,
      rated: false,
      clock: "none",
      you: ["black", "white"],
      seats: { black: PERSON, white: PERSON },
      moves: board.moves.map(({ color, move }, at) => ({ number: at + 1, color, move })),
      turn,
      mover: turn && exchanged ? other(turn) : turn,
      swap_available: turn !== null && board.swapAvailable,
      clocks: null,
      offers: { undo: null },
      thinking: false,
      redo: undone.length,
      rematch: null,
      result: resultOf(exchanged),
    };
  }

  /** @param {boolean} exchanged @returns {State["result"]} */
  function resultOf(exchanged) {
    if (!board.over && resigned === null) return null;
    const winner = resigned ? other(resigned) : board.winner;
    return {
      result: winner ? `${winner[0].toUpperCase()}+${resigned ? "Resign" : ""}` : "Draw",
      winner,
      winner_seat: winner && exchanged ? other(winner) : winner,
      termination: resigned ? "resignation" : board.chain ? "connection" : "full board",
      chain: (board.chain ?? []).map((cell) => board.name(cell)),
    };
  }

  /** @param {Event} event */
  function changed(event) {
    version += 1;
    model = firstModel(stateOf());
    const moves = board.moves.map(({ move }) => move);
    const { rows, cols, shape, swap } = board;
    if (cancelled) shelf.removeItem(KEY);
    else shelf.setItem(KEY, JSON.stringify({ rows, cols, shape, swap, moves, resigned }));
    for (const listener of [...listeners]) listener(event);
  }

  /** @param {string} move */
  function play(move) {
    if (model.state.turn === null || !board.isLegal(move)) return;
    undone = undone.at(-1) === move ? undone.slice(0, -1) : [];
    board.push(move);
    changed({ kind: "moved", number: board.moves.length });
  }

  /** @param {number} plies */
  function takeBack(plies) {
    resigned = null;
    while (board.moves.length > plies) undone.push(/** @type {string} */ (board.pop()?.move));
    changed({ kind: "undone" });
  }

  /** @type {Record<string, (fields: any) => void>} */
  const commands = {
    undo: ({ to = board.moves.length - 1 }) => takeBack(Math.max(0, to)),
    redo: () => undone.length > 0 && play(undone[undone.length - 1]),
    restart() {
      takeBack(0);
      undone = [];
      changed({ kind: "updated" });
    },
    resign() {
      resigned = board.turn;
      changed({ kind: "updated" });
    },
    cancel() {
      cancelled = true;
      changed({ kind: "updated" });
    },
  };

  return {
    model: () => model,
    link: () => "open",
    play,
    plan() {},
    async ask(type, fields = {}) {
      if (!commands[type]) throw new ApiError("offline", `${type} needs the server`);
      commands[type](fields);
      return {};
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
