/**
 * The core in WebAssembly, for browsers and Node: `await createEngine(bytes)`.
 *
 * The module has one thread and no exceptions. When a call is refused it throws an `EngineError`
 * with the core's message, and the engine must not be used any more: make a new one.
 */

import { RELAXED } from "./relaxed-module.js";

const ERRNO_NOT_SUPPORTED = 58;
/** Bytes in a report of the module before its integers, and those of a move, which begins with numbers. */
const REPORT_NUMBERS = 24;
const MOVE = { bytes: 48, numbers: 32 };
export const SWAP_RULES = { none: 0, pieces: 1, sides: 2 };

export class EngineError extends Error {}

/** @typedef {"loss" | "draw" | "win" | null} Proven for the side to move; null while open */
/**
 * @typedef {object} ReportedMove
 * @property {number} move
 * @property {number} winProbability
 * @property {number} score of negamax
 * @property {number} visits
 * @property {number} prior
 * @property {Proven} proven
 * @property {number[]} line the play expected, beginning with the move; of a solution, the cells of its proof
 */
/**
 * @typedef {object} Report What a search found, for the side to move.
 * @property {number} winProbability
 * @property {number} nodes visits, nodes or simulations
 * @property {number} seconds
 * @property {number} move a cell (row * cols + col), or -2 for none
 * @property {number} score of negamax
 * @property {number} depth of negamax
 * @property {Proven} proven
 * @property {boolean} full the tree has all the memory it may have
 * @property {ReportedMove[]} moves best first
 */

/** @param {number} number @returns {Proven} */
const provenOf = (number) => /** @type {const} */ (["loss", "draw", "win"])[number] ?? null;

/** The module of products of bytes with relaxed SIMD; null where the browser lacks these instructions. */
export function relaxedModule() {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(RELAXED), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/**
 * @param {BufferSource | WebAssembly.Module} source the bytes of hexmate.wasm, or a compiled module
 * @param {{relaxed?: WebAssembly.Module | null}} [options] null to do without relaxed SIMD
 * @returns {Promise<Engine>}
 */
export async function createEngine(source, { relaxed = relaxedModule() } = {}) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const engine = new Engine();
  const instance = await WebAssembly.instantiate(module, engine.imports(module));
  engine.begin(instance, relaxed);
  return engine;
}

export class Engine {
  /** @type {any} the functions of wasm/interface.cpp */
  core = null;
  /** Whether networks in 8 bits use relaxed SIMD, which makes them the faster ones; their answers are the same. */
  relaxed = false;
  #multiply = (/** @type {number} */ _product) => {};
  #broken = false;

  /** @param {WebAssembly.Module} module */
  imports(module) {
    const host = {
      fail: (/** @type {number} */ at, /** @type {number} */ size) => this.#fail(at, size),
      multiply_bytes: (/** @type {number} */ product) => this.#multiply(product),
    };
    /** @type {Record<string, (...args: number[]) => number>} */
    const system = { clock_time_get: (_id, _precision, at) => this.#writeTime(at) };
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from !== "host" && !(name in system)) system[name] = () => ERRNO_NOT_SUPPORTED;
    return { host, wasi_snapshot_preview1: system };
  }

  /** @param {WebAssembly.Instance} instance @param {WebAssembly.Module | null} relaxed */
  begin(instance, relaxed) {
    const functions = /** @type {Record<string, any>} */ (instance.exports);
    /** @type {Record<string, any>} */
    const checked = { memory: functions.memory };
    for (const [name, call] of Object.entries(functions))
      if (typeof call === "function") checked[name] = (/** @type {any[]} */ ...args) => this.#call(call, args);
    this.core = checked;
    functions._initialize();
    if (relaxed) this.relaxed = this.#takes(relaxed, functions);
  }

