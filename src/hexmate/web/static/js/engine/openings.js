/** The swap rule: a first stone that is fair to both sides. `hexmate/players/openings.py` for the page. */

import { fairStones, mapAfter } from "../book/swap-maps.js";
import { after, emptyCells, moveName, withBoard } from "./boards.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Board} Board */

const RANKING_PLAYOUTS = 256;
/** The seed of `rank_moves` that stands for the position's own key. */
export const OWN_KEY = -1;
const PROBABILITIES = { loss: 0, draw: 0.5, win: 1 };
const EXACT = { cells: 25, seconds: 4, nodes: 600_000 };
/** Less time than in Python: a browser is slower, and people wait. */
const SEARCH = { visits: 150_000, rough: 15_000, seconds: 0.5, memory: 64 };

/** How much tree search overrates the side to move after the first stone. @param {Board} board */
export const sideToMoveBias = (board) => 3.2 / board.stones.length;

/** The stones that the swap map of an empty board finds fair, fairest first; perhaps none. @param {Board} board */
export function knownFairStones(board) {
  const found = emptyCells(board) === board.stones.length ? mapAfter(board) : null;
  return found ? fairStones(found) : [];
}

/**
 * A first stone that is fair to both sides: from the swap map, else found with `evaluate`.
 * @param {Engine} engine
 * @param {Board} board
 * @param {(board: Board) => number | Promise<number>} evaluate
 * @param {number} seed
 */
export async function fairOpening(engine, board, evaluate, seed) {
  const fair = knownFairStones(board);
  if (fair.length > 0) return board.name(fair[Math.max(0, seed) % fair.length]);
  const exact = emptyCells(board) === board.stones.length ? mapAfter(board) : null;
  const known = (/** @type {Board} */ trial) => 1 - (exact?.values[firstStone(trial)] ?? 0);
  return searchedOpening(engine, board, exact ? known : evaluate, seed);
}

/**
 * Whether the side to move does as well without a swap: by the swap map where it can tell, else by `evaluate`.
 * @param {Board} board
 * @param {(board: Board) => number | Promise<number>} evaluate
 */
export async function worthKeeping(board, evaluate) {
  const found = mapAfter(board);
  const stone = firstStone(board);
  if (found && stone >= 0) return found.values[stone] <= 0.5;
  return (await evaluate(board)) >= 0.5;
}

/** The cell of the only stone; -1 on an empty board. @param {Board} board */
const firstStone = ({ stones }) => stones.findIndex((stone) => stone !== null);

/**
 * The cell after which the win probability that `evaluate` gives is closest to one half: a binary search in the cells
 * as random games rank them. Among equals the last is taken, where winning stones border on losing ones.
 * @param {Engine} engine
 * @param {Board} board
 * @param {(board: Board) => number | Promise<number>} evaluate
 * @param {number} seed
 */
export async function searchedOpening(engine, board, evaluate, seed) {
  withBoard(engine, board, (made) => engine.core.rank_moves(made, seed, RANKING_PLAYOUTS));
  const ranking = engine.report().moves.map(({ move }) => moveName(board, move));
  let [strongest, weakest] = [0, ranking.length - 1];
  let best = { move: ranking[0], distance: Infinity };
  while (strongest <= weakest) {
    const middle = Math.floor((strongest + weakest) / 2);
    const trial = after(board, ranking[middle]);
    const probability = trial.over ? 0 : await evaluate(trial);
    const distance = Math.abs(probability - 0.5);
    if (distance <= best.distance) best = { move: ranking[middle], distance };
    if (probability > 0.5) weakest = middle - 1;
    else strongest = middle + 1;
  }
  return best.move;
}

/** Evaluates openings: exactly on small boards, else by tree search. */
export class OpeningEvaluator {
  /** @type {Engine} */ #engine;
  /** @type {number} */ #solver;
  /** @type {number[]} */ #searches;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    this.#solver = engine.core.solver_new(16);
    this.#searches = [0, 1].map((seed) => engine.core.uct_new(SEARCH.memory, seed));
  }

  /** The win probability of the side to move; one half in an even position. @param {Board} board */
  winProbability(board) {
    return withBoard(this.#engine, board, (made) => {
      const { core } = this.#engine;
      if (emptyCells(board) <= EXACT.cells) {
        core.solver_solve(this.#solver, made, EXACT.seconds, EXACT.nodes);
        const { proven } = this.#engine.report();
        if (proven) return PROBABILITIES[proven];
      }
      const found = this.#searches.map((search) => this.#searched(search, made, SEARCH.visits));
      return (found[0] + found[1]) / 2 - sideToMoveBias(board);
    });
  }

  /** The win probability by a tenth of the search, for comparing many stones. @param {Board} board */
  rough(board) {
    const found = withBoard(this.#engine, board, (made) => this.#searched(this.#searches[0], made, SEARCH.rough));
    return found - sideToMoveBias(board);
  }

  free() {
    this.#engine.core.solver_free(this.#solver);
    for (const search of this.#searches) this.#engine.core.uct_free(search);
  }

  /** @param {number} search @param {number} board @param {number} visits */
  #searched(search, board, visits) {
    this.#engine.core.uct_search(search, board, SEARCH.seconds, visits, 1);
    return this.#engine.report().winProbability;
  }
}
