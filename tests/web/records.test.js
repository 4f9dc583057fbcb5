/** Records that the page reads and writes without a server are those of the package. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { boardAt, endOf, readTree, writeTree } from "../../src/hexmate/web/static/js/game/tree.js";
import { readPosition } from "../../src/hexmate/web/static/js/records/position.js";
import { readRecord } from "../../src/hexmate/web/static/js/records/reading.js";
import { readSgf, writeSgf } from "../../src/hexmate/web/static/js/records/sgf.js";
import { formatPosition } from "../../src/hexmate/web/static/js/rules/position.js";
import { oracle } from "./oracle.js";

/** @param {any} record */
const plain = (record) => writeTree(readTree(record));
/** @param {string} text */
const dense = (text) => text.replace(/\s/g, "");

test("SGF is read and written as the package does", () => {
  assert.ok(oracle.records.length > 5);
  for (const { sgf, record } of oracle.records) {
    assert.deepEqual(plain(readSgf(sgf)), plain(record), sgf);
    assert.equal(dense(writeSgf(record)), dense(sgf));
  }
});

test("JSON lines and links are read", () => {
  const { record } = oracle.records[0];
  assert.deepEqual(readRecord(`${JSON.stringify(record)}\n${JSON.stringify(record)}`), [record, record]);
  for (const [link, size, stones] of /** @type {[string, number, number][]} */ ([
    ["https://hexworld.org/board/#11c1,a2:sb3", 11, 2],
    ["https://hexworld.org/board/#9,a2:Sb3c4", 9, 3],
    ["http://trmph.com/hex/board#13,a2b3c4", 13, 3],
  ])) {
    const tree = readTree(readRecord(link)[0]);
    assert.equal(tree.rows, size);
    assert.equal(Object.keys(boardAt(tree, endOf(tree)).stonesByName()).length, stones, link);
  }
});

test("a position line is a record with stones that are set up", () => {
  for (const line of [
    "3x4 hex - 2b1/4/w3 w",
    "3x6 triangle - 6/1b4/6 b",
    "4x3 offset - 3/3/3/3 b",
    "2x2 square - bw/2 b",
    "1x32 hex - 32 w",
  ]) {
    const tree = readTree(readPosition(line));
    assert.equal(formatPosition(boardAt(tree, endOf(tree))), line);
  }
  for (const line of ["33x33 hex - 33 b", "0x3 hex - 3 b", "3x3 hex - 3/3 b", "3x4 triangle - 4/4/4 b", "3x3"]) {
    assert.throws(() => readPosition(line), RangeError, line);
  }
});

test("what is no record is refused with a reason", () => {
  for (const [text, reason] of /** @type {[string, RegExp][]} */ ([
    ["hello", /no SGF file/],
    ["(;SZ[99])", /1 to 32/],
    ["(;SZ[x])", /1 to 32/],
    ["{}", /schema/],
  ])) {
    assert.throws(() => readRecord(text), reason, text);
  }
});
