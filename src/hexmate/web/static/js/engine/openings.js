/** The swap rule: a first stone that is fair to both sides. `hexmate/players/openings.py` for the page. */

import { fairStones, mapAfter } from "../book/swap-maps.js";
import { after, emptyCells, moveName, withBoard } from "./boards.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Board} Board */

const RANKING_PLAYOUTS = 256;
/** The seed of `rank_moves` that stands for the position's own key. */
export const OWN_KEY = -1;

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
