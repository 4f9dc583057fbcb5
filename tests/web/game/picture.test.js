import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf, hand, position } from "../../../src/hexmate/web/static/js/game/picture.js";
import { Board } from "../../../src/hexmate/web/static/js/rules/board.js";
import { stateOf } from "./samples.js";

/** @param {string} words @param {import("../../../src/hexmate/web/static/js/rules/board.js").SwapRule} [swap] */
function after(words, swap = null) {
  const { moves } = stateOf(words);
  const board = new Board({ rows: 5, cols: 5, swap });
  for (const { move } of moves) board.push(move);
  return { board, moves };
}
const idle = { plays: false, swaps: false, plans: false, color: null, premove: null, selected: null, hint: null };

test("the last move and the numbers are on the stones, also after a swap", () => {
  const pieces = after("a2 swap-pieces c3", "pieces");
  const shown = position(pieces.board, pieces.moves, 3, { numbers: true });
  assert.deepEqual([shown.last, shown.turn, shown.numbers], ["c3", "white", { b1: 2, c3: 3 }]);
  assert.equal(cellOf(pieces.moves, 2, pieces.board), "b1");
  const sides = after("a2 swap-sides", "sides");
  assert.deepEqual(position(sides.board, sides.moves, 2, { numbers: true }).numbers, { a2: 2 });
  assert.deepEqual(position(sides.board, sides.moves, 2, { numbers: false }).numbers, {});
  const lone = { cols: 5, rows: 5, swap: /** @type {const} */ ("pieces"), turn: /** @type {const} */ ("white") };
  const stones = Array.from({ length: 25 }, (_, cell) => (cell === 5 ? /** @type {const} */ ("black") : null));
  const setUp = new Board({ ...lone, stones });
  setUp.push("swap-pieces");
  assert.equal(cellOf(setUp.moves, 1, setUp), "b1", "the swapped stone was set up");
  const pass = after("a2 pass");
  assert.equal(position(pass.board, pass.moves, 2, { numbers: true }).last, null);
});

test("no side is to move after a resignation, and the last stone keeps its mark", () => {
  const { board, moves } = after("a2 c3");
  const resigned = [...moves, { move: "resign", color: /** @type {const} */ ("black") }];
  const shown = position(board, resigned, 3, { numbers: true });
  assert.deepEqual([shown.last, shown.turn, shown.numbers], ["c3", null, { a2: 1, c3: 2 }]);
  assert.equal(position(board, resigned, 2, { numbers: false }).turn, "black");
});

test("only a player who can move has playable cells", () => {
  const { board } = after("c3");
  assert.equal(hand(board, idle).playable, "none");
  assert.equal(hand(board, { ...idle, plays: true }).playable?.length, 24);
  const swap = hand(board, { ...idle, plays: true, swaps: true }).playable;
  assert.ok(swap?.includes("c3"), "a click on the stone swaps");
});

test("premoves, selections and hints are shown on their cells", () => {
  const { board } = after("c3");
  const plan = hand(board, { ...idle, plans: true, color: "black", premove: "d4" });
  assert.deepEqual([plan.ghosts, plan.spots], [{ d4: "black" }, { d4: "premove" }]);
  const choice = hand(board, { ...idle, plays: true, color: "white", selected: "b2", hint: "d2" });
  assert.deepEqual([choice.ghosts, choice.spots], [{ b2: "white" }, { b2: "selected", d2: "hint" }]);
  const swap = hand(board, { ...idle, plays: true, swaps: true, color: "white", hint: "swap-pieces" });
  assert.deepEqual(swap.spots, { c3: "hint" });
});
