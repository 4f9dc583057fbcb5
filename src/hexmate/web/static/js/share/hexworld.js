/** A line of a game as a link to HexWorld, and what such a link cannot hold. */

import { lineThrough, pathTo, preorder } from "../game/tree.js";
import { other } from "../rules/board.js";
import { cellNumber } from "../rules/names.js";

/** @typedef {import("../game/tree.js").Tree} Tree */
/** @typedef {import("../game/tree.js").Node} Node */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {"variations" | "comments" | "marks" | "setup" | "cut" | "ending"} Loss */

export const HEXWORLD = "https://hexworld.org/board/";
const LARGEST = 30;
/** @type {Record<string, string>} */
const WORDS = { "swap-pieces": ":s", "swap-sides": ":S", pass: ":p" };
/** @type {Record<string, string>} */
const ENDINGS = { resign: "r", forfeit: "f" };

/** Whether HexWorld has such boards. @param {Pick<Tree, "rows" | "cols" | "shape">} board */
export const fitsHexworld = ({ rows, cols, shape }) => shape === "hex" && Math.max(rows, cols) <= LARGEST;

/**
 * The link to the line through a node, with the node in sight; null for boards that HexWorld does
 * not have. Set-up stones become moves, with passes between two of one colour.
 * @param {Tree} tree
 * @param {Node} node
 * @returns {{link: string, lost: Loss[]} | null}
 */
export function hexworldLink(tree, node) {
  if (!fitsHexworld(tree)) return null;
  const line = lineThrough(node);
  const { words, cursor, cut } = wordsOf(tree, line, pathTo(node).length);
  const { rows, cols } = tree;
  const size = rows === cols ? `${cols}` : `${cols}x${rows}`;
  const before = words.slice(0, cursor).join("");
  const after = words.slice(cursor).join("");
  const moves = (words.length > 0 ? `,${before}` : "") + (after ? `,${after}` : "");
  return { link: `${HEXWORLD}#${size}${moves}`, lost: lossesOf(tree, line, cut) };
}

/** @param {Tree} tree @param {Node[]} line @param {number} shown how many of its nodes come before the cursor */
function wordsOf(tree, line, shown) {
  /** @type {string[]} */ const words = [];
  /** @type {Color} */ let turn = "black";
  let cursor = 0;
  let cut = false;
  const put = (/** @type {Color} */ color, /** @type {string} */ word, /** @type {Color} */ next) => {
    words.push(`${color === turn ? "" : ":p"}${word}`);
    turn = next;
  };
  line.forEach((node, at) => {
    if (at > 0 && node.setup && hasStones(node)) cut = true;
    if (!cut && node.setup && at === 0) {
      for (const [color, cell] of alternating(node.setup)) {
        if (cellNumber(cell, tree.rows, tree.cols) !== null) put(color, cell, other(color));
      }
    }
    if (!cut && node.move !== null && node.color) {
      put(node.color, WORDS[node.move] ?? node.move, node.move === "swap-sides" ? node.color : other(node.color));
    }
    if (!cut && node.ending && node.color && ENDINGS[node.ending]) {
      words.push(`:${ENDINGS[node.ending]}${node.color[0]}`);
    }
    if (at < shown) cursor = words.length;
  });
  return { words, cursor, cut };
}

/** Set-up stones, one colour after the other. @param {import("../game/tree.js").Setup} setup */
function alternating({ black, white }) {
  /** @type {[Color, string][]} */
  const stones = [];
  for (let at = 0; at < Math.max(black.length, white.length); at += 1) {
    if (at < black.length) stones.push(["black", black[at]]);
    if (at < white.length) stones.push(["white", white[at]]);
  }
  return stones;
}

/** @param {Node} node */
const hasStones = ({ setup }) => setup !== null && setup.black.length + setup.white.length + setup.empty.length > 0;

/** @param {Tree} tree @param {Node[]} line @param {boolean} cut @returns {Loss[]} */
function lossesOf(tree, line, cut) {
  const nodes = [...preorder(tree.root)];
  const some = (/** @type {(node: Node) => boolean} */ test) => nodes.some(test);
  const marked = (/** @type {Node} */ { marks, labels }) =>
    Object.values(marks).some((cells) => cells.length > 0) || Object.keys(labels).length > 0;
  /** @type {[Loss, boolean][]} */
  const found = [
    ["variations", nodes.length > line.length],
    ["comments", some(({ comment }) => comment !== "")],
    ["marks", some(marked)],
    ["setup", hasStones(tree.root)],
    ["cut", cut],
    ["ending", line.some(({ ending }) => ending !== null && !(ending in ENDINGS))],
  ];
  return found.filter(([, lost]) => lost).map(([loss]) => loss);
}
