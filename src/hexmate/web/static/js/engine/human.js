/** A player that plays like people with a given rating: `hexmate/players/human_like.py` for the page. */

import { cellNumber } from "../rules/names.js";
import { withBoard } from "./boards.js";
import { predict } from "./people.js";
import { PythonRandom } from "./python-random.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Board} Board */

const RATINGS = { least: 1000, usual: 1800, most: 3000 };
/**
 * How unlikely the moves are that a player draws, as `Variety` in Python says.
 * @typedef {{temperature: number, least: number, reach?: number | null}} Variety
 */
/** @type {Variety} */
const USUAL = { temperature: 1, least: 0.05 };
/** It resigns where people do, and where it sees no hope either. */
const RESIGNS = 0.5;
const FINISHED = 0.1;
const COLORS = { black: 0, white: 1 };

export class HumanLikePlayer {
  /**
   * @param {Engine} engine
   * @param {number} network
   * @param {number} rating
   * @param {number} seed
   * @param {{variety?: Variety, resign?: boolean}} [options]
   */
  constructor(engine, network, rating = RATINGS.usual, seed = 0, { variety = USUAL, resign = true } = {}) {
    if (!(rating >= RATINGS.least && rating <= RATINGS.most))
      throw new RangeError(`rating must be between ${RATINGS.least} and ${RATINGS.most} (got ${rating})`);
    this.engine = engine;
    this.network = network;
    this.rating = rating;
    this.variety = variety;
    this.resign = resign;
    this.random = new PythonRandom(seed);
  }

  /** A move as people with its rating play, or `resign`. @param {Board} board */
  async play(board) {
    const found = this.#predict(board);
    const { winProbability } = found;
    const decisive = decisiveMove(this.engine, board);
    if (decisive !== null) return { move: board.name(decisive), winProbability };
    const lost = found.resigns >= RESIGNS && winProbability <= FINISHED;
    if (this.resign && lost) return { move: "resign", winProbability };
    return { move: this.#drawn(board, found, this.#seen(board)), winProbability };
  }

  /** @param {Board} board */
  async proposeOpening(board) {
    return this.#drawn(board, this.#predict(board), new Set());
  }

  /** Whether it does not swap. @param {Board} board */
  async acceptOpening(board) {
    const { swap } = this.#predict(board);
    const [swaps, stays] = [this.#weight(swap), this.#weight(1 - swap)];
    return this.random.random() >= swaps / (swaps + stays);
  }

  /** It keeps nothing in the core. */
  free() {}

  /** @param {Board} board */
  #predict(board) {
    return predict(this.engine, this.network, board, this.rating);
  }

  /** The cells within reach of the opponent's last stone; none without such a stone. @param {Board} board */
  #seen(board) {
    const { moves, rows, cols, neighbours } = board;
    const reach = this.variety.reach ?? 0;
    const last = reach > 0 ? cellNumber(moves.at(-1)?.move ?? "", rows, cols) : null;
    const seen = new Set(last === null ? [] : [last]);
    for (let step = 0; step < reach; ++step) {
      for (const cell of [...seen]) neighbours[cell].forEach((near) => seen.add(near));
    }
    return seen;
  }

  /** @param {Board} board @param {import("./people.js").Prediction} found @param {Set<number>} seen */
  #drawn(board, { policy }, seen) {
    const near = [...policy].filter(([cell]) => seen.has(cell));
    const stones = near.length > 0 ? near : [...policy];
    const least = this.variety.least * Math.max(...stones.map(([, share]) => share));
    const likely = stones.filter(([, share]) => share >= least);
    const cells = likely.map(([cell]) => cell);
    const weights = likely.map(([, share]) => this.#weight(share));
    return board.name(this.random.weighted(cells, weights));
  }

  /** @param {number} probability */
  #weight(probability) {
    return probability ** (1 / this.variety.temperature);
  }
}

/** A cell that wins, or else one where the opponent would win next. @param {Engine} engine @param {Board} board */
function decisiveMove(engine, board) {
  const { core } = engine;
  const empty = board.stones.flatMap((stone, cell) => (stone === null ? [cell] : []));
  const own = COLORS[board.turn];
  return withBoard(engine, board, (made) => {
    for (const color of [own, 1 - own]) {
      for (const cell of empty) {
        core.board_push_as(made, cell, color);
        const over = core.board_is_over(made) !== 0;
        core.board_pop(made);
        if (over) return cell;
      }
    }
    return null;
  });
}
