/** The marks and labels of a node on the board. */

/** @typedef {import("../game/tree.js").Node} Node */
/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../board/state.js").Mark} Mark */

/** @param {Node} node @returns {Pick<Config, "marks" | "labels" | "spots">} */
export function notesOf({ marks, labels }) {
  /** @type {Record<string, Mark>} */ const shown = {};
  for (const kind of /** @type {const} */ (["triangle", "circle", "square", "cross"])) {
    for (const cell of marks[kind] ?? []) shown[cell] = kind;
  }
  const spots = Object.fromEntries((marks.selected ?? []).map((cell) => [cell, /** @type {const} */ ("selected")]));
  return { marks: shown, labels: { ...labels }, spots };
}
