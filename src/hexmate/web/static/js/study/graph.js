/** Black's win probability over a game as a curve, with mistakes marked. */

import { t } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";
import { colorName } from "../words.js";

/** @typedef {import("./engine.js").Review} Review */
/** @typedef {{ply: number, winProbability: number}} Point Black's win probability after `ply` moves */
/** @typedef {{ply: number, winProbability: number, classification: "inaccuracy" | "mistake" | "blunder"}} Fault */

export const WIDTH = 320;
export const HEIGHT = 96;

/** Black's win probability before each reviewed move. @param {readonly Review[]} reviews @returns {Point[]} */
export function pointsOf(reviews) {
  return reviews.map(({ number, color, win_probability: own }) => ({
    ply: number - 1,
    winProbability: color === "black" ? own : 1 - own,
  }));
}

/**
 * The inaccuracies, mistakes and blunders, each with the win probability after it.
 * @param {readonly Review[]} reviews
 * @returns {Fault[]}
 */
export function faultsOf(reviews) {
  const points = pointsOf(reviews);
  return reviews.flatMap(({ number, classification, color, loss }, at) => {
    if (!classification || classification === "good") return [];
    const before = points[at].winProbability;
    const after = points[at + 1]?.winProbability ?? (color === "black" ? before - (loss ?? 0) : before + (loss ?? 0));
    return [{ ply: number, winProbability: Math.max(0, Math.min(1, after)), classification }];
  });
}

/** @param {number} ply @param {number} total */
export const xOf = (ply, total) => (total === 0 ? 0 : (ply / total) * WIDTH);
/** Black's win probability grows upwards. @param {number} winProbability */
export const yOf = (winProbability) => (1 - winProbability) * HEIGHT;

/** The move nearest to a point on the curve. @param {number} x from 0 to 1 @param {number} total */
export const plyAt = (x, total) => Math.max(0, Math.min(total, Math.round(x * total)));

/**
 * @param {(ply: number) => void} go
 */
export function evaluationGraph(go) {
  const area = s("path", { class: "graph-area" });
  const curve = s("path", { class: "graph-curve" });
  const faults = s("g", { class: "graph-faults" });
  const here = s("line", { class: "graph-here", y1: 0, y2: HEIGHT });
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
    area,
    curve,
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    here,
    faults,
  );
  const side = (/** @type {"black" | "white"} */ color) =>
    h("span", { class: `graph-side ${color}`, "aria-hidden": "true" }, colorName(color));
  const node = h("figure", { class: "graph-place" }, svg, side("white"), side("black"));
  let total = 0;
  svg.addEventListener("pointerdown", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(plyAt((event.clientX - left) / width, total));
  });

  return {
    node,
    /** @param {readonly Review[]} reviews @param {number} plies of the game */
    draw(reviews, plies) {
      total = plies;
      const points = pointsOf(reviews).map(
        ({ ply, winProbability }) => `${xOf(ply, total).toFixed(1)} ${yOf(winProbability).toFixed(1)}`,
      );
      curve.setAttribute("d", points.length > 0 ? `M${points.join("L")}` : "");
      const last = reviews.length > 0 ? xOf(reviews[reviews.length - 1].number - 1, total).toFixed(1) : 0;
      area.setAttribute("d", points.length > 0 ? `M0 ${HEIGHT}L${points.join("L")}L${last} ${HEIGHT}Z` : "");
      // A line of no length with round caps: the picture is stretched, but its marks stay round.
      faults.replaceChildren(
        ...faultsOf(reviews).map(({ ply, winProbability, classification }) =>
          s("path", {
            class: `fault ${classification}`,
            d: `M${xOf(ply, total).toFixed(1)} ${yOf(winProbability).toFixed(1)}h0`,
          }),
        ),
      );
      svg.setAttribute("aria-label", t("review.graph", { count: faultsOf(reviews).length }));
    },
    /** @param {number} ply */
    show(ply) {
      const x = String(xOf(ply, total));
      here.setAttribute("x1", x);
      here.setAttribute("x2", x);
    },
  };
}
