/** A game with its review written into it: comments, marks and the classifications of SGF. */

import { preorder, writeTree } from "../game/tree.js";
import { cellNumber } from "../rules/names.js";
import { isMistake, verdictOf } from "./mistakes.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("../game/tree.js").Tree} Tree */
/** @typedef {import("./mistakes.js").Reviewed} Reviewed */

/** SGF's own words: doubtful, bad, very bad. */
const PROPERTIES = { inaccuracy: { DO: [""] }, mistake: { BM: ["1"] }, blunder: { BM: ["2"] } };

/**
 * The record of a tree with a comment on each mistake, and a square on the better move.
 * @param {Tree} tree
 * @param {readonly Reviewed[]} reviews
 * @param {readonly TreeNode[]} moves the nodes that were reviewed
 * @returns {GameRecord}
 */
export function annotated(tree, reviews, moves) {
  const record = writeTree(tree);
  const numbers = new Map([...preorder(tree.root)].map((node, at) => [node, at]));
  for (const mistake of reviews.filter(isMistake)) {
    const at = numbers.get(moves[mistake.number - 1]);
    const entry = at === undefined ? undefined : record.nodes?.[at];
    if (at === undefined || entry === undefined || !record.nodes) continue;
    record.nodes[at] = marked(typeof entry === "string" ? { move: entry } : entry, mistake, tree);
  }
  return record;
}

/** @param {any} entry @param {import("./mistakes.js").Mistake} mistake @param {{rows: number, cols: number}} board */
function marked(entry, mistake, { rows, cols }) {
  const text = verdictOf(mistake);
  const comment = entry.comment?.includes(text) ? entry.comment : [entry.comment, text].filter(Boolean).join("\n\n");
  const onBoard = cellNumber(mistake.best, rows, cols) !== null;
  const isMarked = Object.values(entry.marks ?? {}).some((cells) => cells.includes(mistake.best));
  const square = onBoard && !isMarked && [...(entry.marks?.square ?? []), mistake.best];
  return {
    ...entry,
    comment,
    ...(square && { marks: { ...entry.marks, square } }),
    properties: { ...entry.properties, ...PROPERTIES[mistake.classification] },
  };
}
