/** A game on its way from one page to the analysis, within this tab. */

/** @typedef {import("../game/tree.js").Record_} GameRecord */

const KEY = "hexmate.study";

/** @param {GameRecord} game @param {Pick<Storage, "setItem">} [shelf] */
export function keepForStudy(game, shelf = sessionStorage) {
  try {
    shelf.setItem(KEY, JSON.stringify(game));
  } catch {
    // The analysis then opens with an empty board.
  }
}

/** @param {Pick<Storage, "getItem">} [shelf] @returns {GameRecord | null} */
export function keptForStudy(shelf = sessionStorage) {
  try {
    return JSON.parse(shelf.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
