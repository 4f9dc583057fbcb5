/** Words that depend on the theme: names of colours and cells. */

import { t } from "./i18n/index.js";
import { settings } from "./settings.js";

/** @typedef {import("./rules/board.js").Color} Color */
/** @typedef {import("./board/state.js").CellFacts} CellFacts */

/** The palette of the stones now on the screen. @returns {"classic" | "redblue" | "colorblind"} */
export function palette() {
  return settings.get("theme") === "colorblind" ? "colorblind" : settings.get("stones");
}

/** The name of a player's colour, as shown. @param {Color} color */
export function colorName(color) {
  return t(`color.${palette()}.${color}`);
}

/** A cell in words, for screen readers. @param {CellFacts} facts */
export function describeCell({ name, stone, last }) {
  if (!stone) return t("cell.empty", { cell: name });
  return t(last ? "cell.last" : "cell.stone", { cell: name, color: colorName(stone) });
}
