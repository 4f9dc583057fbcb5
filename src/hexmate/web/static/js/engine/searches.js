/** The core's searches as players: what `hexmate/players` has of `mcts` and `uct`, for the page. */

import { moveName, withBoard } from "./boards.js";
import { fairOpening, sideToMoveBias, worthKeeping } from "./openings.js";
import { lastOf } from "./stopping.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./core.js").Report} Report */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("./gpu/accelerator.js").Accelerator} Accelerator */
/** @typedef {import("./nets.js").Net} Net */
/** @typedef {{seconds?: number | null, visits?: number | null}} Limit the first one reached ends a search */
/** @typedef {{report: Report, visits: number, seconds: number}} State of a search, visits and seconds its own */
/** @typedef {{move: string, winProbability: number | null}} Choice */
/**
 * A player that can also analyse.
 * @typedef {object} Searcher
 * @property {(board: Board, stop: StopToken, limit?: Limit) => Promise<Choice>} play
 * @property {(board: Board, limit: Limit, lines: number) => Iterable<State> | AsyncIterable<State>} search
 * @property {(board: Board) => Promise<string>} proposeOpening
 * @property {(board: Board) => Promise<boolean>} acceptOpening false swaps
 * @property {(board: Board) => boolean} trainedOn
 * @property {() => void} free
 */

const DEFAULT_SECONDS = 1;
/** Leaves that the processor evaluates at once. */
export const BATCH = 8;
/** On the GPU, a batch is at most this part of the visits: more leaves at once would not be the best ones. */
const GPU_SHARE = 8;
/** Seconds: a longer step would notice a stop too late, and after a short one there is room for more leaves. */
const LONG_STEP = 0.04;
const SHORT_STEP = 0.01;
/** Seconds of playouts between two looks. */
const UCT_SLICE = 0.05;

/** @param {...(number | null | undefined)} limits @returns {number | null} */
export function least(...limits) {
  const set = limits.filter((limit) => limit !== null && limit !== undefined);
  return set.length > 0 ? Math.min(...set) : null;
}

/** The leaves of the next step. The device may have been busy with something else for a moment: a batch that has become
 * smaller grows again. @param {number} batch of this step @param {number} seconds that it took @param {number} most */
export function nextBatch(batch, seconds, most) {
  if (seconds > LONG_STEP) return Math.max(1, batch >> 1);
  return seconds < SHORT_STEP ? Math.min(most, 2 * batch) : batch;
}

const now = () => performance.now() / 1000;

/** Tree search with a network. @implements {Searcher} */
export class NetSearch {
  static OPENING = { visits: 64, seconds: 0.5 };
  /** Whether the core has evaluated the whole tree in 32 bits. */
  #exact = true;

  /**
   * @param {Engine} engine
   * @param {Net} net
   * @param {{visits?: number | null, seconds?: number | null, memory?: number, batch?: number}} [options]
   */
  constructor(engine, net, { visits = null, seconds = null, memory = 64, batch = BATCH } = {}) {
    this.engine = engine;
    this.net = net;
    this.limit = { visits, seconds };
    this.batch = batch;
    this.tree = engine.core.mcts_new(memory, 0, 0);
  }

  /** @param {Board} board @param {StopToken} stop @param {Limit} [limit] */
  async play(board, stop, limit = {}) {
    const { report } = await this.run(board, stop, limit);
    return { move: moveName(board, report.move), winProbability: report.moves[0].winProbability };
  }

  /** The last state of a search for a move. @param {Board} board @param {StopToken} stop @param {Limit} limit */
  async run(board, stop, limit) {
    const [seconds, visits] = this.#bounds(limit);
    const endless = seconds === null && visits === null;
    return lastOf(this.search(board, { seconds: endless ? DEFAULT_SECONDS : seconds, visits }, 1), stop);
  }

