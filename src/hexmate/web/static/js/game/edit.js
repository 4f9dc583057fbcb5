/** Changes to a game's tree; each returns the node to show next. */

import { boardAt, isEmptySetup, newNode } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").MarkKind} MarkKind */
/** @typedef {import("./tree.js").Color} Color */

/**
 * Play a move: along an existing line, or as a new variation. An illegal move changes nothing.
 * @param {Tree} tree
 * @param {Node} node
 * @param {string} move
 * @returns {Node}
 */
export function play(tree, node, move) {
  const board = boardAt(tree, node);
  if (!board.isLegal(move)) return node;
  const known = node.children.find((child) => child.move === move && child.color === board.turn);
  if (known) return known;
  const child = newNode(node, { move, color: board.turn });
  node.children.push(child);
  return child;
}

/** Remove a node and everything after it. @param {Node} node */
export function remove(node) {
  if (!node.parent) return node;
  node.parent.children = node.parent.children.filter((child) => child !== node);
  return node.parent;
}

/** Make the line of a node the main line, from the root on. @param {Node} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const rest = at.parent.children.filter((child) => child !== at);
    at.parent.children = [at, ...rest];
  }
  return node;
}

/**
 * Put a stone on a cell, or remove it, without a move. After a move, or where moves follow, the
 * change gets a node of its own.
 * @param {Tree} tree
 * @param {Node} node
 * @param {string} cell
 * @param {Color | null} stone
 * @returns {Node}
 */
export function putStone(tree, node, cell, stone) {
  const at = setupNode(node);
  const setup = at.setup ?? { black: [], white: [], empty: [], turn: null };
  const without = (/** @type {string[]} */ cells) => cells.filter((name) => name !== cell);
  const before = at.parent ? boardAt(tree, at.parent) : null;
  const was = before?.stonesByName()[cell] ?? null;
  const next = {
    black: without(setup.black),
    white: without(setup.white),
    empty: without(setup.empty),
    turn: setup.turn,
  };
  if (stone !== was) next[stone ?? "empty"].push(cell);
  at.setup = isEmptySetup(next) ? null : next;
  return at;
}

/**
 * Set the side to move.
 * @param {Tree} tree
 * @param {Node} node
 * @param {Color} turn
 */
export function setTurn(tree, node, turn) {
  if (boardAt(tree, node).turn === turn) return node;
  const at = setupNode(node);
  const setup = at.setup ?? { black: [], white: [], empty: [], turn: null };
  at.setup = { ...setup, turn };
  return at;
}

/** @param {Node} node */
function setupNode(node) {
  if (node.move === null && node.ending === null && node.children.length === 0) return node;
  const child = newNode(node);
  node.children.push(child);
  return child;
}

/**
 * Set a mark on a cell, or remove it; a cell has one mark.
 * @param {Node} node
 * @param {string} cell
 * @param {MarkKind} kind
 */
export function toggleMark(node, cell, kind) {
  const had = node.marks[kind]?.includes(cell) ?? false;
  for (const other of /** @type {MarkKind[]} */ (Object.keys(node.marks))) {
    node.marks[other] = node.marks[other]?.filter((name) => name !== cell);
  }
  if (!had) node.marks[kind] = [...(node.marks[kind] ?? []), cell];
  return node;
}

/** Write a label on a cell; an empty text removes it. @param {Node} node @param {string} cell @param {string} text */
export function setLabel(node, cell, text) {
  const { [cell]: _, ...rest } = node.labels;
  node.labels = text ? { ...rest, [cell]: text } : rest;
  return node;
}

/** The first letter that no cell of a node has yet. @param {Node} node */
export function nextLetter(node) {
  const used = new Set(Object.values(node.labels));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.has(letter)) ?? "?";
}