  /** Whether the module of products runs here and is right. @param {WebAssembly.Module} relaxed
   * @param {Record<string, any>} functions */
  #takes(relaxed, { memory, relaxed_works }) {
    try {
      const { exports } = new WebAssembly.Instance(relaxed, { env: { memory } });
      this.#multiply = /** @type {(product: number) => void} */ (exports.multiply_bytes);
      return relaxed_works() !== 0;
    } catch {
      return false;
    }
  }

  /** @param {Uint8Array} bytes copied into the module; give the place back with `give`. */
  put(bytes) {
    const at = this.core.take(Math.max(1, bytes.length));
    if (at === 0) throw new EngineError("the engine has no memory left");
    new Uint8Array(this.core.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /**
   * A copy of numbers in the module.
   * @param {number} at
   * @param {number} count
   */
  floats(at, count) {
    return new Float32Array(this.core.memory.buffer, at, count).slice();
  }

  /** @param {string} text @param {(at: number, size: number) => any} use */
  withText(text, use) {
    const bytes = new TextEncoder().encode(text);
    const at = this.put(bytes);
    const result = use(at, bytes.length);
    this.core.give(at);
    return result;
  }

  /** @returns {Report} of the last search */
  report() {
    const at = this.core.report();
    const view = new DataView(this.core.memory.buffer);
    const number = (/** @type {number} */ index) => view.getFloat64(at + 8 * index, true);
    const integer = (/** @type {number} */ index) => view.getInt32(at + REPORT_NUMBERS + 4 * index, true);
    const [rows, lines] = [integer(6), integer(7)];
    const moves = Array.from({ length: integer(5) }, (_, index) => readMove(view, rows + MOVE.bytes * index, lines));
    return {
      winProbability: number(0),
      nodes: number(1),
      seconds: number(2),
      move: integer(0),
      score: integer(1),
      depth: integer(2),
      proven: provenOf(integer(3)),
      full: integer(4) !== 0,
      moves,
    };
  }

  /** What a network's file says about it. @param {number} network @returns {Record<string, any>} */
  facts(network) {
    const bytes = new Uint8Array(this.core.memory.buffer, this.core.net_facts(network));
    return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
  }

  /** @param {Uint8Array} file the bytes of a .hexnet file @param {{ int8?: boolean }} options */
  network(file, { int8 = false } = {}) {
    const at = this.put(file);
    const network = this.core.net_new(at, file.length, int8 ? 1 : 0, int8 && this.relaxed ? 1 : 0);
    this.core.give(at);
    return network;
  }

  /**
   * Evaluates positions as the side to move sees them.
   * @param {number} network
   * @param {Uint8Array} views [count, rows, cols]: 0 empty, 1 own, 2 enemy, 3 off the board
   * @param {number} rows
   * @param {number} cols
   */
  evaluate(network, views, rows, cols) {
    const count = views.length / (rows * cols);
    const seen = this.put(views);
    const logits = this.core.take(4 * views.length);
    const wins = this.core.take(4 * count);
    this.core.net_evaluate(network, seen, count, rows, cols, logits, wins);
    const answers = { logits: this.floats(logits, views.length), wins: this.floats(wins, count) };
    for (const at of [seen, logits, wins]) this.core.give(at);
    return answers;
  }

  /**
   * What people do in positions, by a network that predicts it.
   * @param {number} network
   * @param {{views: Uint8Array, ages: Uint8Array, contexts: Float32Array}} seen views as above; ages [count, rows,
   *   cols] of the stones in moves; contexts [count, 4]: both ratings (0 if unknown), 1 if both are strong players
   *   without ratings, 1 if a swap is possible
   * @param {number} rows
   * @param {number} cols
   */
  predict(network, { views, ages, contexts }, rows, cols) {
    const count = views.length / (rows * cols);
    const seen = [views, ages, new Uint8Array(contexts.buffer)].map((bytes) => this.put(bytes));
    const sizes = [views.length, count, count, count];
    const found = sizes.map((size) => this.core.take(4 * size));
    this.core.net_predict(network, ...seen, count, rows, cols, ...found);
    const [logits, swaps, wins, resigns] = found.map((at, index) => this.floats(at, sizes[index]));
    for (const at of [...seen, ...found]) this.core.give(at);
    return { logits, swaps, wins, resigns };
  }

  /** @param {any} call @param {any[]} args */
  #call(call, args) {
    if (this.#broken) throw new EngineError("this engine has failed; make a new one");
    try {
      return call(...args);
    } catch (error) {
      this.#broken = true;
      if (error instanceof EngineError) throw error;
      throw new EngineError(`the engine has failed: ${error}`);
    }
  }

  /** @param {number} at @param {number} size @returns {never} */
  #fail(at, size) {
    throw new EngineError(new TextDecoder().decode(new Uint8Array(this.core.memory.buffer, at, size)));
  }

  /** @param {number} at */
  #writeTime(at) {
    const now = BigInt(Math.round(performance.now() * 1e6));
    new DataView(this.core.memory.buffer).setBigUint64(at, now, true);
    return 0;
  }
}

/** @param {DataView} view @param {number} at @param {number} lines @returns {ReportedMove} */
function readMove(view, at, lines) {
  const number = (/** @type {number} */ index) => view.getFloat64(at + 8 * index, true);
  const integer = (/** @type {number} */ index) => view.getInt32(at + MOVE.numbers + 4 * index, true);
  const first = lines + 4 * integer(2);
  return {
    winProbability: number(0),
    score: number(1),
    visits: number(2),
    prior: number(3),
    move: integer(0),
    proven: provenOf(integer(1)),
    line: Array.from({ length: integer(3) }, (_, index) => view.getInt32(first + 4 * index, true)),
  };
}
