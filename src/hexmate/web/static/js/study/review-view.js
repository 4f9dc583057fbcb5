/** What the review of a game shows: progress, a line for each player, and the way through the mistakes. */

import { t } from "../i18n/index.js";
import { button, iconButton } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { MARKS, progressText } from "./mistakes.js";
import { percent } from "./overlays.js";

/** @typedef {import("../types/api").SummaryStates} Summary */
/** @typedef {import("../types/api").SummaryState} Sum */
/** @typedef {import("../rules/board.js").Color} Color */
/**
 * @typedef {object} ReviewActions
 * @property {() => void} start
 * @property {() => void} stop
 * @property {(step: 1 | -1) => void} mistake
 * @property {() => void} learn
 */
/** @typedef {"idle" | "running" | "done" | "learning"} Stage */

/** The review of one player in words. @param {Color} color @param {Sum} sum */
export function sumText(color, { inaccuracies, mistakes, blunders, accuracy }) {
  const counts = { inaccuracies, mistakes, blunders };
  return t("review.sum", { name: colorName(color), accuracy: percent(accuracy), ...counts });
}

/** @param {Color} color @param {Sum} sum */
function sumLine(color, sum) {
  const count = (/** @type {keyof typeof MARKS} */ kind, /** @type {number} */ n) =>
    h("span", { class: `count ${kind} ${n === 0 ? "none" : ""}`.trim() }, h("b", null, MARKS[kind]), ` ${n}`);
  return h(
    "p",
    { title: sumText(color, sum) },
    h("span", { class: "visually-hidden" }, sumText(color, sum)),
    h(
      "span",
      { class: "sum-figures", "aria-hidden": "true" },
      h("span", { class: `stone-dot ${color}` }),
      h("span", { class: "accuracy" }, h("b", null, percent(sum.accuracy)), ` ${t("review.accuracy")}`),
      count("inaccuracy", sum.inaccuracies),
      count("mistake", sum.mistakes),
      count("blunder", sum.blunders),
    ),
  );
}

/** @param {ReviewActions} actions @param {boolean} own whether the user played the game, on one side */
export function reviewView(actions, own) {
  const starter = button(t("review.start"), actions.start, { icon: "analyse", kind: "primary" });
  const stopper = button(t("review.stop"), actions.stop);
  const bar = h("progress", { "aria-label": t("review.progress") });
  const left = h("span", { class: "progress-text" });
  const sums = h("div", { class: "review-sums" });
  const detail = h("p", { class: "review-detail", role: "status" });
  const previous = button(t("review.previous"), () => actions.mistake(-1), { icon: "back" });
  const next = button(t("review.next"), () => actions.mistake(1), { icon: "next" });
  const learn = button(t(own ? "learn.start" : "learn.start.both"), actions.learn, { icon: "hint" });
  const rows = {
    idle: h("div", { class: "review-row" }, starter),
    running: h("div", { class: "review-row" }, stopper, h("div", { class: "progress-place" }, bar, left)),
    done: h(
      "div",
      { class: "review-done" },
      sums,
      detail,
      h(
        "div",
        { class: "review-row" },
        h("div", { class: "mistake-steps", role: "group", "aria-label": t("review.mistakes") }, previous, next),
        learn,
        iconButton("restart", t("review.again"), actions.start),
      ),
    ),
  };

  return {
    nodes: Object.values(rows),
    /** @param {Stage} stage @param {boolean} possible whether there is a game to review */
    show(stage, possible) {
      for (const [name, row] of Object.entries(rows)) row.hidden = name !== stage;
      starter.disabled = !possible;
    },
    /** @param {{done: number, total: number, seconds: number | null}} progress */
    progress({ done, total, seconds }) {
      if (total > 0) {
        bar.max = total;
        bar.value = done;
      } else bar.removeAttribute("value");
      left.textContent = total > 0 ? progressText({ done, total, seconds }) : t("review.begins");
    },
    /** @param {Summary} summary */
    sums(summary) {
      replace(sums, .../** @type {const} */ (["black", "white"]).map((color) => sumLine(color, summary[color])));
    },
    /** @param {string} text about the position shown @param {{mistakes: boolean, puzzles: boolean}} has */
    detail(text, { mistakes, puzzles }) {
      if (detail.textContent !== text) detail.textContent = text;
      previous.disabled = next.disabled = !mistakes;
      learn.disabled = !puzzles;
      learn.title = puzzles ? "" : t("learn.none");
    },
  };
}
