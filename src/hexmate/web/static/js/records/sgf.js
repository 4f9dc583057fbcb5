/**
 * SGF for sites without a server: Hexmate's own dialect, as `hexmate/records` writes it, and what most programs share.
 * Where there is a server it reads and writes records: it knows more dialects, and says what it could not read.
 */

import { MARKS, readTree, SCHEMA } from "../game/tree.js";
import { SHAPES, transposable } from "../rules/board.js";
import { cellNumber } from "../rules/names.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../game/tree.js").MarkKind} MarkKind */
/** @typedef {[string, string[]]} Property a name and its values */
/** @typedef {{parent: number, properties: Property[]}} RawNode */

/** @type {Record<string, string>} */
const HEADERS = {
  ...{ PB: "black", PW: "white", BR: "black_rank", WR: "white_rank", BT: "black_team", WT: "white_team" },
  ...{ EV: "event", RO: "round", PC: "place", DT: "date", GN: "name", RE: "result", RU: "rules", TM: "time" },
  ...{ OT: "overtime", ON: "opening", AN: "annotator", SO: "source", US: "user", CP: "copyright" },
  ...{ GC: "description", HXVIEW: "view" },
};
/** @type {Record<string, MarkKind>} */
const MARK_NAMES = { TR: "triangle", CR: "circle", SQ: "square", MA: "cross", SL: "selected" };
/** @type {Record<string, "black" | "white" | "empty">} */
const SETUPS = { AB: "black", AW: "white", AE: "empty" };
const LARGEST = 32;
const MOST_NODES = 20_000;

/** The first game of an SGF text; throws RangeError if it holds none. @param {string} text @returns {GameRecord} */
export function readSgf(text) {
  const nodes = parse(text);
  const root = new Map(nodes[0].properties);
  const [cols, rows = cols] = (root.get("SZ")?.[0] ?? "11").split(":").map(Number);
  if (![rows, cols].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST)) {
    throw new RangeError(`the board of ${rows} rows and ${cols} columns is not one of 1 to ${LARGEST}`);
  }
  const shape = SHAPES.find((each) => each === root.get("HXSHAPE")?.[0]) ?? "hex";
  /** @type {Record<string, string>} */ const headers = {};
  for (const [name, [value]] of root) if (HEADERS[name]) headers[HEADERS[name]] = unescaped(value);
  const cursor = Number.parseInt(root.get("HXCURSOR")?.[0] ?? "", 10);
  const record = {
    schema: SCHEMA,
    rows,
    cols,
    shape,
    swap: swapOf(nodes, root, transposable(shape, rows, cols)),
    headers,
    cursor: Number.isInteger(cursor) ? cursor : null,
    nodes: nodes.map((node, at) => recordNode(node, at, rows, cols)),
  };
  readTree(record);
  return record;
}

/**
 * The swap rule that the file names or its moves show.
 * @param {RawNode[]} nodes
 * @param {Map<string, string[]>} root
 * @param {boolean} pieces whether the board allows swap-pieces
 * @returns {"pieces" | "sides" | null}
 */
function swapOf(nodes, root, pieces) {
  const told = root.get("HXSWAP")?.[0];
  if (told === "pieces" || told === "sides") return told;
  const words = nodes.flatMap(({ properties }) =>
    properties.flatMap(([name, values]) => (name === "B" || name === "W" ? values : [])),
  );
  const swap = words.map((word) => word.trim().toLowerCase()).find((word) => word.startsWith("swap"));
  if (!swap) return null;
  return swap === "swap-sides" || !pieces ? "sides" : "pieces";
}

/** @param {RawNode} node @param {number} at @param {number} rows @param {number} cols */
function recordNode({ parent, properties }, at, rows, cols) {
  /** @type {Record<string, any>} */ const data = {};
  const cells = (/** @type {string[]} */ values) =>
    values.map((value) => value.trim().toLowerCase()).filter((value) => cellNumber(value, rows, cols) !== null);
  if (at > 0 && parent !== at - 1) data.parent = parent;
  for (const [name, values] of properties) {
    if (name === "B" || name === "W") data.move = `${name.toLowerCase()}:${moveOf(values[0])}`;
    else if (name === "HXTIMEOUT") data.move = `${values[0].toLowerCase()}:time-out`;
    else if (name === "C") data.comment = unescaped(values[0]);
    else if (SETUPS[name]) data.setup = { ...data.setup, [SETUPS[name]]: cells(values) };
    else if (name === "PL") data.setup = { ...data.setup, turn: /^b/i.test(values[0]) ? "black" : "white" };
    else if (MARK_NAMES[name]) data.marks = { ...data.marks, [MARK_NAMES[name]]: cells(values) };
    else if (name === "LB") data.labels = Object.fromEntries(values.map(labelOf));
  }
  return data;
}

