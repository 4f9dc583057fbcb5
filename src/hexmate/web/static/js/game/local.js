/**
 * A game stored in this browser: two players on one screen, or you against the engine in the page. It needs no server
 * and has the same interface as a game there.
 */

import { createMover } from "../engine/mover.js";
import { ApiError } from "../net/api.js";
import { Board, other } from "../rules/board.js";
import { seatOf } from "../rules/swap.js";
import { lasting } from "../storage.js";
import { firstModel } from "./model.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Event} Event */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {import("./state.js").Seat} Seat */
/**
 * @typedef {{rows: number, cols: number, shape: import("./state.js").Shape, swap: import("./state.js").SwapRule}} Rules
 */
/** @typedef {{black?: string, white?: string, seed: number}} Engines by seat, and the seed of their moves */
/** @typedef {Rules & {moves: string[], resigned: Color | null, engines?: Engines}} Kept */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} StorageLike */

/** The name under which the browser stores the game, and its id in addresses. */
export const LOCAL_ID = "local";
const KEY = "hexmate.local";
const HINT = { player: "hexmate", seconds: 1 };

/** @type {readonly Color[]} */
const COLORS = ["black", "white"];
/** @type {Seat} */
const PERSON = { kind: "person", name: null, ai: null, rating: null, handed_over: false, online: true };

/**
 * The stored game, or null if there is none or it is broken.
 * @param {StorageLike} [storage]
 * @returns {Kept | null}
 */
