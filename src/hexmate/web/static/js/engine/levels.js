/** The fifteen levels, as `hexmate/players/levels.py` has them: the same seed and visits play the same moves. */

import { HumanLikePlayer } from "./human.js";
import { knownFairStones } from "./openings.js";
import { PythonRandom } from "./python-random.js";
import { NetSearch, UctSearch } from "./searches.js";
import { HUMAN } from "./specs.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("./nets.js").Net} Net */
/** @typedef {{rating: number} & import("./human.js").Variety} PeopleLevel draws as people with a rating play */
/** @typedef {{evaluations: number, net?: string}} NetLevel evaluates positions with a network */

/** @type {Record<number, PeopleLevel | NetLevel>} */
export const LEVELS = {
  1: { rating: 1400, temperature: 3.3, least: 0.002, reach: 2 },
  2: { rating: 1400, temperature: 2.45, least: 0.0045, reach: 2 },
  3: { rating: 1400, temperature: 1.85, least: 0.01, reach: 2 },
  4: { rating: 1400, temperature: 1.6, least: 0.011 },
  5: { rating: 1400, temperature: 1, least: 0.012 },
  6: { rating: 1470, temperature: 1, least: 0.05 },
  7: { rating: 1575, temperature: 1, least: 0.05 },
  8: { rating: 1820, temperature: 1, least: 0.05 },
  9: { rating: 2250, temperature: 1, least: 0.05 },
  10: { rating: 2700, temperature: 0.4, least: 0.25 },
  11: { evaluations: 1 },
  12: { evaluations: 40 },
  13: { evaluations: 130 },
  14: { evaluations: 110, net: "medium" },
  15: { evaluations: 400, net: "medium" },
};

/** Random games per move of what analyses for the levels that play like people, the highest of them. */
const ANALYST_VISITS = 40_000;

/** @param {Engine} engine @param {number} n @param {number} seed @param {(name: string) => Net} netOf */
export function createLevel(engine, n, seed, netOf) {
  const level = LEVELS[n];
  if (!level) throw new RangeError(`level must be between 1 and 15 (got ${n})`);
  if ("evaluations" in level) return new NetLevelPlayer(engine, level, seed, netOf);
  return new PeopleLevelPlayer(engine, level, seed, netOf);
}

/** A level that plays like people; it plays on where people resign. */
export class PeopleLevelPlayer {
  /** @type {HumanLikePlayer | null} */ #player = null;
  /** @type {UctSearch | null} */ #analyst = null;

  /** @param {Engine} engine @param {PeopleLevel} level @param {number} seed @param {(name: string) => Net} netOf */
  constructor(engine, { rating, ...variety }, seed, netOf) {
    this.engine = engine;
    this.seed = seed;
    this.make = () => new HumanLikePlayer(engine, netOf(HUMAN).inCore(false), rating, seed, { variety, resign: false });
  }

  /** @param {Board} board @returns {Promise<import("./searches.js").Choice>} */
  play(board) {
    return this.#people.play(board);
  }

  /** @param {Board} board */
  proposeOpening(board) {
    return this.#people.proposeOpening(board);
  }

  /** @param {Board} board */
  acceptOpening(board) {
    return this.#people.acceptOpening(board);
  }

  /** What analyses for it: people's moves are no analysis. */
  get searcher() {
    this.#analyst ??= new UctSearch(this.engine, { visits: ANALYST_VISITS, seed: this.seed });
    return this.#analyst;
  }

  free() {
    this.#analyst?.free();
  }

  /** Its network is only there when a game has begun. */
  get #people() {
    this.#player ??= this.make();
    return this.#player;
  }
}

/** A level whose network evaluates positions. */
export class NetLevelPlayer {
  /** @param {Engine} engine @param {NetLevel} level @param {number} seed @param {(name: string) => Net} netOf */
  constructor(engine, { evaluations, net = "small" }, seed, netOf) {
    this.random = new PythonRandom(seed);
    this.searcher = new NetSearch(engine, netOf(net), { visits: evaluations });
  }

  /** A fair stone: one of the swap map's, else one that looks fair. @param {Board} board @returns {Promise<string>} */
  async proposeOpening(board) {
    const fair = knownFairStones(board);
    if (fair.length > 0) return board.name(this.random.choice(fair));
    return this.searcher.proposeOpening(board);
  }

  /** @param {Board} board */
  acceptOpening(board) {
    return this.searcher.acceptOpening(board);
  }

  /** More time does not make it stronger. @param {Board} board @param {StopToken} stop */
  play(board, stop) {
    return this.searcher.play(board, stop);
  }

  free() {
    this.searcher.free();
  }
}
