import assert from "node:assert/strict";
import { test } from "node:test";

import { createWalk } from "../../../src/hexmate/web/static/js/game/walk.js";
import { Board } from "../../../src/hexmate/web/static/js/rules/board.js";
import { stateOf } from "./samples.js";

test("a board goes to any position, and to another line", () => {
  const walk = createWalk(new Board({ rows: 5, cols: 5, swap: "pieces" }));
  const { moves } = stateOf("a2 swap-pieces c3 d4");
  const names = (/** @type {number} */ ply, line = moves) =>
    Object.keys(walk(line, ply).stonesByName()).sort().join(" ");
  assert.equal(names(4), "b1 c3 d4");
  assert.equal(names(1), "a2");
  assert.equal(names(3), "b1 c3");
  assert.equal(names(0), "");
  assert.equal(names(2, stateOf("a2 e5").moves), "a2 e5");
  assert.equal(names(3, moves), "b1 c3");
});
