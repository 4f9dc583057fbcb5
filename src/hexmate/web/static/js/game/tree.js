/**
 * A game as a tree: moves, variations, set-up stones, comments and marks, as `games.jsonl` keeps
 * them. The nodes are changed by the functions of `edit.js`.
 */

import { Board, other, SHAPES } from "../rules/board.js";
import { cellNumber } from "../rules/names.js";
import { isSwap } from "../rules/swap.js";

/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../rules/board.js").SwapRule} SwapRule */
/** @typedef {"triangle" | "circle" | "square" | "cross" | "selected"} MarkKind */
/** @typedef {"resign" | "forfeit" | "time-out"} Ending */
/** @typedef {{black: string[], white: string[], empty: string[], turn: Color | null}} Setup */
/**
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Node[]} children the first one is the main line
 * @property {string | null} move a cell, `swap-pieces`, `swap-sides` or `pass`
 * @property {Color | null} color of the move, or of the player who resigned
 * @property {Ending | null} ending
 * @property {Setup | null} setup
 * @property {string} comment
 * @property {Partial<Record<MarkKind, string[]>>} marks
 * @property {Record<string, string>} labels
 * @property {Record<string, string[]>} properties properties of a record that this page does not understand
 */
/**
 * @typedef {object} Tree
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {SwapRule} swap
 * @property {Record<string, string>} headers
 * @property {number | null} cursor
 * @property {Node} root
 * @property {Node} [shown] the node that a link names
 */
/** @typedef {{schema: string, rows: number, cols: number, shape?: Shape, swap?: SwapRule,
 *   headers?: Record<string, string>, cursor?: number | null, nodes?: any[],
 *   at?: number}} GameRecord a line of `games.jsonl`; a link adds the number of the node to show */

export const SCHEMA = "hexmate-game/1";
/** Rows and columns that a board may have. */
const LARGEST = 32;
/** @type {readonly MarkKind[]} */
export const MARKS = ["triangle", "circle", "square", "cross", "selected"];
/** @type {readonly string[]} */
const ENDINGS = ["resign", "forfeit", "time-out"];

/** Whether a step of a record ends the game without a stone. @param {string | null} step */
export const isEnding = (step) => step !== null && ENDINGS.includes(step);

/** @param {Node | null} parent @param {Partial<Node>} [fields] @returns {Node} */
export function newNode(parent, fields = {}) {
  return {
    parent,
    children: [],
    move: null,
    color: null,
    ending: null,
    setup: null,
    comment: "",
    marks: {},
    labels: {},
    properties: {},
    ...fields,
  };
}

/** @param {{rows: number, cols: number, shape?: Shape, swap?: SwapRule}} rules @returns {Tree} */
export function newTree({ rows, cols, shape = "hex", swap = null }) {
  return { rows, cols, shape, swap, headers: {}, cursor: null, root: newNode(null) };
}

/**
 * Records come from links too, which anybody can write: throws RangeError for everything that is not one.
 * @param {GameRecord} record as the server reads it from any format
 * @returns {Tree}
 */
export function readTree(record) {
  if (record.schema !== SCHEMA) throw new RangeError(`the schema is ${record.schema}, not ${SCHEMA}`);
  if (!isSound(record)) throw new RangeError("the board or the nodes are not those of a game");
  try {
    return treeOf(record);
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError(String(error));
  }
}

/** @param {any} value */
const isSize = (value) => Number.isInteger(value) && value >= 1 && value <= LARGEST;

/** @param {any} values */
const areTexts = (values) => Object.values(values ?? {}).every((value) => typeof value === "string");

/** @param {GameRecord} record */
function isSound({ rows, cols, shape = "hex", swap = null, headers, cursor = null, nodes = [{}] }) {
  const fits = isSize(rows) && isSize(cols) && SHAPES.includes(shape) && (shape !== "triangle" || cols === 2 * rows);
  const rules = swap === null || swap === "pieces" || swap === "sides";
  const counted = cursor === null || (Number.isInteger(cursor) && cursor >= 0);
  return (
    fits && rules && counted && areTexts(headers) && Array.isArray(nodes) && nodes.every(isSoundNode) && !!nodes[0]
  );
}

