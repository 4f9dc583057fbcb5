/** A game with its variations as a clickable text. */

import { moveNumber } from "../game/tree.js";
import { h } from "../ui/dom.js";
import { moveButton, moveText, reveal } from "../views/moves.js";

/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("../views/moves.js").Remark} Remark */

/** The text of a node. @param {TreeNode} node */
function textOf(node) {
  if (node.move) return moveText(node.move);
  if (node.ending) return moveText(node.ending);
  return moveText(node.setup ? "setup" : "note");
}

/**
 * @param {(node: TreeNode) => void} go
 */
export function treeView(go) {
  const root = h("div", { class: "tree" });
  /** @type {Map<TreeNode, HTMLButtonElement>} */
  let buttons = new Map();

  /** @param {TreeNode} node @param {ReadonlyMap<TreeNode, Remark>} remarks */
  function nodeButton(node, remarks) {
    const button = moveButton(moveNumber(node), node.color, textOf(node), remarks.get(node), () => go(node));
    buttons.set(node, button);
    return button;
  }

  /**
   * A line from a node on; variations follow the move they would replace.
   * @param {TreeNode} first
   * @param {TreeNode[]} others alternatives to the first move
   * @param {ReadonlyMap<TreeNode, Remark>} remarks
   */
  function line(first, others, remarks) {
    /** @type {HTMLElement[]} */
    const parts = [];
    for (let node = /** @type {TreeNode | undefined} */ (first); node; node = node.children[0]) {
      parts.push(nodeButton(node, remarks), ...commentOf(node));
      const instead = node === first ? others : (node.parent?.children.slice(1) ?? []);
      parts.push(...instead.map((other) => h("div", { class: "variation" }, line(other, [], remarks))));
    }
    return parts;
  }

  return {
    node: root,
    /** @param {TreeNode} top @param {ReadonlyMap<TreeNode, Remark>} [remarks] */
    draw(top, remarks = new Map()) {
      buttons = new Map();
      const [first, ...others] = top.children;
      root.replaceChildren(...commentOf(top), ...(first ? line(first, others, remarks) : []));
    },
    /** @param {TreeNode} current */
    show(current) {
      for (const [node, button] of buttons) {
        if (node === current) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      }
      reveal(root, buttons.get(current) ?? null);
    },
  };
}

/** @param {TreeNode} node */
function commentOf({ comment }) {
  return comment ? [h("span", { class: "tree-comment" }, comment)] : [];
}
