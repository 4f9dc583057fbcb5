/** Which way the edges of each colour lie on the screen, however the board is rotated or mirrored. */

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {"topBottom" | "leftRight" | "topLeftBottomRight" | "topRightBottomLeft"} Axis */
/** @typedef {{black: Axis, white: Axis}} Axes */

/**
 * Directions between two opposite edges, as angles clockwise from the right.
 * @type {Record<Axis, number>}
 */
const ANGLES = {
  leftRight: 0,
  topLeftBottomRight: Math.PI / 4,
  topBottom: Math.PI / 2,
  topRightBottomLeft: (3 * Math.PI) / 4,
};

/** Both words are straight, or both are diagonal: "top and bottom" against "left and right". @type {Axes[]} */
const PAIRS = [
  { black: "topBottom", white: "leftRight" },
  { black: "leftRight", white: "topBottom" },
  { black: "topLeftBottomRight", white: "topRightBottomLeft" },
  { black: "topRightBottomLeft", white: "topLeftBottomRight" },
];

/** The angle between two directions without a sense. @param {number} a @param {number} b */
function between(a, b) {
  const apart = Math.abs(a - b) % Math.PI;
  return Math.min(apart, Math.PI - apart);
}

/** The direction in which an edge faces. @param {readonly Point[]} border */
function facing(border) {
  const [[ax, ay], [bx, by]] = [border[0], border[border.length - 1]];
  return Math.atan2(bx - ax, ay - by);
}

/**
 * The words that fit the picture best: the edges of a slanted board face neither quite up nor quite aside.
 * @param {Pick<Layout, "borders">} layout
 * @returns {Axes}
 */
export function axesOf({ borders }) {
  const [black, white] = [facing(borders.top), facing(borders.left)];
  const error = (/** @type {Axes} */ pair) => between(black, ANGLES[pair.black]) + between(white, ANGLES[pair.white]);
  return PAIRS.reduce((best, pair) => (error(pair) < error(best) - 1e-9 ? pair : best));
}
