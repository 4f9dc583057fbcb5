/** Your level, estimated from your games: the Bradley-Terry model with a prior, recent games first. */

import { firstMove, HIGHEST, STRENGTHS, strengthOf } from "./scale.js";

/**
 * @typedef {object} Played a finished game of yours
 * @property {string} opponent its specification
 * @property {number} size
 * @property {-1 | 0 | 1} first without a swap rule: 1 if you moved first, -1 if your opponent did
 * @property {boolean} won
 * @property {number} day of the game, counted from 1970
 */
/** @typedef {{strength: number, doubt: number, games: number}} Estimate in Elo above level 1 */

/** The fewest games that say anything. */
const FEWEST = 3;
/** Before any result: people choose opponents of about their strength, in Elo. */
const SPREAD = 250;
/** A game counts half after so many later ones, and after so many days. */
const HALF = { games: 10, days: 180 };
/** The strengths that are compared. */
const GRID = { low: -600, high: STRENGTHS[HIGHEST - 1] + 600, step: 10 };

/** The share of games that you win. @param {number} strength @param {number} opponent @param {number} [edge] in Elo */
export const expectedShare = (strength, opponent, edge = 0) => 1 / (1 + 10 ** ((opponent - strength - edge) / 400));

/** @typedef {Pick<Played, "first" | "size">} Terms */

/**
 * What moving first is worth to you, in Elo: as much as the player who moves first can make of it.
 * @param {Terms} terms
 * @param {number} strength yours
 * @param {number} opponent
 */
export function edgeOf({ first, size }, strength, opponent) {
  return first === 0 ? 0 : first * firstMove(size, first > 0 ? strength : opponent);
}

/**
 * Your strength, or null as long as there are too few games.
 * @param {readonly Played[]} games the latest first
 * @param {number} today
 * @returns {Estimate | null}
 */
export function estimate(games, today) {
  const rated = games.flatMap((game, later) => {
    const opponent = strengthOf(game.opponent);
    const weight = 0.5 ** (later / HALF.games + Math.max(0, today - game.day) / HALF.days);
    return opponent === null ? [] : [{ game, opponent, weight }];
  });
  if (rated.length < FEWEST) return null;
  const total = rated.reduce((sum, { weight }) => sum + weight, 0);
  const usual = rated.reduce((sum, { opponent, weight }) => sum + weight * opponent, 0) / total;
  const points = [];
  for (let strength = GRID.low; strength <= GRID.high; strength += GRID.step) {
    let log = -(((strength - usual) / SPREAD) ** 2) / 2;
    for (const { game, opponent, weight } of rated) {
      const share = expectedShare(strength, opponent, edgeOf(game, strength, opponent));
      log += weight * Math.log(game.won ? share : 1 - share);
    }
    points.push({ strength, log });
  }
  return { ...momentsOf(points), games: rated.length };
}

/** Mean and standard deviation. @param {{strength: number, log: number}[]} points */
function momentsOf(points) {
  const most = Math.max(...points.map(({ log }) => log));
  const weights = points.map(({ log }) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = points.reduce((sum, { strength }, at) => sum + weights[at] * strength, 0) / total;
  const variance = points.reduce((sum, { strength }, at) => sum + weights[at] * (strength - mean) ** 2, 0) / total;
  return { strength: mean, doubt: Math.sqrt(variance) };
}

/**
 * The level at which you win about half of your games.
 * @param {Pick<Estimate, "strength">} found
 * @param {{most?: number, terms?: Terms}} [game] most: the highest level that is offered
 */
export function levelFor({ strength }, { most = HIGHEST, terms } = {}) {
  const edge = (/** @type {number} */ opponent) => (terms ? edgeOf(terms, strength, opponent) : 0);
  const far = STRENGTHS.slice(0, most).map((each) => Math.abs(each - strength - edge(each)));
  return far.indexOf(Math.min(...far)) + 1;
}

/**
 * The level to play after a game, on the same terms: another one if it suits you better, never easier after a win or
 * harder after a loss; null to stay.
 * @param {Estimate} found
 * @param {{level: number, won: boolean, terms?: Terms}} game
 */
export function nextLevel(found, { level, won, terms }) {
  const best = levelFor(found, { terms });
  return (won ? best > level : best < level) ? best : null;
}