  /** @param {Board} board @param {Limit} limit @param {number} lines @returns {AsyncIterable<State>} */
  async *search(board, limit, lines) {
    const { core } = this.engine;
    const side = Math.max(board.rows, board.cols);
    const [seconds, visits] = this.#bounds(limit);
    // The same visits must play the same game, without what other evaluations have found.
    if (visits !== null && !this.#exact) this.#clear();
    this.net.inCore(false);
    const begun = now();
    withBoard(this.engine, board, (made) => core.mcts_start(this.tree, made));
    core.mcts_report(this.tree, 0);
    const kept = this.engine.report().nodes;
    const enough = visits === null ? 0 : kept + visits;
    const gpu = visits === null ? this.net.gpu : null;
    let batch = this.batch;
    for (let going = true, before = begun, size = kept; going; ) {
      going = gpu?.ready
        ? await this.#stepOnGpu(gpu, side, Math.max(batch, Math.min(gpu.batch, Math.floor(size / GPU_SHARE))))
        : await (visits === null ? this.#timedStep(side, batch) : this.#step(side, batch, enough, false));
      core.mcts_report(this.tree, lines);
      const report = this.engine.report();
      size = report.nodes;
      const time = now();
      yield { report, visits: report.nodes - kept, seconds: time - begun };
      // One more step would be late.
      if (seconds !== null && time - begun + (time - before) >= seconds) return;
      // With a limit of visits the batch stays, so that the same visits play the same game.
      if (visits === null) batch = nextBatch(batch, time - before, this.batch);
      before = time;
    }
  }

  /** @param {Board} board */
  proposeOpening(board) {
    return fairOpening(this.engine, board, (trial) => this.#evaluate(trial), 0);
  }

  /** @param {Board} board */
  acceptOpening(board) {
    return worthKeeping(board, (position) => this.#evaluate(position));
  }

  /** @param {Board} board */
  trainedOn({ rows, cols }) {
    return rows === cols && this.net.boards.includes(rows);
  }

  free() {
    this.engine.core.mcts_free(this.tree);
  }

  #clear() {
    this.engine.core.mcts_clear(this.tree);
    this.#exact = true;
  }

  /** One batch in the precision that is faster. @param {number} side @param {number} batch */
  async #timedStep(side, batch) {
    const int8 = this.net.prefersInt8;
    if (int8) this.#exact = false;
    const begun = now();
    const going = await this.#step(side, batch, 0, int8);
    this.net.noteStep(int8, (now() - begun) / batch);
    return going;
  }

  /** One batch; whether there is more to search. @param {number} side @param {number} batch @param {number} enough
   * @param {boolean} int8 */
  async #step(side, batch, enough, int8) {
    const { core } = this.engine;
    const network = this.net.inCore(int8);
    if (this.net.helpers.length === 0) return core.mcts_step(this.tree, network, batch, enough) !== 0;
    const count = core.mcts_gather(this.tree, batch, enough);
    if (count > 0) await this.#share(count, side, int8);
    return core.mcts_scatter(this.tree, enough) !== 0;
  }

  /** One batch on the GPU; on the processor if the GPU fails. @param {Accelerator} gpu @param {number} side
   * @param {number} batch */
  async #stepOnGpu(gpu, side, batch) {
    const { core } = this.engine;
    this.#exact = false;
    const count = core.mcts_gather(this.tree, batch, 0);
    if (count > 0) {
      const row = side * side;
      const seen = new Uint8Array(core.memory.buffer, core.mcts_views(this.tree), row * count).slice();
      const answers = await gpu.evaluate(seen, side).catch(() => null);
      const [logits, wins] = [core.mcts_logits(this.tree), core.mcts_wins(this.tree)];
      if (answers) {
        new Float32Array(core.memory.buffer, logits, row * count).set(answers.logits);
        new Float32Array(core.memory.buffer, wins, count).set(answers.wins);
      } else {
        core.net_evaluate(this.net.inCore(false), core.mcts_views(this.tree), count, side, side, logits, wins);
      }
    }
    return core.mcts_scatter(this.tree, 0) !== 0;
  }

