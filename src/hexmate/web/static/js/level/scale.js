/** How strong opponents are on one scale, in Elo above level 1, and what the first move is worth: measured. */

import { parseSpec } from "../engine/specs.js";

/**
 * Elo of each level above the one below, from level 2 on (docs/players.md): to level 10 by 200 games each on 11×11; to
 * level 14 by 60 games each on 9×9, drawn towards their mean because they are few; level 15 has that mean.
 */
const STEPS = [215, 182, 220, 173, 156, 186, 205, 220, 111, 222, 196, 163, 147, 165];

/** The strength of each level; level 1 has 0. @type {readonly number[]} */
export const STRENGTHS = [0, ...STEPS].map((_, at) => STEPS.slice(0, at).reduce((sum, step) => sum + step, 0));

/** The highest level. */
export const HIGHEST = STRENGTHS.length;

/** @param {number} level from 1 */
export const strengthOfLevel = (level) => STRENGTHS[level - 1];

/** Ratings that levels play like, without more variety than people's: levels 6 to 9. */
const PEOPLE = /** @type {const} */ ([
  [1470, strengthOfLevel(6)],
  [1575, strengthOfLevel(7)],
  [1820, strengthOfLevel(8)],
  [2250, strengthOfLevel(9)],
]);

/** The value at x on the line through points, continued beyond its ends.
 * @param {readonly (readonly [number, number])[]} points @param {number} x */
function between(points, x) {
  const above = points.findIndex(([each]) => x < each);
  const at = Math.max(1, above < 0 ? points.length - 1 : above);
  const [[low, first], [high, second]] = [points[at - 1], points[at]];
  return first + ((x - low) / (high - low)) * (second - first);
}

/** The strength of an opponent, or null where it is not known. @param {string | null | undefined} spec */
export function strengthOf(spec) {
  const { name, options } = parseSpec(spec ?? "");
  if (name === "level") return STRENGTHS[Number(options.n) - 1] ?? null;
  const rating = Number(options.rating);
  return name === "human" && rating > 0 ? between(PEOPLE, rating) : null;
}

/** Elo of a first stone in the centre without the swap rule, by size: rating 1410, a little below level 6. */
const FIRST_MOVE = /** @type {const} */ ([
  [7, 494],
  [9, 295],
  [11, 215],
]);
/** How much of it players of a strength can use: levels 3, about 6, and 9 against themselves on 7×7. */
const USE = /** @type {const} */ ([
  [strengthOfLevel(3), 263 / 494],
  [strengthOfLevel(6), 1],
  [strengthOfLevel(9), 512 / 494],
]);

/** The value at x on the line through points, with that of the nearest end beyond them.
 * @param {readonly (readonly [number, number])[]} points @param {number} x */
const within = (points, x) => between(points, Math.min(Math.max(x, points[0][0]), points[points.length - 1][0]));

/** What the first move is worth without the swap rule, in Elo. @param {number} size @param {number} strength */
export const firstMove = (size, strength) => within(FIRST_MOVE, size) * within(USE, strength);