/** @param {any} node */
function isSoundNode(node) {
  if (typeof node === "string") return true;
  if (typeof node !== "object" || node === null) return false;
  const { move = "", comment = "", marks, labels, setup } = node;
  const { turn = null, ...cells } = setup ?? {};
  const lists = [...Object.values(marks ?? {}), ...Object.values(cells)];
  return (
    typeof move === "string" &&
    typeof comment === "string" &&
    areTexts(labels) &&
    (turn === null || turn === "black" || turn === "white") &&
    lists.every((list) => Array.isArray(list) && areTexts(list))
  );
}

/** @param {GameRecord} record @returns {Tree} */
function treeOf(record) {
  const tree = newTree(record);
  tree.headers = { ...record.headers };
  tree.cursor = record.cursor ?? null;
  /** @type {Node[]} */ const nodes = [];
  /** @type {Color[]} */ const turns = [];
  (record.nodes ?? [{}]).forEach((entry, at) => {
    const fields = typeof entry === "string" ? { move: entry } : entry;
    const before = fields.parent ?? at - 1;
    const parent = at === 0 ? null : nodes[before];
    if (parent === undefined) throw new RangeError(`node ${at} follows no node before it`);
    const node = readNode(parent, fields, at === 0 ? "black" : turns[before]);
    parent?.children.push(node);
    nodes.push(node);
    turns.push(turnBehind(node, at === 0 ? firstTurn(node) : turns[before]));
  });
  tree.root = nodes[0];
  if (record.at !== undefined) tree.shown = nodes[record.at];
  return tree;
}

/** @param {Node | null} parent @param {any} fields @param {Color} turn @returns {Node} */
function readNode(parent, fields, turn) {
  const node = newNode(parent, {
    comment: fields.comment ?? "",
    marks: structuredClone(fields.marks ?? {}),
    labels: { ...fields.labels },
    properties: structuredClone(fields.properties ?? {}),
  });
  if (fields.setup) node.setup = { black: [], white: [], empty: [], turn: null, ...structuredClone(fields.setup) };
  if (fields.move === undefined) return node;
  const [, letter, word] = /** @type {RegExpExecArray} */ (/^(?:([bw]):)?(.*)$/.exec(fields.move.toLowerCase()));
  node.color = letter ? (letter === "b" ? "black" : "white") : turn;
  if (ENDINGS.includes(word)) node.ending = /** @type {Ending} */ (word);
  else node.move = word;
  return node;
}

/** @param {Tree} tree @returns {GameRecord} */
export function writeTree(tree) {
  /** @type {Map<Node, {at: number, turn: Color}>} */
  const known = new Map();
  /** @type {any[]} */ const nodes = [];
  for (const node of preorder(tree.root)) {
    const before = node.parent && known.get(node.parent);
    const turn = before ? before.turn : firstTurn(node);
    const data = nodeData(node, turn);
    if (before && before.at !== nodes.length - 1) data.parent = before.at;
    known.set(node, { at: nodes.length, turn: turnBehind(node, turn) });
    const plain = nodes.length > 0 && Object.keys(data).join() === "move";
    nodes.push(plain ? data.move : data);
  }
  const { rows, cols, shape, swap, headers, cursor } = tree;
  return { schema: SCHEMA, rows, cols, shape, swap, headers, cursor, nodes };
}

/** @param {Node} node @param {Color} turn */
function nodeData(node, turn) {
  /** @type {Record<string, any>} */
  const data = {};
  const word = node.move ?? node.ending;
  if (word !== null && node.color) data.move = node.color === turn ? word : `${node.color[0]}:${word}`;
  if (node.setup && !isEmptySetup(node.setup)) {
    const { turn: next, ...cells } = node.setup;
    data.setup = Object.fromEntries(Object.entries(cells).filter(([, list]) => list.length > 0));
    if (next) data.setup.turn = next;
  }
  if (node.comment) data.comment = node.comment;
  const marks = Object.entries(node.marks).filter(([, list]) => list.length > 0);
  if (marks.length > 0) data.marks = Object.fromEntries(marks);
  if (Object.keys(node.labels).length > 0) data.labels = node.labels;
  if (Object.keys(node.properties).length > 0) data.properties = node.properties;
  return data;
}

