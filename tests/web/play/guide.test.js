/** What a new player is told: which edges to connect, and what a hint is for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { axesOf } from "../../../src/hexmate/web/static/js/board/compass.js";
import { layout } from "../../../src/hexmate/web/static/js/board/geometry.js";
import { purposeOf, wayThrough } from "../../../src/hexmate/web/static/js/game/way.js";
import { Board } from "../../../src/hexmate/web/static/js/rules/board.js";
import { cellNumber } from "../../../src/hexmate/web/static/js/rules/names.js";

/** @param {number} rotation @param {boolean} [mirror] @param {"hex" | "square"} [shape] */
const axes = (rotation, mirror = false, shape = "hex") => axesOf(layout({ rows: 7, cols: 7, shape, rotation, mirror }));

test("the edges are named as they lie on the screen", () => {
  assert.deepEqual(axes(10), { black: "topBottom", white: "leftRight" });
  assert.deepEqual(axes(10, false, "square"), { black: "topBottom", white: "leftRight" });
  assert.deepEqual(axes(12), { black: "topRightBottomLeft", white: "topLeftBottomRight" }, "on its point");
  assert.deepEqual(axes(6), axes(12), "upside down");
  assert.deepEqual(axes(1), { black: "leftRight", white: "topBottom" });
});

test("a mirrored board exchanges the edges", () => {
  assert.deepEqual(axes(12, true), { black: "topLeftBottomRight", white: "topRightBottomLeft" });
  assert.deepEqual(axes(10, true), { black: "leftRight", white: "topBottom" });
});

test("all twelve rotations name two different pairs of edges", () => {
  for (let rotation = 1; rotation <= 12; rotation += 1) {
    for (const mirror of [false, true]) {
      const { black, white } = axes(rotation, mirror);
      assert.notEqual(black, white);
      assert.equal(black.length > 9, white.length > 9, "both straight or both diagonal");
    }
  }
});

/** @param {string} moves @param {"black" | "white"} color @param {string} cell @param {number} [size] */
function way(moves, color, cell, size = 5) {
  const board = new Board({ rows: size, cols: size });
  for (const move of moves.split(" ").filter(Boolean)) board.push(move);
  const cells = wayThrough(board, color, Number(cellNumber(cell, size, size)));
  return cells?.map((at) => board.name(at)).join(" ") ?? null;
}

test("the way of a hint leads from edge to edge, over bridges", () => {
  // c3 is a bridge away from the second row, and two free cells lead from there to the edge.
  assert.match(way("", "black", "c3") ?? "", /^[a-e]1 ([a-e]2 )?c3 ([a-e]4 )?[a-e]5$/);
  assert.match(way("", "black", "b2", 3) ?? "", /^[bc]1 b2 [ab]3$/);
});

test("the way uses the stones that are there and goes around the others", () => {
  assert.equal(way("c3 e1 b5 a1", "black", "d1"), "d1 c3 b5");
  const around = way("a1 c3 a2 b4", "black", "d2") ?? "";
  assert.ok(around.includes("d2") && !around.includes("c3"), around);
});

test("of two short ways the one along the player's stones is shown", () => {
  assert.match(way("d4 c7", "black", "b6", 7) ?? "", / d4 .*b6 /);
});

test("a blocked way is no way", () => {
  assert.equal(way("a1 a2 b1 b2 c1", "black", "b3", 3)?.includes("c2"), true);
  assert.equal(way("a1 a2 b1 b2 c1 c2", "black", "b3", 3), null);
});

test("a move off the player's short ways shows what it blocks, or nothing", () => {
  const board = new Board({ rows: 7, cols: 7 });
  // Black runs down the right side; White needs b5 on the left.
  for (const move of "g1 d4 g2 e4 g3 f4 g4 f5 g5 f6".split(" ")) board.push(move);
  const purpose = (/** @type {string} */ cell) => purposeOf(board, Number(cellNumber(cell, 7, 7)));
  assert.equal(purpose("g6")?.blocks, false);
  const block = purpose("b5");
  assert.equal(block?.blocks, true);
  const way = block?.way.map((at) => board.name(at)) ?? [];
  assert.ok(
    ["b5", "d4", "f6"].every((cell) => way.includes(cell)),
    way.join(" "),
  );
  assert.equal(purpose("a1"), null);
});
