/** Hexmate's engine for other pages and for Node: see README.md and index.d.ts. */

import { Engines } from "../src/hexmate/web/static/js/engine/desk.js";
import { DeviceError, fetchModule, fetchWeights } from "../src/hexmate/web/static/js/engine/files.js";

export { Board } from "../src/hexmate/web/static/js/rules/board.js";
export { formatPosition, parsePosition, positionOf } from "../src/hexmate/web/static/js/rules/position.js";

/** @typedef {{rows: number, cols: number, swap?: "pieces" | "sides" | null, moves: string[]}} Game */
/** @typedef {{type: string, ref?: string} & Record<string, any>} Message */
/** @typedef {{send: (message: Message) => void, close: () => void}} Line */
/** @typedef {{receive: (message: Message) => void, fail: (error: Error) => void}} Waiting */

const FINAL = new Set(["move", "summary"]);

/** Files beside this module. @param {string} name */
const beside = (name) => new URL(name, import.meta.url).href;

/** @param {string} address @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function readFile(address) {
  const { readFile: read } = await import(/* @vite-ignore */ `node:${"fs/promises"}`);
  const bytes = await read(new URL(address)).catch((/** @type {Error} */ error) => {
    throw new DeviceError("files", error.message);
  });
  return new Uint8Array(bytes);
}

/** @param {string} address */
async function compiled(address) {
  const module = WebAssembly.compile(await readFile(address));
  return module.catch((error) => {
    throw new DeviceError("files", String(error));
  });
}

/** Throw a failure as the package's own error. @param {DeviceError} error @returns {never} */
function fail({ code, message }) {
  throw new EngineFailure(code, message);
}

export class EngineFailure extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message || code);
    this.code = code;
  }
}

export class HexEngine {
  /** @type {Line} */ #line;
  /** @type {Map<string, Waiting>} */ #waiting = new Map();
  #lastRef = 0;

  /** @param {(receive: (message: Message) => void, fail: (error: Error) => void) => Line} connect */
  constructor(connect) {
    this.#line = connect(
      (message) => this.#waiting.get(`${message.ref}`)?.receive(message),
      (error) => this.#waiting.forEach(({ fail }) => fail(error)),
    );
  }

  /**
   * An engine in a worker of its own, or in this thread where there are no workers, as in Node.
   * @param {{network?: "small" | "tiny", module?: string, weights?: string, human?: string, worker?: string | null}}
   *   [options]
   *   addresses, by default of the files beside this module
   */
  static async load({
    network = "small",
    module = beside("hexmate.wasm"),
    weights = beside(`${network}.hexnet`),
    human = beside("human.hexnet"),
    worker,
  } = {}) {
    const hasWorkers = typeof Worker === "function" && worker !== null;
    if (hasWorkers) {
      const addresses = { module, weights: { [network]: weights }, human };
      return new HexEngine(workerLine(worker ?? beside("worker.js"), addresses));
    }
    const local = module.startsWith("file:");
    const readWeights = local ? readFile : fetchWeights;
    const files = {
      module: await (local ? compiled(module) : fetchModule(module)).catch(fail),
      weights: { [network]: await readWeights(weights).catch(fail) },
    };
    return new HexEngine((receive) => {
      const engines = new Engines(async () => files, receive, { fetchHuman: () => readWeights(human) });
      return { send: (message) => engines.receive(message), close() {} };
    });
  }

  /**
   * The move of a player; `resign` if it resigns.
   * @param {Game} game
   * @param {{player?: string, seed?: number}} [options]
   * @returns {Promise<{move: string, winProbability: number | null}>}
   */
  async play(game, { player = "hexmate:time=1", seed = 1 } = {}) {
    for await (const { move, win_probability } of this.#ask({ type: "play", game, player, seed })) {
      return { move, winProbability: win_probability };
    }
    throw new EngineFailure("stopped", "another request has replaced this one");
  }

  /**
   * The best moves as the search runs.
   * @param {string} position
   * @param {{player?: string, seconds?: number, visits?: number, lines?: number}} [options]
   */
  analyse(position, { player = "hexmate", seconds = 2, visits, lines = 3 } = {}) {
    return this.#ask({ type: "analyse", position, player, lines, limit: { time: seconds, visits } });
  }

  /**
   * Who wins with perfect play, as it is found.
   * @param {string} position
   * @param {{seconds?: number, moves?: boolean}} [options]
   */
  solve(position, { seconds = 30, moves = false } = {}) {
    return this.#ask({ type: "solve", position, time: seconds, moves });
  }

  /**
   * A review of each move of a game, then a summary.
   * @param {object} game a record
   * @param {{player?: string, visits?: number}} [options]
   */
  review(game, { player = "hexmate", visits = 50 } = {}) {
    return this.#ask({ type: "review", game, player, limit: { visits, time: 10 } });
  }

  /** End the search that runs. */
  stop() {
    this.#line.send({ type: "stop", ref: "stop" });
  }

  close() {
    this.#waiting.forEach(({ fail }) => fail(new EngineFailure("closed", "the engine has been closed")));
    this.#line.close();
  }

  /** @param {Message} question @returns {AsyncGenerator<any>} */
  async *#ask(question) {
    this.#lastRef += 1;
    const ref = `${this.#lastRef}`;
    // One request at a time: the one before ends without a result.
    for (const { receive } of this.#waiting.values()) receive({ type: "replaced" });
    /** @type {Message[]} */ const arrived = [];
    /** @type {() => void} */ let wake = () => {};
    /** @type {Error | null} */ let failure = null;
    this.#waiting.set(ref, {
      receive: (message) => {
        arrived.push(message);
        wake();
      },
      fail: (error) => {
        failure = error;
        wake();
      },
    });
    this.#line.send({ ...question, ref });
    try {
      while (true) {
        for (let message = arrived.shift(); message; message = arrived.shift()) {
          if (message.type === "replaced") return;
          if (message.type === "error") throw new EngineFailure(message.code, message.message);
          yield message;
          if (FINAL.has(message.type) || message.final) return;
        }
        if (failure) throw failure;
        await new Promise((/** @type {(value?: undefined) => void} */ resolve) => (wake = resolve));
      }
    } finally {
      this.#waiting.delete(ref);
    }
  }
}

/** @param {string} address @param {{module: string, weights: Record<string, string>, human: string}} files */
function workerLine(address, files) {
  return (/** @type {(message: Message) => void} */ receive, /** @type {(error: Error) => void} */ fail) => {
    const worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = ({ message }) => fail(new EngineFailure("device_failed", message));
    worker.postMessage({ type: "open", addresses: files });
    return { send: (/** @type {Message} */ message) => worker.postMessage(message), close: () => worker.terminate() };
  };
}
