/** A mistake as a puzzle: the question, what was tried, and the buttons. */

import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { moveText } from "../views/moves.js";
import { colorName } from "../words.js";
import { current, isLast, isOpen, isSolved } from "./learn.js";
import { betterText } from "./mistakes.js";
import { percent } from "./overlays.js";

/** @typedef {import("./learn.js").Lesson} Lesson */
/**
 * @typedef {object} LearnActions
 * @property {() => void} retry
 * @property {() => void} solution
 * @property {() => void} next
 * @property {() => void} close
 * @property {(() => void) | null} swap where the better move may be a swap
 */

/** What to say about a puzzle. @param {Lesson} lesson */
export function lessonText(lesson) {
  const mistake = current(lesson);
  const move = moveText(lesson.tried ?? "");
  const value = percent(lesson.value ?? 0);
  switch (lesson.phase) {
    case "ask":
      return t("learn.ask", { played: moveText(mistake.move), color: colorName(mistake.color) });
    case "checking":
      return t("learn.checking", { move });
    case "right":
      return t(lesson.tried === mistake.best ? "learn.best" : "learn.right", { move, value });
    case "wrong":
      return t(lesson.tried === mistake.move ? "learn.played" : "learn.wrong", { move, value });
    case "shown":
      return betterText(mistake);
  }
}

export function learnView() {
  const title = h("h2", { class: "learn-title" });
  const text = h("p", { class: "learn-text", role: "status" });
  /** @type {LearnActions | null} */ let given = null;
  /**
   * @param {keyof LearnActions} name
   * @param {import("../i18n/index.js").Key} label
   * @param {Parameters<typeof button>[2]} look
   */
  const act = (name, label, look) => button(t(label), () => given?.[name]?.(), look);
  // Made once: a button that is drawn again would lose the focus.
  const buttons = {
    retry: act("retry", "learn.retry", { icon: "restart" }),
    swap: act("swap", "move.swap", { icon: "swap" }),
    solution: act("solution", "learn.solution", { icon: "eye" }),
    next: act("next", "learn.next", { icon: "next", kind: "primary" }),
    done: act("close", "learn.done", { icon: "check", kind: "primary" }),
    close: act("close", "learn.close", { kind: "quiet" }),
  };
  const all = Object.values(buttons);
  const node = h("div", { class: "learn", hidden: true }, title, text, h("div", { class: "review-row" }, ...all));
  return {
    node,
    /** @param {Lesson | null} lesson @param {LearnActions} actions */
    show(lesson, actions) {
      given = actions;
      node.hidden = lesson === null;
      if (!lesson) return;
      const { at, mistakes, phase } = lesson;
      title.textContent = t("learn.title", { at: at + 1, total: mistakes.length });
      node.dataset.phase = phase;
      const said = lessonText(lesson);
      if (text.textContent !== said) text.textContent = said;
      const over = isSolved(lesson);
      buttons.retry.hidden = phase !== "wrong";
      buttons.swap.hidden = !(isOpen(lesson) && actions.swap);
      buttons.solution.hidden = !isOpen(lesson);
      buttons.next.hidden = !over || isLast(lesson);
      buttons.done.hidden = !over || !isLast(lesson);
      buttons.close.hidden = over && isLast(lesson);
    },
  };
}
