/** The evaluation beside the board: how much of the bar is Black's. */

import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { colorName } from "../words.js";
import { percent } from "./overlays.js";

/** The favourite and its win rate in words. @param {number} black Black's win probability */
export function verdict(black) {
  const color = black >= 0.5 ? "black" : "white";
  return { color, text: t("eval.verdict", { color: colorName(color), percent: percent(Math.max(black, 1 - black)) }) };
}

/** The win rate of the side to move; the favourite's once the game is over. */
export function rateOf(/** @type {number} */ black, /** @type {"black" | "white" | null} */ turn) {
  if (turn === null) return verdict(black).text;
  return t("eval.verdict", { color: colorName(turn), percent: percent(turn === "black" ? black : 1 - black) });
}

export function evaluationBar() {
  const share = h("span", { class: "eval-black" });
  const figure = h("span", { class: "eval-figure", "aria-hidden": "true" });
  const node = h("div", { class: "eval-bar", role: "img" }, share, figure);
  return {
    node,
    /** @param {number | null} black Black's win probability, if known */
    show(black) {
      const known = black ?? 0.5;
      share.style.setProperty("--share", `${(100 * known).toFixed(1)}%`);
      node.classList.toggle("unknown", black === null);
      figure.className = `eval-figure ${known >= 0.5 ? "black" : "white"}`;
      figure.textContent = black === null ? "" : String(Math.round(100 * Math.max(known, 1 - known)));
      node.setAttribute("aria-label", black === null ? t("eval.unknown") : verdict(black).text);
    },
  };
}
