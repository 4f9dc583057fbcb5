import assert from "node:assert/strict";
import { test } from "node:test";

import { cursorNode, nodeNumber, preorder, readTree, writeTree } from "../../../src/hexmate/web/static/js/game/tree.js";
import {
  changedAddress,
  LONGEST,
  pack,
  sharedRecord,
  studyAddress,
  unpack,
} from "../../../src/hexmate/web/static/js/share/packed.js";

const RECORD = {
  schema: "hexmate-game/1",
  rows: 5,
  cols: 5,
  shape: /** @type {const} */ ("hex"),
  swap: null,
  headers: { black: "Ada", white: "Bob – ♥" },
  cursor: null,
  nodes: [
    {},
    "c3",
    { move: "b2", marks: { triangle: ["a1"] } },
    "d4",
    { parent: 1, move: "d2", comment: "better", labels: { a2: "A" } },
  ],
};

test("a link holds moves, variations, comments and marks, and names the node on the board", async () => {
  const packed = await pack(RECORD);
  assert.match(packed, /^[\w-]+$/);
  assert.deepEqual(await unpack(packed), RECORD);
  const address = studyAddress("/analyse", packed, 4);
  const url = new URL(address, "http://test");
  const record = await sharedRecord(url.searchParams, url.hash);
  assert.ok(record);
  const tree = readTree(record);
  assert.equal(cursorNode(tree).move, "d2");
  assert.equal(nodeNumber(tree, cursorNode(tree)), 4);
  assert.deepEqual(writeTree(tree), RECORD);
});

test("nodes have the numbers of the record's order", () => {
  const tree = readTree(RECORD);
  assert.deepEqual(
    [...preorder(tree.root)].map((node) => nodeNumber(tree, node)),
    [0, 1, 2, 3, 4],
  );
});

test("a game that is too long for the server goes behind the #", async () => {
  let seed = 7;
  const random = Array.from({ length: 20_000 }, () => {
    seed = (seed * 16807) % 2147483647;
    return String.fromCodePoint(33 + (seed % 4001));
  }).join("");
  const packed = await pack({ ...RECORD, headers: { comment: random } });
  assert.ok(packed.length > LONGEST);
  const url = new URL(studyAddress("/analyse", packed, 0), "http://test");
  assert.equal(url.search, "");
  const record = await sharedRecord(url.searchParams, url.hash);
  assert.equal(record?.headers?.comment, random);
});

test("a damaged link is refused, and an address without a game is none", async () => {
  const packed = await pack(RECORD);
  for (const bad of [packed.slice(0, -9), "****", "AAAA", ""]) await assert.rejects(unpack(bad), RangeError, bad);
  assert.equal(await sharedRecord(new URLSearchParams("game=x")), null);
  const odd = await sharedRecord(new URLSearchParams({ study: packed, at: "x" }));
  assert.equal(odd?.at, undefined);
});

test("a game that was changed is not fetched again, and the address still says which one it was", () => {
  const changed = (/** @type {string} */ query) => changedAddress(`http://test/analyse${query}`);
  assert.equal(changed("?game=Ab1&review&as=white"), "/analyse?from=game&of=Ab1&as=white");
  assert.equal(changed("?library=Ab1"), "/analyse?from=game&of=Ab1");
  for (const query of ["?study=x&at=1", "#study=x&at=1", "?link=%235,c3"]) {
    assert.equal(changed(query), "/analyse?from=link");
  }
  for (const query of ["", "?from=game&of=Ab1", "?from=record"]) assert.equal(changed(query), null);
});

test("a link whose game is none is refused as one that is damaged", async () => {
  /** @type {Record<string, unknown>[]} */
  const wrong = [
    { schema: "other" },
    { rows: 0 },
    { rows: 1e9 },
    { cols: 2.5 },
    { cols: "5" },
    { shape: "round" },
    { shape: "triangle" },
    { swap: "all" },
    { headers: { black: { name: "Ada" } } },
    { cursor: "end" },
    { nodes: {} },
    { nodes: [] },
    { nodes: [null] },
    { nodes: [{}, 7] },
    { nodes: [{}, { move: 7 }] },
    { nodes: [{}, { move: "c3", parent: "length" }] },
    { nodes: [{}, { move: "c3", comment: {} }] },
    { nodes: [{ setup: { black: 7 } }] },
    { nodes: [{ setup: { turn: "red" } }] },
    { nodes: [{ marks: { circle: "c3" } }] },
    { nodes: [{ labels: { c3: {} } }] },
  ];
  for (const part of wrong) {
    const record = /** @type {any} */ ({ ...RECORD, ...part });
    assert.throws(() => readTree(record), RangeError, JSON.stringify(part));
    await assert.rejects(unpack(await pack(record)), RangeError, JSON.stringify(part));
  }
  for (const record of /** @type {any[]} */ ([null, 7, "text", []])) {
    await assert.rejects(unpack(await pack(record)), RangeError);
  }
  const { rows, cols, schema } = RECORD;
  assert.deepEqual(await unpack(await pack({ schema, rows, cols })), { schema, rows, cols });
});
