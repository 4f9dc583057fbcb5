/** The review of a whole game: its graph, its mistakes, and a summary for each player. */

import { lineThrough, pathTo } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { NETWORK } from "../setup/computers.js";
import { button } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { announce } from "../ui/toast.js";
import { colorName } from "../words.js";
import { evaluationGraph, faultsOf, pointsOf } from "./graph.js";
import { percent } from "./overlays.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Limit} Limit */
/** @typedef {import("./engine.js").Review} Review */
/** @typedef {import("./engine.js").Sum} Sum */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("../views/moves.js").Remark} Remark */

/**
 * Limits per position. A network needs few visits; other engines get a time.
 * @type {{network: Limit, others: Limit}}
 */
const LIMITS = { network: { time: 1, visits: 50 }, others: { time: 0.5 } };
/** @type {Record<string, string>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class GameReview {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    /** @type {Review[]} */ this.reviews = [];
    this.running = false;
    /** The moves that were reviewed. @type {TreeNode[]} */ this.moves = [];
    this.graph = evaluationGraph((ply) => this.#go(ply));
    this.starter = button(t("review.start"), () => (this.running ? this.stop() : this.start()), { icon: "analyse" });
    this.progress = h("progress", { hidden: true, "aria-label": t("review.progress") });
    this.sums = h("div", { class: "review-sums" });
    this.element = h(
      "section",
      { class: "review", "aria-label": t("review.label") },
      this.graph.node,
      h("div", { class: "review-row" }, this.starter, this.progress),
      this.sums,
    );
  }

  start() {
    const { analysis } = this;
    const moves = lineThrough(analysis.tree.root).filter(({ move }) => move !== null);
    if (moves.length === 0) return;
    this.moves = moves;
    this.reviews = [];
    this.running = true;
    replace(this.sums);
    this.drawGraph();
    this.#showRunning();
    analysis.engine.review(
      analysis.record(),
      analysis.player,
      LIMITS[analysis.player === NETWORK ? "network" : "others"],
    );
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    this.analysis.engine.stop();
    this.#showRunning();
  }

  #showRunning() {
    this.starter.querySelector("span")?.replaceChildren(t(this.running ? "review.stop" : "review.start"));
    this.progress.hidden = !this.running;
    if (this.running) this.progress.removeAttribute("value");
  }

  /** @param {Review} review @param {number} total */
  take(review, total) {
    this.reviews.push(review);
    this.progress.max = total;
    this.progress.value = this.reviews.length;
    this.drawGraph();
    if (review.classification && review.classification !== "good") this.analysis.redraw();
  }

  /** @param {Record<"black" | "white", Sum>} summary */
  finish(summary) {
    this.running = false;
    this.#showRunning();
    replace(this.sums, .../** @type {const} */ (["black", "white"]).map((color) => sumLine(color, summary[color])));
    announce(t("review.done"));
    this.analysis.redraw();
    this.analysis.analyse();
  }

  /** The nodes of the game: its start, then its moves. */
  #nodes() {
    const [root, ...rest] = lineThrough(this.analysis.tree.root);
    return [root, ...rest.filter(({ move }) => move !== null)];
  }

  /** @param {number} ply */
  #go(ply) {
    const nodes = this.#nodes();
    this.analysis.go(nodes[Math.min(ply, nodes.length - 1)]);
  }

  /** Draw what is known of the game: the review, and the positions analysed. */
  drawGraph() {
    const nodes = this.#nodes();
    const { evaluations } = this.analysis;
    for (const { ply, winProbability } of pointsOf(this.reviews)) {
      const node = ply === 0 ? nodes[0] : this.moves[ply - 1];
      if (node && !evaluations.has(node)) evaluations.set(node, winProbability);
    }
    const points = nodes.flatMap((node, ply) => {
      const winProbability = evaluations.get(node);
      return winProbability === undefined ? [] : [{ ply, winProbability }];
    });
    this.graph.draw(points, faultsOf(this.reviews), nodes.length - 1);
  }

  /** The review's remarks on the moves. @returns {Map<TreeNode, Remark>} */
  remarks() {
    /** @type {Map<TreeNode, Remark>} */
    const found = new Map();
    for (const { number, classification, best, loss } of this.reviews) {
      const node = this.moves[number - 1];
      if (!node || !classification || classification === "good") continue;
      found.set(node, {
        mark: MARKS[classification],
        title: t(`review.${classification}`, { best, loss: percent(loss ?? 0) }),
      });
    }
    return found;
  }

  /** Show where the position is on the graph; a variation is where it leaves the game. */
  show() {
    const nodes = this.#nodes();
    const path = pathTo(this.analysis.node);
    this.starter.disabled = nodes.length < 2;
    this.drawGraph();
    this.graph.show(nodes.filter((node) => path.includes(node)).length - 1);
  }
}

/** @param {"black" | "white"} color @param {Sum} sum */
function sumLine(color, { inaccuracies, mistakes, blunders, mean_loss: loss }) {
  return h(
    "p",
    null,
    h("span", { class: `stone-dot ${color}` }),
    h("span", null, t("review.sum", { name: colorName(color), inaccuracies, mistakes, blunders, loss: percent(loss) })),
  );
}
