import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { boardOf } from "../../../src/hexmate/web/static/js/game/model.js";
import { recordOf } from "../../../src/hexmate/web/static/js/game/record.js";
import { moverOf, seatOf as seatNow } from "../../../src/hexmate/web/static/js/game/state.js";
import { boardAt, endOf, readTree } from "../../../src/hexmate/web/static/js/game/tree.js";
import { Board } from "../../../src/hexmate/web/static/js/rules/board.js";
import { formatPosition, parsePosition, positionOf } from "../../../src/hexmate/web/static/js/rules/position.js";
import { seatOf } from "../../../src/hexmate/web/static/js/rules/swap.js";

/** The cases that `hexmate.swap` is tested with too. */
const { cases } = JSON.parse(readFileSync(new URL("../../data/swap_seats.json", import.meta.url), "utf-8"));

/** What a page knows of a game that has come this far. @param {string} start @param {Board} board */
function stateOf(start, board) {
  const { rows, cols, shape, swap } = board;
  const moves = board.moves.map((move, at) => ({ ...move, number: at + 1 }));
  return /** @type {any} */ ({ rows, cols, shape, swap, start, moves, result: null });
}

for (const { name, start, steps, winner } of cases) {
  test(`${name}`, () => {
    const board = new Board(parsePosition(start));
    /** @type {string[]} who made the moves that stand */
    const movers = [];
    let before = null;
    for (const [at, step] of steps.entries()) {
      if (step.do === "undo") {
        board.pop();
        movers.pop();
      } else if (step.do !== "start") {
        board.push(step.do);
        movers.push(before);
      }
      const state = stateOf(start, board);
      const turn = board.over ? null : board.turn;
      const found = {
        turn,
        mover: turn && seatOf(turn, board.swap, board.moves),
        black: seatOf("black", board.swap, board.moves),
        swap_available: board.swapAvailable,
      };
      const { turn: _, mover, black, swap_available } = step;
      assert.deepEqual(found, { turn: step.turn, mover, black, swap_available }, `step ${at}, ${step.do}`);
      assert.equal(seatNow(state, "white"), seatOf("white", board.swap, board.moves));
      assert.deepEqual(
        state.moves.map((/** @type {any} */ _, /** @type {number} */ ply) => moverOf(state, ply + 1)),
        movers,
      );
      if (step.position) assert.equal(formatPosition(positionOf(board)), step.position);
      assert.equal(boardOf(state).swapAvailable, step.swap_available);
      const tree = readTree(recordOf(state, { black: "Ada", white: "Bob" }));
      assert.equal(boardAt(tree, endOf(tree)).swapAvailable, step.swap_available);
      before = mover;
    }
    if (winner) {
      assert.equal(board.winner, winner.color);
      assert.equal(seatOf(winner.color, board.swap, board.moves), winner.seat);
    }
  });
}

test("stones set up in mid-game do not bring the swap back", () => {
  const record = {
    schema: "hexmate-game/1",
    rows: 3,
    cols: 3,
    swap: /** @type {const} */ ("sides"),
    nodes: [{}, "b2", "swap-sides", "a1", { setup: { empty: ["a1"], turn: "white" } }],
  };
  const tree = readTree(record);
  const board = boardAt(tree, endOf(tree));
  assert.deepEqual(board.stonesByName(), { b2: "black" });
  assert.equal(board.turn, "white");
  assert.equal(board.swapAvailable, false);
});
