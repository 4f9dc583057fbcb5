import assert from "node:assert/strict";
import { before, test } from "node:test";

import * as setup from "../../../src/hexmate/web/static/js/game/setup.js";
import { boardAt, readTree } from "../../../src/hexmate/web/static/js/game/tree.js";
import english from "../../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../../src/hexmate/web/static/js/i18n/index.js";
import { other, SHAPES } from "../../../src/hexmate/web/static/js/rules/board.js";
import { cellNumber } from "../../../src/hexmate/web/static/js/rules/names.js";

before(() => useTexts("en", english));

/**
 * @param {Partial<setup.Draft>} fields
 * @param {{black?: string[], white?: string[]}} stones
 */
function draft(fields, { black = [], white = [] } = {}) {
  let made = { ...setup.emptyDraft({ rows: 5, cols: 5, shape: "hex", ...fields }), ...fields };
  for (const [color, names] of /** @type {const} */ ([
    ["black", black],
    ["white", white],
  ])) {
    for (const name of names) made = setup.put(made, cellNumber(name, made.rows, made.cols) ?? -1, color);
  }
  return made;
}

/** @param {setup.Draft | null} made */
const stonesOf = (made) => {
  assert.ok(made);
  const record = setup.recordOfDraft(made);
  const tree = readTree(record);
  return boardAt(tree, tree.root).stonesByName();
};

test("a position becomes a record with the same stones and side to move", () => {
  const made = draft({ turn: "white" }, { black: ["c3"], white: ["b2"] });
  const tree = readTree(setup.recordOfDraft(made));
  const board = boardAt(tree, tree.root);
  assert.deepEqual(board.stonesByName(), { c3: "black", b2: "white" });
  assert.equal(board.turn, "white");
  assert.deepEqual(setup.draftOf(board), made);
  assert.deepEqual(setup.recordOfDraft(draft({})).nodes, [{}]);
});

test("a change of size keeps the stones that are on both boards", () => {
  const made = draft({}, { black: ["c3", "e5"], white: ["a1"] });
  const larger = setup.resized(made, 7, 6);
  assert.deepEqual([larger.lost, stonesOf(larger.draft)], [0, { a1: "white", c3: "black", e5: "black" }]);
  const smaller = setup.resized(made, 4, 4);
  assert.deepEqual([smaller.lost, stonesOf(smaller.draft)], [1, { a1: "white", c3: "black" }]);
  assert.deepEqual(stonesOf(setup.cleared(made)), {});
});

test("mirroring exchanges rows, columns and colours; rotating twice changes nothing", () => {
  const made = draft({ rows: 3, cols: 5 }, { black: ["d1"], white: ["a2"] });
  const image = setup.mirrored(made);
  assert.deepEqual([image?.rows, image?.cols, image?.turn], [5, 3, "white"]);
  assert.deepEqual(stonesOf(image), { a4: "white", b1: "black" });
  assert.deepEqual(image && setup.mirrored(image), made);
  const turned = setup.rotated(made);
  assert.deepEqual(stonesOf(turned), { b3: "black", e2: "white" });
  assert.deepEqual(turned && setup.rotated(turned), made);
});

for (const shape of SHAPES) {
  test(`symmetries keep the winner: ${shape}`, () => {
    const cols = shape === "triangle" ? 6 : 4;
    const rows = shape === "triangle" ? 3 : 4;
    let seed = 7;
    const next = () => {
      seed = (seed * 16807) % 2147483647;
      return seed % 2;
    };
    for (let round = 0; round < 20; round += 1) {
      const made = { ...setup.emptyDraft({ rows, cols, shape }) };
      made.stones = made.stones.map(() => (next() ? "black" : "white"));
      const { winner } = setup.legality(made);
      const [turned, image] = [setup.rotated(made), setup.mirrored(made)];
      if (turned) assert.equal(setup.legality(turned).winner, winner);
      if (image) assert.equal(setup.legality(image).winner, winner && other(winner));
      assert.equal(image === null, shape === "offset");
    }
  });
}

for (const [fields, stones, count] of /** @type {[any, any, string][]} */ ([
  [{}, {}, "even"],
  [{ turn: "white" }, { black: ["a1"] }, "even"],
  [{}, { white: ["a1"] }, "swapped"],
  [{ turn: "white" }, { black: ["a1"], white: ["b2"] }, "swapped"],
  [{}, { black: ["a1"] }, "uneven"],
  [{ turn: "white" }, { white: ["a1"] }, "uneven"],
])) {
  test(`legality: ${JSON.stringify([fields, stones])} is ${count}`, () => {
    assert.equal(setup.legality(draft(fields, stones)).count, count);
  });
}

test("a chain ends the game, and so does a full board", () => {
  const won = draft({ rows: 2, cols: 2 }, { black: ["a1", "a2"], white: ["b1"] });
  assert.deepEqual(setup.legality(won), { black: 2, white: 1, winner: "black", count: "uneven", full: false });
  const full = draft({ rows: 2, cols: 2, shape: "square" }, { black: ["a1", "b2"], white: ["b1", "a2"] });
  assert.deepEqual([setup.legality(full).winner, setup.legality(full).full], [null, true]);
});
