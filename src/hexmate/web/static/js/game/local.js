/**
 * A game for two players on one screen, stored in this browser: no server, no network. It has the
 * same interface as a game on the server.
 */

import { ApiError } from "../net/api.js";
import { Board, other } from "../rules/board.js";
import { seatOf } from "../rules/swap.js";
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
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} StorageLike */

/** The name under which the browser stores the game, and its id in addresses. */
export const LOCAL_ID = "local";
const KEY = "hexmate.local";

/** @type {Seat} */
const PERSON = { kind: "person", name: null, ai: null, rating: null, handed_over: false, online: true };

/**
 * The stored game, or null if there is none or it is broken.
 * @param {StorageLike} [storage]
 * @returns {Kept | null}
 */
export function keptGame(storage = localStorage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "null");
    replay(kept);
    return kept;
  } catch {
    return null;
  }
}

/**
 * Store a new game in place of the last one.
 * @param {Rules & {moves?: string[]}} rules
 * @param {StorageLike} [storage]
 */
export function keepGame({ rows, cols, shape, swap, moves = [] }, storage = localStorage) {
  storage.setItem(KEY, JSON.stringify({ rows, cols, shape, swap, moves, resigned: null }));
}

/** @param {Kept} kept */
function replay({ rows, cols, shape, swap, moves }) {
  const board = new Board({ rows, cols, shape, swap });
  for (const move of moves) board.push(move);
  return board;
}

/** Whether a stored game is over. @param {Kept} kept */
export const isEnded = (kept) => kept.resigned !== null || replay(kept).over;

/**
 * Open the stored game.
 * @param {Kept} kept
 * @param {StorageLike} [storage]
 * @returns {Session}
 */
export const openLocal = (kept, storage = localStorage) => new LocalSession(kept, storage);

/** @implements {Session} */
class LocalSession {
  /** @type {Board} */ #board;
  /** @type {Color | null} */ #resigned;
  /** @type {StorageLike} */ #storage;
  #version = 1;
  #cancelled = false;
  /** @type {string[]} moves taken back, the next one last */
  #undone = [];
  /** @type {Set<(event: Event) => void>} */
  #listeners = new Set();
  /** @type {import("./model.js").Model} */ #model;

  /** @type {Record<string, (fields: any) => void>} */
  #commands = {
    undo: ({ to = this.#board.moves.length - 1 }) => this.#takeBack(Math.max(0, to)),
    redo: () => this.#undone.length > 0 && this.play(this.#undone[this.#undone.length - 1]),
    restart: () => {
      this.#takeBack(0);
      this.#undone = [];
      this.#changed({ kind: "updated" });
    },
    resign: () => {
      this.#resigned = this.#board.turn;
      this.#changed({ kind: "updated" });
    },
    cancel: () => {
      this.#cancelled = true;
      this.#changed({ kind: "updated" });
    },
  };

  /** @param {Kept} kept @param {StorageLike} storage */
  constructor(kept, storage) {
    this.#board = replay(kept);
    this.#resigned = kept.resigned;
    this.#storage = storage;
    this.#model = firstModel(this.#state());
  }

  model() {
    return this.#model;
  }

  link() {
    return /** @type {const} */ ("open");
  }

  /** There is no one to write to. */
  chat() {
    return [];
  }

  async reconnect() {}

  /** @param {string} move */
  play(move) {
    if (this.#model.state.turn === null || !this.#board.isLegal(move)) return;
    this.#undone = this.#undone.at(-1) === move ? this.#undone.slice(0, -1) : [];
    this.#board.push(move);
    this.#changed({ kind: "moved", number: this.#board.moves.length });
  }

  /** Both players move here, so there are no premoves. */
  plan() {}

  /** @param {string} type @param {object} [fields] */
  async ask(type, fields = {}) {
    if (!this.#commands[type]) throw new ApiError("offline", `${type} needs the server`);
    this.#commands[type](fields);
    return {};
  }

  /** @param {(event: Event) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close() {
    this.#listeners.clear();
  }

  /** @returns {State} */
  #state() {
    const board = this.#board;
    const over = board.over || this.#resigned !== null;
    const turn = over || this.#cancelled ? null : board.turn;
    return {
      id: LOCAL_ID,
      version: this.#version,
      status: this.#cancelled ? "cancelled" : over ? "finished" : "live",
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
      mover: turn && seatOf(turn, board.swap, board.moves),
      swap_available: turn !== null && board.swapAvailable,
      clocks: null,
      offers: { undo: null },
      searching: false,
      redo: this.#undone.length,
      rematch: null,
      claim: null,
      series: null,
      result: this.#result(),
    };
  }

  /** @returns {State["result"]} */
  #result() {
    const board = this.#board;
    const resigned = this.#resigned;
    if (!board.over && resigned === null) return null;
    const winner = resigned ? other(resigned) : board.winner;
    return {
      result: winner ? `${winner[0].toUpperCase()}+${resigned ? "Resign" : ""}` : "Draw",
      winner,
      winner_seat: winner && seatOf(winner, board.swap, board.moves),
      termination: resigned ? "resignation" : board.chain ? "connection" : "full board",
      chain: (board.chain ?? []).map((cell) => board.name(cell)),
    };
  }

  /** @param {Event} event */
  #changed(event) {
    this.#version += 1;
    this.#model = firstModel(this.#state());
    const moves = this.#board.moves.map(({ move }) => move);
    const { rows, cols, shape, swap } = this.#board;
    if (this.#cancelled) this.#storage.removeItem(KEY);
    else this.#storage.setItem(KEY, JSON.stringify({ rows, cols, shape, swap, moves, resigned: this.#resigned }));
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** @param {number} plies */
  #takeBack(plies) {
    this.#resigned = null;
    while (this.#board.moves.length > plies) this.#undone.push(/** @type {string} */ (this.#board.pop()?.move));
    this.#changed({ kind: "undone" });
  }
}
