import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as edit from "../../../src/hexmate/web/static/js/game/edit.js";
import * as tree from "../../../src/hexmate/web/static/js/game/tree.js";
import { formatPosition, positionOf } from "../../../src/hexmate/web/static/js/rules/position.js";

const LINES = readFileSync(new URL("../../data/records/games.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const line = (/** @type {import("../../../src/hexmate/web/static/js/game/tree.js").Tree} */ game) =>
  formatPosition(positionOf(tree.boardAt(game, tree.endOf(game))));

test("every sample game is read and written without loss", () => {
  for (const text of LINES) assert.deepEqual(tree.writeTree(tree.readTree(JSON.parse(text))), JSON.parse(text));
});

test("colours out of turn, set-up stones and swaps reach the board", () => {
  const read = (/** @type {object} */ record) =>
    tree.readTree(/** @type {any} */ ({ schema: tree.SCHEMA, rows: 4, cols: 4, ...record }));
  assert.equal(line(read({ nodes: [{}, "b2", "a1", "w:b1", "w:c1", "w:d1"] })), "4x4 hex - wwww/1b2/4/4 b");
  assert.equal(line(read({ swap: "pieces", nodes: [{}, "a2", "swap-pieces", "c3"] })), "4x4 hex pieces 1w2/4/2b1/4 w");
  assert.equal(
    line(
      read({
        nodes: [{ setup: { black: ["a1", "b2"], turn: "black" } }, "c3", { setup: { empty: ["a1"], white: ["d4"] } }],
      }),
    ),
    "4x4 hex - 4/1b2/2b1/3w w",
  );
});

test("another schema is refused", () => {
  assert.throws(() => tree.readTree({ schema: "hexmate-game/9", rows: 3, cols: 3 }), /schema/);
});

test("moves make variations, once each", () => {
  const game = tree.newTree({ rows: 5, cols: 5, swap: "pieces" });
  const first = edit.play(game, game.root, "c3");
  const answer = edit.play(game, first, "b2");
  assert.equal(edit.play(game, first, "b2"), answer);
  const other = edit.play(game, first, "swap-pieces");
  assert.equal(edit.play(game, first, "c3"), first, "an illegal move leads nowhere");
  assert.deepEqual(tree.writeTree(game).nodes, [{}, "c3", "b2", { move: "swap-pieces", parent: 1 }]);
  edit.promote(other);
  assert.deepEqual(tree.writeTree(game).nodes, [{}, "c3", "swap-pieces", { move: "b2", parent: 1 }]);
  assert.equal(edit.remove(other), first);
  assert.equal(edit.remove(game.root), game.root);
  assert.equal(tree.moveNumber(answer), 2);
});

test("stones are put and taken without a move", () => {
  const game = tree.newTree({ rows: 3, cols: 3 });
  assert.equal(edit.putStone(game, game.root, "b2", "black"), game.root);
  edit.putStone(game, game.root, "c3", "white");
  edit.putStone(game, game.root, "b2", null);
  assert.deepEqual(tree.writeTree(game).nodes, [{ setup: { white: ["c3"] } }]);
  const move = edit.play(game, game.root, "a1");
  const setup = edit.putStone(game, move, "a1", null);
  assert.notEqual(setup, move);
  assert.deepEqual(setup.setup?.empty, ["a1"]);
  edit.putStone(game, setup, "a1", "black");
  assert.equal(setup.setup, null, "as it was before: nothing is set up");
  const turn = edit.setTurn(game, setup, tree.boardAt(game, setup).turn === "black" ? "white" : "black");
  assert.notEqual(tree.boardAt(game, turn).turn, tree.boardAt(game, move).turn);
});

test("a cell has one mark, and letters follow each other", () => {
  const node = tree.newNode(null);
  edit.toggleMark(node, "a1", "circle");
  edit.toggleMark(node, "a1", "cross");
  assert.deepEqual([node.marks.circle, node.marks.cross], [[], ["a1"]]);
  edit.toggleMark(node, "a1", "cross");
  assert.deepEqual(node.marks.cross, []);
  assert.equal(edit.nextLetter(node), "A");
  edit.setLabel(node, "b2", "A");
  assert.equal(edit.nextLetter(node), "B");
  edit.setLabel(node, "b2", "");
  assert.deepEqual(node.labels, {});
});

test("the cursor of a record, the end, and who resigned", () => {
  const game = tree.readTree({ schema: tree.SCHEMA, rows: 5, cols: 5, cursor: 1, nodes: [{}, "a1", "b2", "resign"] });
  assert.equal(tree.cursorNode(game).move, "a1");
  assert.equal(tree.loserAt(tree.endOf(game)), "black");
  assert.equal(tree.loserAt(tree.cursorNode(game)), null);
  assert.deepEqual(
    tree.lineThrough(game.root.children[0]).map(({ move, ending }) => move ?? ending),
    [null, "a1", "b2", "resign"],
  );
});
