/** What people do in a position, by the network that predicts it: `hexmate/nets/human_file.py` for the page. */

import { withBoard } from "./boards.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("../rules/board.js").Board} Board */
/**
 * @typedef {object} Prediction
 * @property {Map<number, number>} policy the probability of each empty cell
 * @property {number} swap the probability of a swap
 * @property {number} winProbability of the side to move
 * @property {number} resigns the probability that it resigns now
 */

/**
 * The mean of both sides' views: each position is also evaluated rotated by 180 degrees.
 * @param {Engine} engine
 * @param {number} network
 * @param {Board} board
 * @param {number} rating of the side to move; 0 if unknown
 * @returns {Prediction}
 */
export function predict(engine, network, board, rating) {
  const { rows, cols, stones, turn, swapAvailable } = board;
  const side = Math.max(rows, cols);
  const area = side * side;
  const [views, ages] = seenFrom(engine, board, area);
  const context = [rating, 0, 0, swapAvailable ? 1 : 0];
  const contexts = Float32Array.of(...context, ...context);
  const { logits, swaps, wins, resigns } = engine.predict(network, { views, ages, contexts }, side, side);
  const shares = [0, 1].map((at) => softmax([...logits.subarray(area * at, area * (at + 1)), swaps[at]]));
  const placeOf = (/** @type {number} */ cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return turn === "white" ? col * side + row : row * side + col;
  };
  /** @type {Map<number, number>} */ const policy = new Map();
  stones.forEach((stone, cell) => {
    const place = placeOf(cell);
    if (stone === null) policy.set(cell, mean(shares[0][place], shares[1][area - 1 - place]));
  });
  const swap = swapAvailable ? mean(shares[0][area], shares[1][area]) : 0;
  const whole = [...policy.values()].reduce((sum, share) => sum + share, 0) + swap;
  for (const [cell, share] of policy) policy.set(cell, share / whole);
  const [winProbability, resigning] = [mean(wins[0], wins[1]), mean(resigns[0], resigns[1])];
  return { policy, swap: swap / whole, winProbability, resigns: resigning };
}

/** The view and the ages of the stones, each as it is and turned. @param {Engine} engine @param {Board} board
 * @param {number} area */
function seenFrom(engine, board, area) {
  const { core } = engine;
  return withBoard(engine, board, (made) =>
    [core.board_view, core.board_ages].map((write) => {
      const at = core.take(area);
      write(made, at);
      const seen = new Uint8Array(core.memory.buffer, at, area).slice();
      core.give(at);
      return Uint8Array.of(...seen, ...seen.slice().reverse());
    }),
  );
}

/** @param {number[]} logits */
function softmax(logits) {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** @param {number} one @param {number} two */
const mean = (one, two) => (one + two) / 2;
