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

/**
 * The points that follow each other without a gap.
 * @param {readonly Point[]} points in order
 */
function runsOf(points) {
  /** @type {Point[][]} */ const runs = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.ply === point.ply - 1) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/**
 * The paths of a graph. What is not known stays empty: a gap is not half a win.
 * @param {readonly Point[]} points in order
 * @param {number} total plies of the game
 */
export function pathsOf(points, total) {
  const place = (/** @type {Point} */ { ply, winProbability }) =>
    `${xOf(ply, total).toFixed(1)} ${yOf(winProbability).toFixed(1)}`;
  const runs = runsOf(points);
  const lines = runs.filter(({ length }) => length > 1).map((run) => run.map(place));
  const area = (/** @type {number} */ edge) =>
    lines.map((line) => {
      const [first, last] = [line[0], line[line.length - 1]].map((at) => at.split(" ")[0]);
      return `M${first} ${edge}L${line.join("L")}L${last} ${edge}Z`;
    });
  return {
    curve: lines.map((line) => `M${line.join("L")}`).join(""),
    black: area(HEIGHT).join(""),
    white: area(0).join(""),
    // Lines of no length with round caps: the picture is stretched, but its dots stay round.
    dots: runs.flatMap((run) => (run.length === 1 ? [`M${place(run[0])}h0`] : [])).join(""),
  };
}

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
 * @param {(faults: number) => string} [label] what the graph is called, with this many mistakes
 */
export function evaluationGraph(go, label = (count) => t("review.graph", { count })) {
  const names = /** @type {const} */ (["white", "black", "curve", "dots"]);
  const paths = names.map((name) => s("path", { class: `graph-${name}` }));
  const empty = h("p", { class: "graph-empty" }, t("review.graph.empty"));
  const faults = h("div", { class: "graph-faults" });
  const here = s("line", { class: "graph-here", y1: 0, y2: HEIGHT });
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
    ...paths,
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    here,
  );
  const side = (/** @type {"black" | "white"} */ color) =>
    h("span", { class: `graph-side ${color}`, "aria-hidden": "true" }, colorName(color));
  const node = h(
    "figure",
    { class: "graph-place" },
    h("div", { class: "graph-sides" }, side("white"), side("black")),
    h("div", { class: "graph-field" }, svg, empty, faults),
  );
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
      const drawn = pathsOf(points, total);
      names.forEach((name, at) => paths[at].setAttribute("d", drawn[name]));
      empty.hidden = points.length > 0;
      node.classList.toggle("empty", points.length === 0);
      faults.replaceChildren(...marked.map((fault) => faultPoint(fault, total, () => go(fault.ply))));
      svg.setAttribute("aria-label", label(marked.length));
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
