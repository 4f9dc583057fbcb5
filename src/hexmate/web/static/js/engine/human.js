/** A player that plays like people with a given rating: `hexmate/players/human_like.py` for the page. */

import { withBoard } from "./boards.js";
import { predict } from "./people.js";
import { PythonRandom } from "./python-random.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Board} Board */

const RATINGS = { least: 1000, usual: 1800, most: 3000 };
/** Moves with a lower share of the best move's probability are never played. */
const LEAST = 0.05;
/** It resigns where people do, and where it sees no hope either. */
const RESIGNS = 0.5;
const FINISHED = 0.1;
const COLORS = { black: 0, white: 1 };

export class HumanLikePlayer {
  /** @param {Engine} engine @param {number} network @param {number} rating @param {number} seed */
  constructor(engine, network, rating = RATINGS.usual, seed = 0) {
    if (!(rating >= RATINGS.least && rating <= RATINGS.most))
      throw new RangeError(`rating must be between ${RATINGS.least} and ${RATINGS.most} (got ${rating})`);
    this.engine = engine;
    this.network = network;
    this.rating = rating;
    this.random = new PythonRandom(seed);
  }

  /** A move as people with its rating play, or `resign`. @param {Board} board */
  async play(board) {
    const found = this.#predict(board);
    const { winProbability } = found;
    const decisive = decisiveMove(this.engine, board);
    if (decisive !== null) return { move: board.name(decisive), winProbability };
    if (found.resigns >= RESIGNS && winProbability <= FINISHED) return { move: "resign", winProbability };
    return { move: this.#drawn(board, found), winProbability };
  }

  /** @param {Board} board */
  async proposeOpening(board) {
    return this.#drawn(board, this.#predict(board));
  }

  /** Whether it does not swap. @param {Board} board */
  async acceptOpening(board) {
    const { swap } = this.#predict(board);
    return this.random.random() >= swap;
  }

  /** It keeps nothing in the core. */
  free() {}

  /** @param {Board} board */
  #predict(board) {
    return predict(this.engine, this.network, board, this.rating);
  }

  /** @param {Board} board @param {import("./people.js").Prediction} found */
  #drawn(board, { policy }) {
    const least = LEAST * Math.max(...policy.values());
    const likely = [...policy].filter(([, share]) => share >= least);
    const cells = likely.map(([cell]) => cell);
    const shares = likely.map(([, share]) => share);
    return board.name(this.random.weighted(cells, shares));
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
