/** The best moves of a player as a list: win rate, visits, policy and line of each; a click plays one. */

import { formatNumber, t } from "../i18n/index.js";
import { h, replace } from "../ui/dom.js";
import { moveText } from "../views/moves.js";
import { percent } from "./overlays.js";

/** @typedef {import("./engine.js").Line} Line */
/** @typedef {{effort: "visits" | "depth" | null, prior: boolean}} Columns what the engine reports */

const LONGEST_LINE = 8;

/** @param {readonly Line[]} lines @returns {Columns} */
export function columnsOf(lines) {
  const effort = lines.some(({ visits }) => visits !== null)
    ? "visits"
    : lines.some(({ depth }) => depth !== null)
      ? "depth"
      : null;
  return { effort, prior: lines.some(({ prior }) => prior !== null) };
}

/** @param {Columns} columns */
function head({ effort, prior }) {
  return h(
    "div",
    { class: "engine-row engine-head", "aria-hidden": "true" },
    h("span", null, t("engine.head.move")),
    h("span", null, t("engine.head.winRate")),
    h("span", null, effort ? t(`engine.head.${effort}`) : ""),
    h("span", null, prior ? t("engine.head.prior") : ""),
  );
}

/**
 * A value with the name of its column, for screen readers.
 * @param {string} name
 * @param {string} value
 * @param {string} [className]
 */
function field(name, value, className) {
  return h("span", { class: className }, value && h("span", { class: "visually-hidden" }, ` ${name} `), value);
}

/** @param {Line} line @param {number} at @param {Columns} columns @param {(move: string) => void} play */
function lineEntry({ move, win_probability: winProbability, visits, depth, prior, pv }, at, { effort }, play) {
  const count = effort === "visits" ? visits : depth;
  return h(
    "li",
    null,
    h(
      "button",
      { type: "button", class: "engine-row engine-line", onclick: () => play(move) },
      h("span", { class: "engine-move" }, `${at + 1}. ${moveText(move)}`),
      field(t("engine.head.winRate"), percent(winProbability), "engine-win-rate"),
      field(
        t(`engine.head.${effort ?? "visits"}`),
        count === null ? "" : formatNumber(count, { notation: "compact" }),
        "engine-effort",
      ),
      field(t("engine.head.prior"), prior === null ? "" : percent(prior)),
      field(t("engine.head.line"), pv.slice(1, LONGEST_LINE).map(moveText).join(" "), "engine-pv"),
    ),
  );
}

/** @param {(move: string) => void} play */
export function lineList(play) {
  const titles = h("div");
  const list = h("ol", { class: "engine-lines" });
  // A line must not change under the finger that is about to choose it.
  let held = false;
  list.addEventListener("pointerdown", () => {
    held = true;
    addEventListener("pointerup", () => setTimeout(() => (held = false)), { once: true });
  });
  return {
    nodes: [titles, list],
    /** @param {readonly Line[]} lines */
    show(lines) {
      if (held && lines.length > 0) return;
      const columns = columnsOf(lines);
      const focused = [...list.children].findIndex((entry) => entry.contains(document.activeElement));
      replace(titles, lines.length > 0 && head(columns));
      replace(list, ...lines.map((line, at) => lineEntry(line, at, columns, play)));
      // Keep the keyboard focus at the same rank.
      if (focused >= 0) list.children[focused]?.querySelector("button")?.focus();
    },
    /** @param {string} text */
    showText(text) {
      replace(titles);
      replace(list, h("li", { class: "muted" }, text));
    },
  };
}
