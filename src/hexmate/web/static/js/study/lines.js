/**
 * The best lines of an engine, one per row: win rate, moves, visits. Hovering or focusing a row plays
 * its line out on the board; a click enters it as a variation.
 */

import { formatNumber, t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { moveText } from "../views/moves.js";
import { percent } from "./overlays.js";
import { LONGEST } from "./playout.js";

/** @typedef {import("./engine.js").Line} Line */
/** @typedef {"visits" | "depth" | null} Effort what the engine reports about its work on a line */

/** @param {readonly Line[]} lines @returns {Effort} */
export function effortOf(lines) {
  if (lines.some(({ visits }) => visits !== null)) return "visits";
  return lines.some(({ depth }) => depth !== null) ? "depth" : null;
}

/**
 * A value with its name, for screen readers.
 * @param {string} name
 * @param {string} value
 * @param {string} className
 */
function field(name, value, className) {
  return h("span", { class: className }, value && h("span", { class: "visually-hidden" }, ` ${name} `), value);
}

/** @param {Line} line @param {number} at @param {Effort} effort */
function parts({ move, win_probability: winProbability, visits, depth, prior, pv }, at, effort) {
  const count = effort === "visits" ? visits : depth;
  const work = count === null ? "" : formatNumber(count, { notation: "compact" });
  const rest = pv.slice(1, LONGEST).map(moveText).join(" ");
  return [
    h("span", { class: "engine-move" }, h("span", { class: "visually-hidden" }, `${at + 1}. `), moveText(move)),
    field(t("engine.head.winRate"), percent(winProbability), "engine-win-rate"),
    field(t(`engine.head.${effort ?? "visits"}`), work, "engine-effort"),
    field(t("engine.head.prior"), prior === null ? "" : percent(prior), "visually-hidden"),
    field(t("engine.head.line"), rest, "engine-pv"),
  ];
}

/** @param {{enter: (line: Line) => void, preview: (line: Line | null) => void}} options */
export function lineList({ enter, preview }) {
  const list = h("ol", { class: "engine-lines", "aria-label": t("engine.lines") });
  const empty = h("p", { class: "engine-empty muted", role: "status" });
  /** @type {readonly Line[]} */ let shown = [];
  /** Lines that wait until the user has left the one they look at. @type {readonly Line[] | null} */
  let waiting = null;
  let previewed = -1;

  /** @param {number} at */
  function look(at) {
    if (at === previewed) return;
    previewed = at;
    preview(shown[at] ?? null);
    if (at < 0 && waiting) draw(waiting);
  }

  /** @param {number} at */
  function row(at) {
    const line = h("button", { type: "button", class: "engine-line" });
    line.addEventListener("pointermove", ({ pointerType }) => pointerType === "mouse" && look(at));
    line.addEventListener("pointerleave", () => look(-1));
    line.addEventListener("focus", () => line.matches(":focus-visible") && look(at));
    line.addEventListener("blur", () => look(-1));
    line.addEventListener("click", () => {
      const chosen = shown[at];
      look(-1);
      if (chosen) enter(chosen);
    });
    return h("li", null, line);
  }

  /** @param {readonly Line[]} lines */
  function draw(lines) {
    shown = lines;
    waiting = null;
    const effort = effortOf(lines);
    while (list.childElementCount < lines.length) list.append(row(list.childElementCount));
    [...list.children].forEach((item, at) => {
      /** @type {HTMLElement} */ (item).hidden = at >= lines.length;
      if (at < lines.length) item.firstElementChild?.replaceChildren(...parts(lines[at], at, effort));
    });
    list.hidden = lines.length === 0;
    empty.hidden = lines.length > 0;
  }

  draw([]);
  return {
    nodes: [list, empty],
    /** @param {readonly Line[]} lines */
    show(lines) {
      if (lines.length === 0) look(-1);
      // A line must not change while the user looks at it, or is about to choose it.
      if (previewed >= 0) waiting = lines;
      else draw(lines);
    },
    /** What to say while there are no lines. @param {string} text */
    showText(text) {
      if (empty.textContent !== text) empty.textContent = text;
    },
  };
}
