import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../../src/hexmate/web/static/js/rules/board.js";
import { formatPosition, parsePosition, positionOf } from "../../../src/hexmate/web/static/js/rules/position.js";

test("a position line is read and written", () => {
  for (const line of [
    "5x5 hex pieces 5/1b3/2w2/5/5 b",
    "2x3 hex sides 3/3 b",
    "3x3 hex - bwb/1b1/2w w",
    "3x6 triangle pieces 6/b5/6 w",
    "3x3 square sides/used 3/1b1/3 w",
    "1x12 offset - 12 b",
  ]) {
    assert.equal(formatPosition(parsePosition(line)), line);
  }
});

test("an invalid position line is refused", () => {
  for (const line of ["", "3x3 hex - 3/3 b", "3x3 hex - 3/4/3 b", "3x3 cube - 3/3/3 b", "3x3 hex - 3/3/3 x"]) {
    assert.throws(() => parsePosition(line), RangeError, line);
  }
});

test("a board continues from a position", () => {
  const board = new Board(parsePosition("3x3 hex - 1b1/1b1/3 w"));
  board.push("a1");
  board.push("b3");
  assert.equal(board.winner, "black");
  assert.deepEqual(
    board.chain?.map((cell) => board.name(cell)),
    ["b1", "b2", "b3"],
  );
  board.pop();
  assert.equal(board.winner, null);
  assert.equal(formatPosition(positionOf(board)), "3x3 hex - wb1/1b1/3 b");
});

test("a used swap is part of the position", () => {
  const board = new Board({ rows: 3, cols: 3, swap: "sides" });
  board.push("b2");
  assert.equal(formatPosition(positionOf(board)), "3x3 hex sides 3/1b1/3 w");
  assert.equal(board.swapAvailable, true);
  board.push("swap-sides");
  assert.equal(formatPosition(positionOf(board)), "3x3 hex sides/used 3/1b1/3 w");
  assert.equal(new Board(positionOf(board)).swapAvailable, false);
});

test("a move out of turn is taken back to the turn before it", () => {
  const board = new Board({ rows: 3, cols: 3 });
  board.push("a1", "white");
  assert.equal(board.turn, "black");
  board.push("b1", "white");
  board.push("c1", "white");
  assert.equal(board.winner, "white");
  board.pop();
  assert.equal(board.turn, "black");
});
