/** Black's win probability over a game as a curve, with mistakes marked. */

import { t } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";
import { colorName } from "../words.js";
import { isMistake, verdictOf } from "./mistakes.js";

/** @typedef {import("./mistakes.js").Reviewed} Reviewed */
/** @typedef {{ply: number, winProbability: number}} Point Black's win probability after `ply` moves */
/** @typedef {import("./mistakes.js").FaultKind} FaultKind */
/** @typedef {{ply: number, winProbability: number, classification: FaultKind, title: string}} Fault */

export const WIDTH = 320;
export const HEIGHT = 96;

/** Black's win probability before each reviewed move. @param {readonly Reviewed[]} reviews @returns {Point[]} */
export function pointsOf(reviews) {
  return reviews.map(({ number, color, win_probability: own }) => ({
    ply: number - 1,
    winProbability: color === "black" ? own : 1 - own,
  }));
}

/**
 * The inaccuracies, mistakes and blunders, each with the win probability after it.
 * @param {readonly Reviewed[]} reviews
 * @returns {Fault[]}
 */
export function faultsOf(reviews) {
  const points = pointsOf(reviews);
  return reviews.flatMap((review, at) => {
    if (!isMistake(review)) return [];
    const { number, classification, color, loss } = review;
    const before = points[at].winProbability;
    const after = points[at + 1]?.winProbability ?? (color === "black" ? before - loss : before + loss);
    const winProbability = Math.max(0, Math.min(1, after));
    return [{ ply: number, winProbability, classification, title: verdictOf(review) }];
  });
}

/** @param {number} ply @param {number} total */
export const xOf = (ply, total) => (total === 0 ? 0 : (ply / total) * WIDTH);
/** Black's win probability grows upwards. @param {number} winProbability */
export const yOf = (winProbability) => (1 - winProbability) * HEIGHT;

/** The move nearest to a point on the curve. @param {number} x from 0 to 1 @param {number} total */
export const plyAt = (x, total) => Math.max(0, Math.min(total, Math.round(x * total)));

/** A mistake on the curve, as a point to click. @param {Fault} fault @param {number} total */
function faultPoint({ ply, winProbability, classification, title }, total, /** @type {() => void} */ onclick) {
  const label = t("review.fault", { number: ply, remark: title });
  // Keyboards have the buttons for the next and the previous mistake.
  const point = h("button", { type: "button", class: `fault ${classification}`, tabindex: -1, title: label, onclick });
  point.setAttribute("aria-label", label);
  point.dataset.ply = String(ply);
  point.style.left = `${(100 * xOf(ply, total)) / WIDTH}%`;
  point.style.top = `${(100 * yOf(winProbability)) / HEIGHT}%`;
  return point;
}

/**
 * @param {(ply: number) => void} go
 */
export function evaluationGraph(go) {
  const area = s("path", { class: "graph-area" });
  const curve = s("path", { class: "graph-curve" });
  const dots = s("path", { class: "graph-dots" });
  const empty = h("p", { class: "graph-empty" }, t("review.graph.empty"));
  const faults = h("div", { class: "graph-faults" });
  const here = s("line", { class: "graph-here", y1: 0, y2: HEIGHT });
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
    area,
    curve,
    dots,
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    here,
  );
  const side = (/** @type {"black" | "white"} */ color) =>
    h("span", { class: `graph-side ${color}`, "aria-hidden": "true" }, colorName(color));
  const node = h("figure", { class: "graph-place" }, svg, empty, side("white"), side("black"), faults);
  let total = 0;
  svg.addEventListener("pointerdown", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(plyAt((event.clientX - left) / width, total));
  });

  return {
    node,
    /** @param {readonly Point[]} points in order @param {readonly Fault[]} marked @param {number} plies of the game */
    draw(points, marked, plies) {
      total = plies;
      const place = (/** @type {Point} */ { ply, winProbability }) =>
        `${xOf(ply, total).toFixed(1)} ${yOf(winProbability).toFixed(1)}`;
      const way = points.map(place);
      const alone = points.filter(({ ply }, at) => points[at - 1]?.ply !== ply - 1 && points[at + 1]?.ply !== ply + 1);
      const [first, last] = [points[0], points[points.length - 1]].map((point) =>
        xOf(point?.ply ?? 0, total).toFixed(1),
      );
      curve.setAttribute("d", way.length > 0 ? `M${way.join("L")}` : "");
      area.setAttribute("d", way.length > 0 ? `M${first} ${HEIGHT}L${way.join("L")}L${last} ${HEIGHT}Z` : "");
      // Lines of no length with round caps: the picture is stretched, but its dots stay round.
      dots.setAttribute("d", alone.map((point) => `M${place(point)}h0`).join(""));
      empty.hidden = points.length > 0;
      faults.replaceChildren(...marked.map((fault) => faultPoint(fault, total, () => go(fault.ply))));
      svg.setAttribute("aria-label", t("review.graph", { count: marked.length }));
    },
    /** @param {number} ply */
    show(ply) {
      const x = String(xOf(Math.min(ply, total), total));
      here.setAttribute("x1", x);
      here.setAttribute("x2", x);
      for (const point of faults.children) {
        point.classList.toggle("here", point.getAttribute("data-ply") === String(ply));
      }
    },
  };
}