/** @param {Setup} setup */
export function isEmptySetup({ black, white, empty, turn }) {
  return black.length + white.length + empty.length === 0 && turn === null;
}

/** All nodes, each before its children, main lines first. @param {Node} node */
export function* preorder(node) {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...next.children.slice().reverse());
  }
}

/** @param {Node} node @param {Color} before */
function turnBehind(node, before) {
  if (node.move !== null && node.color) return node.move === "swap-sides" ? node.color : other(node.color);
  return node.setup?.turn ?? before;
}

/** @param {Node} root @returns {Color} */
function firstTurn({ setup }) {
  if (!setup) return "black";
  return setup.turn ?? (setup.black.length > setup.white.length ? "white" : "black");
}

/** The nodes from the root to a node. @param {Node} node */
export function pathTo(node) {
  const path = [node];
  for (let up = node.parent; up; up = up.parent) path.unshift(up);
  return path;
}

/** Whether a node is still part of a tree, and not of a part that was deleted. @param {Tree} tree @param {Node} node */
export function isIn(tree, node) {
  const path = pathTo(node);
  return path[0] === tree.root && path.every((each, at) => at === 0 || path[at - 1].children.includes(each));
}

/** The nodes of the line through a node, continued with first children. @param {Node} node */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** The last node of the main line. @param {Tree} tree */
export function endOf(tree) {
  return /** @type {Node} */ (lineThrough(tree.root).at(-1));
}

/** The node that a link names, that a record's cursor points to, or the end. @param {Tree} tree */
export function cursorNode(tree) {
  if (tree.shown) return tree.shown;
  const line = lineThrough(tree.root);
  return tree.cursor === null ? line[line.length - 1] : line[Math.min(tree.cursor, line.length - 1)];
}

/** The number of a node in the order of the record. @param {Tree} tree @param {Node} node */
export function nodeNumber(tree, node) {
  let number = 0;
  for (const each of preorder(tree.root)) {
    if (each === node) return number;
    number += 1;
  }
  return 0;
}

/** How many moves lead to a node, set-up steps not counted. @param {Node} node */
export function moveNumber(node) {
  return pathTo(node).filter(({ move }) => move !== null).length;
}

/**
 * The board at a node. Illegal moves are left out, as are moves after the end.
 * @param {Tree} tree
 * @param {Node} node
 */
export function boardAt(tree, node) {
  const { rows, cols, shape, swap } = tree;
  let board = new Board({ rows, cols, shape, swap });
  for (const step of pathTo(node)) {
    if (step.setup) board = setUp(board, step.setup, step.parent ? null : firstTurn(step));
    if (step.move !== null && board.isLegal(step.move)) board.push(step.move, step.color ?? undefined);
  }
  return board;
}

/** @param {Board} board @param {Setup} setup @param {Color | null} turn @returns {Board} */
function setUp(board, setup, turn) {
  const { rows, cols, shape, swap } = board;
  const swapUsed = board.swapUsed || board.moves.some(({ move }) => isSwap(move));
  const stones = [...board.stones];
  const put = (/** @type {string[]} */ names, /** @type {Color | null} */ stone) => {
    for (const name of names) {
      const cell = cellNumber(name, rows, cols);
      if (cell !== null) stones[cell] = stone;
    }
  };
  put(setup.empty, null);
  put(setup.black, "black");
  put(setup.white, "white");
  return new Board({ rows, cols, shape, swap, swapUsed, stones, turn: turn ?? setup.turn ?? board.turn });
}

/** The player who resigned at a node or before it, if any. @param {Node} node @returns {Color | null} */
export function loserAt(node) {
  return pathTo(node).find(({ ending }) => ending !== null)?.color ?? null;
}
