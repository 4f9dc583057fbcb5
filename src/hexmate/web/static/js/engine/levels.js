/** The fifteen levels, as `hexmate/players/levels.py` has them: the same seed and visits play the same moves. */

import { moveName, withBoard } from "./boards.js";
import { knownFairStones } from "./openings.js";
import { PythonRandom } from "./python-random.js";
import { createNegamax, NegamaxSearch, NetSearch, UctSearch } from "./searches.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("./searches.js").Net} Net */
/**
 * @typedef {object} Level
 * @property {string} [evaluation]
 * @property {number} [depth] with a margin of scores, from which a move is drawn
 * @property {number} [margin]
 * @property {number} [nodes]
 * @property {number} [visits] of random games
 * @property {number} [evaluations] of a network
 * @property {number} [threshold] moves with this share of the highest policy are drawn from
 * @property {string} [net]
 */

/** @type {Record<number, Level>} */
export const LEVELS = {
  1: { evaluation: "hexproject", depth: 1, margin: 2200 },
  2: { evaluation: "hexproject", depth: 1, margin: 740 },
  3: { evaluation: "hexproject", depth: 1, margin: 120 },
  4: { evaluation: "hexproject", depth: 2, margin: 640 },
  5: { depth: 1, margin: 960 },
  6: { depth: 1, margin: 200 },
  7: { depth: 2, margin: 100 },
  8: { nodes: 6_000 },
  9: { visits: 5_000 },
  10: { visits: 40_000 },
  11: { evaluations: 1, threshold: 0.06 },
  12: { evaluations: 1, threshold: 0.15 },
  13: { evaluations: 1 },
  14: { evaluations: 40 },
  15: { evaluations: 400, net: "medium" },
};

const PROVEN = 90_000;
const NODES = 20_000;
const TABLE = 16;
const NEAR_EQUAL_TABLE = 4;

/** A player of one of the levels. */
export class LevelPlayer {
  /** @param {Engine} engine @param {number} n @param {number} seed @param {(name: string) => Net} netOf */
  constructor(engine, n, seed, netOf) {
    if (!LEVELS[n]) throw new RangeError(`level must be between 1 and 15 (got ${n})`);
    this.engine = engine;
    this.level = LEVELS[n];
    this.random = new PythonRandom(seed);
    this.searcher = searcherOf(engine, this.level, seed, netOf);
    this.nearEqual = this.level.depth ? createNegamax(engine, this.level.evaluation ?? "hexmate", NEAR_EQUAL_TABLE) : 0;
  }

  /**
   * One of the best moves it sees; more time does not make it stronger.
   * @param {Board} board
   * @param {StopToken} stop
   * @returns {Promise<import("./searches.js").Choice>}
   */
  async play(board, stop) {
    if (this.level.depth) return this.#drawn(board, this.level.depth);
    if (this.searcher instanceof NetSearch) return this.#varied(board, this.searcher, stop);
    return this.searcher.play(board, stop);
  }

  /** @param {Board} board @returns {Promise<string>} */
  async proposeOpening(board) {
    const fair = knownFairStones(board);
    if (fair.length > 0) return board.name(this.random.choice(fair));
    return this.searcher.proposeOpening(board);
  }

  /** @param {Board} board */
  acceptOpening(board) {
    return this.searcher.acceptOpening(board);
  }

  free() {
    this.searcher.free();
    if (this.nearEqual) this.engine.core.negamax_free(this.nearEqual);
  }

  /** A move whose score is within the margin of the best. @param {Board} board @param {number} depth */
  #drawn(board, depth) {
    withBoard(this.engine, board, (made) => this.engine.core.negamax_scores(this.nearEqual, made, depth));
    const { moves } = this.engine.report();
    const best = moves[0].score;
    const margin = Math.abs(best) >= PROVEN ? 0 : (this.level.margin ?? 0);
    const { move } = this.random.choice(moves.filter(({ score }) => score >= best - margin));
    return { move: moveName(board, move), winProbability: null };
  }

  /** A move with a high policy; a proven win is always played.
   * @param {Board} board @param {NetSearch} search @param {StopToken} stop */
  async #varied(board, search, stop) {
    const { report } = await search.run(board, stop, {});
    const [best] = report.moves;
    const { threshold = 1 } = this.level;
    const choice = { move: moveName(board, best.move), winProbability: best.winProbability };
    if (threshold >= 1 || best.winProbability === 1) return choice;
    const least = threshold * Math.max(...report.moves.map(({ prior }) => prior));
    const { move } = this.random.choice(report.moves.filter(({ prior }) => prior >= least));
    return { ...choice, move: moveName(board, move) };
  }
}

/** @param {Engine} engine @param {Level} level @param {number} seed @param {(name: string) => Net} netOf */
function searcherOf(engine, { evaluation = "hexmate", depth, nodes, visits, evaluations, net = "small" }, seed, netOf) {
  if (evaluations) return new NetSearch(engine, netOf(net), { visits: evaluations });
  if (visits) return new UctSearch(engine, { visits, seed });
  return new NegamaxSearch(engine, { evaluation, depth: depth ?? null, nodes: nodes ?? NODES, table: TABLE });
}
