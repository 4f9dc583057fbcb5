/** The solver beside the board: a button, its progress, and its answer. */

import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";

/** @typedef {import("./solve.js").Stage} Stage */
/** @typedef {import("../types/api").SolutionMessage} Solution */
/**
 * @typedef {object} SolveActions
 * @property {() => void} start
 * @property {() => void} stop
 * @property {() => void} walk
 * @property {() => void} leave
 */
/**
 * @typedef {object} Shown
 * @property {string} progress empty while it does not work
 * @property {string} legend what the marks on the board mean, or nothing
 * @property {Stage} stage
 * @property {boolean} over whether the game is over
 * @property {Solution | null} solution
 * @property {boolean} swap whether a swap is or will be possible, which the solver leaves out
 */

/** @param {SolveActions} actions */
export function solveView({ start, stop, walk, leave }) {
  const opener = button(t("solve.start"), start, { class: "solve-start" });
  const text = h("p", { class: "solve-text", role: "status" });
  const progress = h("p", { class: "solve-progress" });
  const key = h("p", { class: "help solve-legend" });
  const swap = h("p", { class: "help", hidden: true }, t("solve.swap"));
  const buttons = {
    stop: button(t("solve.stop"), stop, { kind: "quiet" }),
    again: button(t("solve.again"), start, { kind: "quiet" }),
    walk: button(t("solve.walk"), walk, { kind: "quiet" }),
    leave: button(t("solve.walk.leave"), leave, { kind: "quiet" }),
  };
  const node = h(
    "section",
    { class: "solve", "aria-label": t("solve.label"), hidden: true },
    text,
    progress,
    key,
    swap,
    h("div", { class: "solve-actions" }, ...Object.values(buttons)),
  );

  /** @param {string} words */
  function tell(words) {
    if (text.textContent !== words) text.textContent = words;
    node.hidden = words === "";
  }

  return {
    opener,
    node,
    tell,
    /** @param {string} words @param {Shown} shown */
    show(words, { progress: done, legend, stage, over, solution, swap: swappable }) {
      const idle = stage === "idle";
      const proven = solution !== null && (solution.result === "black" || solution.result === "white");
      tell(words);
      progress.textContent = done;
      progress.hidden = done === "";
      key.textContent = legend;
      key.hidden = legend === "";
      node.hidden = words === "" && done === "";
      node.toggleAttribute("data-busy", !idle);
      opener.disabled = over || !idle || Boolean(solution?.complete);
      swap.hidden = !swappable || stage === "replying" || stage === "answering";
      buttons.stop.hidden = stage !== "running";
      buttons.again.hidden = !idle || over || solution === null || solution.complete;
      buttons.walk.hidden = !idle || over || !proven;
      buttons.leave.hidden = stage !== "replying" && stage !== "answering";
    },
  };
}
