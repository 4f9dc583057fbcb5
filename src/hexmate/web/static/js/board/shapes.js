/** The shapes of a board's drawing, as SVG path data and elements; all lengths in cells. */

import { s } from "../ui/dom.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./state.js").Mark} Mark */
/** @typedef {import("../rules/board.js").Color} Color */

export const STONE = 0.42;

/** @param {number} value */
const short = (value) => String(Math.round(value * 1000) / 1000);
/** @param {Point} point */
const pair = ([x, y]) => `${short(x)} ${short(y)}`;

/** @param {readonly Point[]} points */
export const opened = (points) => `M${points.map(pair).join("L")}`;
/** @param {readonly Point[]} points */
export const closed = (points) => `${opened(points)}Z`;

/**
 * An outline drawn smaller about its centre.
 * @param {readonly Point[]} outline
 * @param {Point} center
 * @param {number} factor
 */
export function shrunk(outline, [cx, cy], factor) {
  return closed(outline.map(([x, y]) => [cx + factor * (x - cx), cy + factor * (y - cy)]));
}

/** @param {number} r */
const diamond = (r) =>
  closed([
    [0, -r],
    [r, 0],
    [0, r],
    [-r, 0],
  ]);

/**
 * A stone at the origin; the caller moves it. Themes that do not rely on colour alone show White's
 * stones as diamonds.
 * @param {Color} color
 * @param {string} face paint of the stone
 */
export function stoneParts(color, face) {
  return [
    s("circle", { class: "shade", r: STONE, cy: 0.035 }),
    s("circle", { class: "face", r: STONE, fill: face }),
    color === "white" && s("path", { class: "diamond", d: diamond(1.16 * STONE), fill: face }),
  ];
}

/** @param {Point} point */
export const at = ([x, y]) => `translate(${short(x)} ${short(y)})`;

/** @type {Record<Mark, string>} */
const MARKS = {
  triangle: closed([0, 1, 2].map((k) => corner(0.27, k / 3))),
  square: closed([0, 1, 2, 3].map((k) => corner(0.28, (k + 0.5) / 4))),
  cross: "M-.19-.19 .19 .19M.19-.19-.19 .19",
  circle: "M-.22 0a.22.22 0 1 0 .44 0a.22.22 0 1 0-.44 0",
  dot: "M-.12 0a.12.12 0 1 0 .24 0a.12.12 0 1 0-.24 0",
};

/** @param {number} r @param {number} turn of a full circle, from the top @returns {Point} */
function corner(r, turn) {
  return [r * Math.sin(2 * Math.PI * turn), -r * Math.cos(2 * Math.PI * turn)];
}

/** @param {Mark} mark */
export const markPath = (mark) => MARKS[mark];

/**
 * An arrow from one point to another: its shaft and its head.
 * @param {Point} from
 * @param {Point} to
 */
export function arrowParts(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  /** @param {number} along @param {number} aside @returns {Point} */
  const point = (along, aside) => [from[0] + along * ux - aside * uy, from[1] + along * uy + aside * ux];
  const tip = length - 0.08;
  return {
    shaft: opened([point(0.3, 0), point(Math.max(0.3, tip - 0.3), 0)]),
    head: closed([point(tip, 0), point(tip - 0.38, 0.2), point(tip - 0.38, -0.2)]),
  };
}

/** The size at which a text fits into a cell. @param {string} text */
export const fitting = (text) => short(Math.min(0.4, 1.15 / Math.max(text.length, 1)));