  /** Evaluate the leaves of a batch here and in the helpers. @param {number} count @param {number} side
   * @param {boolean} int8 */
  async #share(count, side, int8) {
    const { core } = this.engine;
    const { name, helpers } = this.net;
    const network = this.net.inCore(int8);
    const [views, logits, wins] = [core.mcts_views(this.tree), core.mcts_logits(this.tree), core.mcts_wins(this.tree)];
    const row = side * side;
    const each = Math.ceil(count / (helpers.length + 1));
    const seen = new Uint8Array(core.memory.buffer, views, row * count);
    const asked = helpers.flatMap((help, at) => {
      const first = each * (at + 1);
      const part = seen.slice(row * first, row * Math.min(count, first + each));
      return part.length > 0 ? [help(name, part, side, int8).then((answers) => ({ first, answers }))] : [];
    });
    core.net_evaluate(network, views, Math.min(each, count), side, side, logits, wins);
    try {
      for (const { first, answers } of await Promise.all(asked)) {
        new Float32Array(core.memory.buffer, logits + 4 * row * first).set(answers.logits);
        new Float32Array(core.memory.buffer, wins + 4 * first).set(answers.wins);
      }
    } catch {
      // A helper that has died helps no more.
      helpers.length = 0;
      core.net_evaluate(network, views, count, side, side, logits, wins);
    }
  }

  /** The win probability of the side to move, by a short search. @param {Board} board */
  async #evaluate(board) {
    let found = 0.5;
    for await (const { report } of this.search(board, NetSearch.OPENING, 1)) found = report.winProbability;
    return found;
  }

  /** The smaller limits of the player and of a search. @param {Limit} limit */
  #bounds({ seconds, visits }) {
    return [least(this.limit.seconds, seconds), least(this.limit.visits, visits)];
  }
}

/** Tree search with random games that save bridges. @implements {Searcher} */
export class UctSearch {
  static OPENING = { visits: 30_000, seconds: 0.25 };

  /**
   * @param {Engine} engine
   * @param {{visits?: number | null, seconds?: number | null, memory?: number, seed: number}} options
   */
  constructor(engine, { visits = null, seconds = null, memory = 64, seed }) {
    this.engine = engine;
    this.limit = { visits, seconds };
    this.seed = seed;
    this.tree = engine.core.uct_new(memory, seed);
  }

  /**
   * A number of visits is one search, so that the same seed plays the same game as in Python; others can be stopped.
   * @param {Board} board
   * @param {StopToken} stop
   * @param {Limit} [limit]
   */
  async play(board, stop, limit = {}) {
    const [seconds, visits] = this.#bounds(limit);
    const whole = visits !== null && seconds === null;
    const time = seconds === null && visits === null ? DEFAULT_SECONDS : seconds;
    const report = whole
      ? this.#searched(board, null, visits, 1)
      : (await lastOf(this.search(board, { seconds: time, visits }, 1), stop)).report;
    return { move: moveName(board, report.move), winProbability: report.moves[0].winProbability };
  }

  /** @param {Board} board @param {Limit} limit @param {number} lines @returns {Iterable<State>} */
  *search(board, limit, lines) {
    const [seconds, most] = this.#bounds(limit);
    const begun = now();
    for (let visits = 0; ; ) {
      const left = seconds === null ? UCT_SLICE : Math.min(UCT_SLICE, Math.max(0.001, seconds - (now() - begun)));
      const report = this.#searched(board, left, most === null ? null : most - visits, lines);
      visits += report.nodes;
      const spent = now() - begun;
      yield { report, visits, seconds: spent };
      const done = (seconds !== null && spent >= seconds) || (most !== null && visits >= most);
      if (done || report.proven || report.nodes === 0) return;
    }
  }

  /** @param {Board} board */
  proposeOpening(board) {
    return fairOpening(this.engine, board, (trial) => this.#evaluate(trial), this.seed);
  }

  /** @param {Board} board */
  acceptOpening(board) {
    return worthKeeping(board, (position) => this.#evaluate(position));
  }

  /** It has no network. */
  trainedOn() {
    return true;
  }

  free() {
    this.engine.core.uct_free(this.tree);
  }

  /** @param {Board} board */
  #evaluate(board) {
    const [seconds, visits] = this.#bounds(UctSearch.OPENING);
    return this.#searched(board, seconds, visits, 1).winProbability - sideToMoveBias(board);
  }

  /** The smaller limits of the player and of a search. @param {Limit} limit */
  #bounds({ seconds, visits }) {
    return [least(this.limit.seconds, seconds), least(this.limit.visits, visits)];
  }

  /** @param {Board} board @param {number | null} seconds @param {number | null} visits @param {number} lines */
  #searched(board, seconds, visits, lines) {
    withBoard(this.engine, board, (made) =>
      this.engine.core.uct_search(this.tree, made, seconds ?? 0, visits ?? 0, lines),
    );
    return this.engine.report();
  }
}
