/** Glicko-2, as `hexmate.store.glicko` has it, for one game at a time. */

/** @typedef {{rating: number, deviation: number, volatility: number}} Rating */

const SCALE = 173.7178;
const MIDDLE = 1500;
const WIDEST = 350;
const TAU = 0.5;
const TOLERANCE = 1e-6;

/** @param {number} phi */
const weightOf = (phi) => 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);

/**
 * The rating after a game with a score from 0 to 1.
 * @param {Rating} player
 * @param {{rating: number, deviation: number}} opponent
 * @param {number} score
 * @returns {Rating}
 */
export function rate(player, opponent, score) {
  const mu = (player.rating - MIDDLE) / SCALE;
  const phi = player.deviation / SCALE;
  const weight = weightOf(opponent.deviation / SCALE);
  const mean = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - MIDDLE) / SCALE)));
  const variance = 1 / (weight ** 2 * mean * (1 - mean));
  const surprise = weight * (score - mean);
  const volatility = newVolatility(phi, player.volatility, variance * surprise, variance);
  const doubt = phi ** 2 + volatility ** 2;
  const newPhi = 1 / Math.sqrt(1 / doubt + 1 / variance);
  return {
    rating: (mu + newPhi ** 2 * surprise) * SCALE + MIDDLE,
    deviation: Math.min(newPhi * SCALE, WIDEST),
    volatility,
  };
}

/**
 * The zero of Glickman's f, by the Illinois method.
 * @param {number} phi
 * @param {number} sigma
 * @param {number} improvement
 * @param {number} variance
 */
function newVolatility(phi, sigma, improvement, variance) {
  const start = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const power = Math.exp(x);
    const known = phi ** 2 + variance + power;
    return (power * (improvement ** 2 - known)) / (2 * known ** 2) - (x - start) / TAU ** 2;
  };
  let [low, high] = [start, Math.log(Math.max(Number.MIN_VALUE, improvement ** 2 - phi ** 2 - variance))];
  if (improvement ** 2 <= phi ** 2 + variance) {
    let steps = 1;
    while (f(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > TOLERANCE) {
    const between = low + ((low - high) * atLow) / (atHigh - atLow);
    const atBetween = f(between);
    if (atBetween * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [between, atBetween];
  }
  return Math.exp(low / 2);
}