export function keptGame(storage = lasting()) {
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
 * @param {Rules & {moves?: string[], engines?: Engines}} rules
 * @param {StorageLike} [storage]
 */
export function keepGame({ rows, cols, shape, swap, moves = [], engines }, storage = lasting()) {
  storage.setItem(KEY, JSON.stringify({ rows, cols, shape, swap, moves, resigned: null, engines }));
}

/** The engines of a new game. @param {Partial<Record<Color, string>>} seats @returns {Engines} */
export const newEngines = (seats) => ({ ...seats, seed: Math.floor(Math.random() * 2 ** 31) });

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
 * @param {() => import("../engine/mover.js").Mover} [mover]
 * @returns {Session}
 */
export const openLocal = (kept, storage = lasting(), mover = createMover) => new LocalSession(kept, storage, mover);

/** @implements {Session} */
class LocalSession {
  /** @type {Board} */ #board;
  /** @type {Color | null} */ #resigned;
  /** @type {StorageLike} */ #storage;
  /** @type {Engines | undefined} */ #engines;
  /** @type {() => import("../engine/mover.js").Mover} */ #createMover;
  /** @type {import("../engine/mover.js").Mover | null} */ #mover = null;
  /** The position that an engine searches; null while none does. @type {number | null} */ #searching = null;
  #version = 1;
  #cancelled = false;
  /** @type {string[]} moves taken back, the next one last */
  #undone = [];
  /** @type {Set<(event: Event) => void>} */
  #listeners = new Set();
  /** @type {import("./model.js").Model} */ #model;

  /** @type {Record<string, (fields: any) => unknown>} */
  #commands = {
    hint: () => this.#hint(),
    stop_search: () => this.#mover?.stop(),
    undo: ({ to = this.#board.moves.length - 1 }) => this.#takeBack(Math.max(0, to)),
    redo: () => this.#undone.length > 0 && this.play(this.#undone[this.#undone.length - 1]),
    restart: () => {
      this.#takeBack(0);
      this.#undone = [];
      this.#changed({ kind: "updated" });
    },
    resign: () => this.#resign(this.#resigning()),
    cancel: () => {
      this.#cancelled = true;
      this.#changed({ kind: "updated" });
    },
  };

  /** @param {Kept} kept @param {StorageLike} storage @param {() => import("../engine/mover.js").Mover} mover */
  constructor(kept, storage, mover) {
    this.#board = replay(kept);
    this.#resigned = kept.resigned;
    this.#storage = storage;
    this.#engines = kept.engines;
    this.#createMover = mover;
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

  /** Ask the engine again, if it failed. */
  async reconnect() {
    await this.#letEngineMove();
  }

  /** @param {string} move */
  play(move) {
    if (this.#model.state.turn === null || this.#engineToMove() || !this.#board.isLegal(move)) return;
    this.#place(move);
  }

  /** @param {string} move */
  #place(move) {
    this.#undone = this.#undone.at(-1) === move ? this.#undone.slice(0, -1) : [];
    this.#board.push(move);
    this.#changed({ kind: "moved", number: this.#board.moves.length });
  }

  /** Both players move here, so there are no premoves. */
  plan() {}

  /** @param {string} type @param {object} [fields] */
  async ask(type, fields = {}) {
    if (!this.#commands[type]) throw new ApiError("offline", `${type} needs the server`);
    return (await this.#commands[type](fields)) ?? {};
  }

  /** @param {(event: Event) => void} listener */
  subscribe(listener) {
    // An engine that is to move begins when someone watches.
    if (this.#listeners.size === 0) queueMicrotask(() => void this.#letEngineMove());
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close() {
    this.#listeners.clear();
    this.#mover?.close();
    this.#mover = null;
  }

  get #moves() {
    return this.#board.moves.map(({ move }) => move);
  }

  /** The engine that is to move, if one is. */
  #engineToMove() {
    const { mover } = this.#model.state;
    return mover ? this.#engines?.[mover] : undefined;
  }

  async #letEngineMove() {
    const player = this.#engineToMove();
    if (!player || !this.#engines || this.#listeners.size === 0) return;
    const at = this.#version;
    this.#searching = at;
    this.#changed({ kind: "updated" }, false);
    try {
      this.#mover ??= this.#createMover();
      const { rows, cols, shape, swap } = this.#board;
      const game = { rows, cols, shape, swap, moves: this.#moves };
      const { move } = await this.#mover.find(game, player, this.#engines.seed);
      if (this.#searching !== at) return;
      this.#searching = null;
      if (move === "resign") this.#resign(this.#board.turn);
      else this.#place(move);
    } catch (error) {
      if (this.#searching !== at) return;
      this.#searching = null;
      this.#changed({ kind: "updated" }, false);
      const { code, message } = error instanceof ApiError ? error : { code: "device_failed", message: String(error) };
      this.#notify({ kind: "refused", code, message });
    }
  }

  /** @param {Color} color */
  #resign(color) {
    this.#resigned = color;
    this.#changed({ kind: "updated" });
  }

  async #hint() {
    this.#mover ??= this.#createMover();
    const { rows, cols, shape, swap } = this.#board;
    const game = { rows, cols, shape, swap, moves: this.#moves };
    const { move, win_probability } = await this.#mover.find(game, HINT.player, 0, { seconds: HINT.seconds });
    return { move, info: { win_probability } };
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
      you: this.#people(),
      seats: { black: this.#seat("black"), white: this.#seat("white") },
      moves: board.moves.map(({ color, move }, at) => ({ number: at + 1, color, move })),
      turn,
      mover: turn && seatOf(turn, board.swap, board.moves),
      swap_available: turn !== null && board.swapAvailable,
      clocks: null,
      offers: { undo: null },
      searching: this.#searching !== null,
      redo: this.#undone.length,
      rematch: null,
      claim: null,
      series: null,
      result: this.#result(),
    };
  }

  /** The colour of the person who resigns: of two on one screen, the one to move. @returns {Color} */
  #resigning() {
    const { turn, swap, moves } = this.#board;
    const people = COLORS.filter((seat) => !this.#engines?.[seat]);
    return people.length === 1 ? seatOf(people[0], swap, moves) : turn;
  }

  /** The seats of people: all, where two engines play and you watch. @returns {Color[]} */
  #people() {
    const people = COLORS.filter((seat) => !this.#engines?.[seat]);
    return people.length > 0 ? people : [...COLORS];
  }

  /** @param {Color} seat @returns {Seat} */
  #seat(seat) {
    const ai = this.#engines?.[seat];
    return ai ? { ...PERSON, kind: "ai", ai } : PERSON;
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

  /** @param {Event} event @param {boolean} [position] whether the position has changed */
  #changed(event, position = true) {
    this.#version += 1;
    if (position) this.#searching = null;
    this.#model = firstModel(this.#state());
    if (position) this.#keep();
    this.#notify(event);
    if (position) void this.#letEngineMove();
  }

  #keep() {
    const { rows, cols, shape, swap } = this.#board;
    const kept = { rows, cols, shape, swap, moves: this.#moves, resigned: this.#resigned, engines: this.#engines };
    try {
      if (this.#cancelled) this.#storage.removeItem(KEY);
      else this.#storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Full or forbidden storage: the game lasts as long as its page.
    }
  }

  /** @param {Event} event */
  #notify(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** @param {number} plies */
  #takeBack(plies) {
    this.#resigned = null;
    this.#searching = null;
    while (this.#board.moves.length > plies) this.#undone.push(/** @type {string} */ (this.#board.pop()?.move));
    this.#changed({ kind: "undone" });
  }
}
