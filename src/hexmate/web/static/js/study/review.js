/** The review of a whole game: its graph, its mistakes, and a summary for each player. */

import { lineThrough } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { NETWORK } from "../setup/computers.js";
import { button } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { announce } from "../ui/toast.js";
import { colorName } from "../words.js";
import { evaluationGraph } from "./graph.js";
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
    this.graph.node.hidden = true;
    this.element = h(
      "section",
      { class: "review", "aria-label": t("review.label") },
      this.starter,
      this.progress,
      this.graph.node,
      this.sums,
    );
  }

  start() {
    const { analysis } = this;
    const moves = lineThrough(analysis.tree.root).filter(({ move }) => move !== null);
    if (moves.length === 0) return;
    this.moves = moves;
    this.reviews = [];
    analysis.setAnalysing(false);
    this.running = true;
    replace(this.sums);
    this.graph.draw([], moves.length);
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
    this.graph.node.hidden = this.moves.length === 0;
  }

  /** @param {Review} review @param {number} total */
  take(review, total) {
    this.reviews.push(review);
    this.progress.max = total;
    this.progress.value = this.reviews.length;
    this.graph.draw(this.reviews, this.moves.length);
    if (review.classification && review.classification !== "good") this.analysis.redraw();
  }

  /** @param {Record<"black" | "white", Sum>} summary */
  finish(summary) {
    this.running = false;
    this.#showRunning();
    replace(this.sums, .../** @type {const} */ (["black", "white"]).map((color) => sumLine(color, summary[color])));
    announce(t("review.done"));
    this.analysis.redraw();
  }

  /** @param {number} ply */
  #go(ply) {
    this.analysis.go(ply === 0 ? this.analysis.tree.root : this.moves[ply - 1]);
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

  /** @param {number} ply */
  show(ply) {
    this.graph.show(ply);
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