/** @param {string} value */
function moveOf(value) {
  const word = value.trim().toLowerCase();
  return word === "swap" ? "swap-pieces" : word === "" ? "pass" : word;
}

/** @param {string} value @returns {[string, string]} */
function labelOf(value) {
  const [cell, ...text] = value.split(":");
  return [cell.trim().toLowerCase(), unescaped(text.join(":"))];
}

/** The nodes of the first tree, parents first. @param {string} text @returns {RawNode[]} */
function parse(text) {
  /** @type {RawNode[]} */ const nodes = [];
  /** Where variations begin. @type {number[]} */ const open = [];
  let last = -1;
  const token = /\(|\)|;|([A-Za-z]+)\s*((?:\[(?:\\[\s\S]|[^\]\\])*\]\s*)+)/g;
  for (const [found, name, values] of text.slice(text.search(/\(\s*;/)).matchAll(token)) {
    if (found === "(") open.push(last);
    else if (found === ")") {
      last = open.pop() ?? -1;
      if (open.length === 0) break;
    } else if (found === ";") {
      nodes.push({ parent: last, properties: [] });
      last = nodes.length - 1;
      if (nodes.length > MOST_NODES) throw new RangeError(`the record has more than ${MOST_NODES} nodes`);
    } else if (nodes.length > 0) nodes[last].properties.push([name.replace(/[a-z]/g, ""), valuesOf(values)]);
  }
  if (nodes.length === 0) throw new RangeError("this is no SGF file");
  return nodes;
}

/** @param {string} text such as `[a1][b2]` */
const valuesOf = (text) => [...text.matchAll(/\[((?:\\[\s\S]|[^\]\\])*)\]/g)].map(([, value]) => value);

/** @param {string} value */
const unescaped = (value) =>
  value.replace(/\\(\r\n|\n|[\s\S])/g, (_, next) => (/^\s/.test(next) && next !== " " ? "" : next));

/** @param {string} value @param {boolean} [pair] */
const escaped = (value, pair = false) => value.replace(pair ? /[\]\\:]/g : /[\]\\]/g, "\\$&");

/** A game as SGF, in Hexmate's dialect. @param {GameRecord} record */
export function writeSgf(record) {
  const { rows, cols, shape, swap, headers, cursor, root } = readTree(record);
  const shown = JSON.stringify(record.nodes ?? []).includes("swap-");
  const first = [
    "FF[4]GM[11]",
    `SZ[${rows === cols ? cols : `${cols}:${rows}`}]`,
    !shown && swap ? `HXSWAP[${swap}]` : "",
    shape === "hex" ? "" : `HXSHAPE[${shape}]`,
    cursor === null ? "" : `HXCURSOR[${cursor}]`,
    ...Object.entries(HEADERS).map(([name, key]) => (headers[key] ? `${name}[${escaped(headers[key])}]` : "")),
  ];
  return `(;${first.join("")}${written(root)}${branches(root)})\n`;
}

/** @param {import("../game/tree.js").Node} node @returns {string} */
function branches(node) {
  let text = "";
  let at = node;
  for (; at.children.length === 1; at = at.children[0]) text += `;${written(at.children[0])}`;
  return text + at.children.map((child) => `\n(;${written(child)}${branches(child)})`).join("");
}

/** @param {import("../game/tree.js").Node} node */
function written({ move, color, ending, setup, comment, marks, labels }) {
  const list = (/** @type {string} */ name, /** @type {readonly string[]} */ values) =>
    values.length > 0 ? `${name}[${values.join("][")}]` : "";
  const letter = color === "white" ? "W" : "B";
  const step = ending === "time-out" ? `HXTIMEOUT[${letter}]` : (move ?? ending) ? `${letter}[${move ?? ending}]` : "";
  return [
    ...(setup ? Object.entries(SETUPS).map(([name, key]) => list(name, setup[key])) : []),
    setup?.turn ? `PL[${setup.turn[0].toUpperCase()}]` : "",
    step,
    comment ? `C[${escaped(comment)}]` : "",
    ...MARKS.map((kind) => list(markName(kind), marks[kind] ?? [])),
    list(
      "LB",
      Object.entries(labels).map(([cell, text]) => `${cell}:${escaped(text, true)}`),
    ),
  ].join("");
}

/** @param {MarkKind} kind */
const markName = (kind) => Object.keys(MARK_NAMES).find((name) => MARK_NAMES[name] === kind) ?? "TR";
