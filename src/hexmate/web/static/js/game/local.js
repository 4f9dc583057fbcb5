/**
 * A game stored in this browser: two players on one screen, or you against the engine in the page. It needs no server
 * and has the same interface as a game there.
 */

import { createMover } from "../engine/mover.js";
import { ApiError } from "../net/api.js";
import { other } from "../rules/board.js";
import { seatOf } from "../rules/swap.js";
import { lasting } from "../storage.js";
import { idOf, peopleOf, removeGame, replay, updateGame } from "./kept.js";
import { firstModel } from "./model.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Event} Event */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {import("./state.js").Seat} Seat */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./kept.js").Engines} Engines */
/** @typedef {import("../storage.js").StorageLike} StorageLike */
/** @typedef {import("../engine/mover.js").Mover} Mover */
/**
 * @typedef {object} Means
 * @property {StorageLike} [storage]
 * @property {() => Mover} [mover]
 * @property {(code: string) => Promise<boolean>} [rescue] the engine of this device has failed: continue elsewhere, if
 *   possible
 */

/** @type {readonly Color[]} */
const COLORS = ["black", "white"];
const HINT = { player: "hexmate", seconds: 1 };

/** @type {Seat} */
const PERSON = { kind: "person", name: null, ai: null, rating: null, handed_over: false, online: true };

/** Open a stored game. @param {Kept} kept @param {Means} [means] @returns {Session} */
export const openLocal = (kept, means = {}) => new LocalSession(kept, means);

/** @implements {Session} */
class LocalSession {
  /** @type {number} */ #number;
  /** @type {import("../rules/board.js").Board} */ #board;
  /** @type {Color | null} */ #resigned;
  /** @type {Engines | undefined} */ #engines;
  /** @type {Required<Means>} */ #means;
  /** @type {Mover | null} */ #mover = null;
  /** The position that an engine searches; null while none does. @type {number | null} */ #searching = null;
  #version = 1;
  #cancelled = false;
  #paused = false;
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
    pause: () => this.#pause(true),
    resume: () => this.#pause(false),
    cancel: () => {
      this.#cancelled = true;
      this.#changed({ kind: "updated" });
    },
  };

  /** @param {Kept} kept @param {Means} means */
  constructor(kept, { storage = lasting(), mover = createMover, rescue = async () => false }) {
    this.#number = kept.number;
    this.#board = replay(kept);
    this.#resigned = kept.resigned;
    this.#engines = kept.engines;
    this.#means = { storage, mover, rescue };
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
    if (this.#listeners.size === 0) queueMicrotask(() => this.#searching === null && void this.#letEngineMove());
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
    if (!player || !this.#engines || this.#paused || this.#listeners.size === 0) return;
    const at = this.#version;
    this.#searching = at;
    this.#changed({ kind: "updated" }, false);
    try {
      this.#mover ??= this.#means.mover();
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
      if (code.startsWith("device_") && (await this.#means.rescue(code))) return;
      this.#notify({ kind: "refused", code, message });
    }
  }

  /** @param {Color} color */
  #resign(color) {
    this.#resigned = color;
    this.#changed({ kind: "updated" });
  }

  /** @param {boolean} paused */
  #pause(paused) {
    this.#paused = paused;
    if (paused) this.#mover?.stop();
    this.#changed({ kind: "updated" });
  }

  async #hint() {
    this.#mover ??= this.#means.mover();
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
      id: idOf({ number: this.#number }),
      version: this.#version,
      status: this.#cancelled ? "cancelled" : over ? "finished" : this.#paused ? "paused" : "live",
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
    const people = peopleOf({ engines: this.#engines });
    return people.length === 1 ? seatOf(people[0], swap, moves) : turn;
  }

  /** The seats of people: all, where two engines play and you watch. @returns {Color[]} */
  #people() {
    const people = peopleOf({ engines: this.#engines });
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
    const [number, moves, resigned, engines] = [this.#number, this.#moves, this.#resigned, this.#engines];
    if (this.#cancelled) removeGame(number, this.#means.storage);
    else updateGame({ number, rows, cols, shape, swap, moves, resigned, engines }, this.#means.storage);
  }

  /** @param {Event} event */
  #notify(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** @param {number} plies */
  #takeBack(plies) {
    this.#resigned = null;
    this.#searching = null;
    this.#paused = false;
    while (this.#board.moves.length > plies) this.#undone.push(/** @type {string} */ (this.#board.pop()?.move));
    this.#changed({ kind: "undone" });
  }
}
