/** One line of a game's tree, as a numbered list of steps. */

import { lineThrough } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./state.js").Move} Move */

/**
 * The steps of a line, numbered from 1: moves, endings and set-up stones.
 * @param {Node[]} line from the root on
 * @returns {Move[]}
 */
export function stepsOf(line) {
  return line.slice(1).map((node, at) => ({
    number: at + 1,
    color: node.color ?? "black",
    move: node.move ?? node.ending ?? (node.setup ? "setup" : "note"),
  }));
}

/** The main line of a game. @param {Tree} tree */
export const mainLine = (tree) => lineThrough(tree.root);
