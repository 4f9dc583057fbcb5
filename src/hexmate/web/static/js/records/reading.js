/** Records that the page reads without a server: SGF, Hexmate's JSON, links of HexWorld and trmph, lists of moves. */

import { readTree, SCHEMA } from "../game/tree.js";
import { readSgf } from "./sgf.js";

export { writeSgf } from "./sgf.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

const LINK = /#(\d{1,2})(?:x(\d{1,2}))?[^,]*,([a-z0-9:]*)/i;
const STEPS = /[a-z]{1,2}\d{1,2}|:s|:p|:r[bw]/gi;
/** @type {Record<string, string>} */
const WORDS = { ":p": "pass", ":rb": "b:resign", ":rw": "w:resign" };

/** The games of a text; throws RangeError if it is no record. @param {string} text @returns {GameRecord[]} */
export function readRecord(text) {
  if (/^\s*\(\s*;/.test(text)) return [readSgf(text)];
  if (/^\s*\{/.test(text)) return text.trim().split(/\r?\n/).map(readJson);
  const link = LINK.exec(text);
  if (link) return [readLink(link)];
  throw new RangeError("This is no SGF file, no Hexmate file, and no link of HexWorld or trmph.");
}

/** @param {string} line @returns {GameRecord} */
function readJson(line) {
  const record = JSON.parse(line);
  readTree(record);
  return record;
}

/** @param {RegExpExecArray} link @returns {GameRecord} */
function readLink([, cols, rows = cols, moves]) {
  const words = moves.match(STEPS) ?? [];
  const swap = words.find((word) => /^:s$/i.test(word));
  const rule = swap === undefined ? null : swap === ":s" ? "pieces" : "sides";
  const nodes = words.map((word) => {
    if (/^:s$/i.test(word)) return word === ":s" ? "swap-pieces" : "swap-sides";
    return WORDS[word.toLowerCase()] ?? word.toLowerCase();
  });
  /** @type {GameRecord} */
  const record = { schema: SCHEMA, rows: Number(rows), cols: Number(cols), swap: rule, nodes: [{}, ...nodes] };
  readTree(record);
  return record;
}
