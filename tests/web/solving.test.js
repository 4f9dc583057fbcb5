/** The solver in the page: what it tells while it works, and at the end. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../src/hexmate/web/static/js/engine/core.js";
import { Solver, watchSolution } from "../../src/hexmate/web/static/js/engine/solving.js";
import { StopToken } from "../../src/hexmate/web/static/js/engine/stopping.js";
import { Board } from "../../src/hexmate/web/static/js/rules/board.js";

const wasm = new URL("../../src/hexmate/web/static/engine/hexmate.wasm", import.meta.url);
const solver = new Solver(await createEngine(readFileSync(wasm)), 16);

/** @param {Board} board @param {number} seconds */
async function watched(board, seconds) {
  const states = [];
  for await (const state of watchSolution(solver, board, { seconds, moves: true }, new StopToken())) states.push(state);
  return states;
}

test("while the result is unknown it tells how far the search is", async () => {
  const board = new Board({ rows: 11, cols: 11 });
  const states = await watched(board, 1);
  assert.ok(states.length > 1);
  for (const { verdict, progress } of states) {
    assert.equal(verdict, null);
    assert.ok(progress && progress.to_win > 0 && progress.to_lose > 0 && board.isLegal(progress.line[0]));
  }
});

test("a solved position has its moves, and nothing left to prove", async () => {
  const states = await watched(new Board({ rows: 3, cols: 3 }), 20);
  const last = /** @type {import("../../src/hexmate/web/static/js/engine/solving.js").SolvedSoFar} */ (states.at(-1));
  assert.deepEqual([last.verdict, last.complete, last.progress], ["win", true, null]);
  const winning = Object.keys(last.moves).filter((cell) => last.moves[cell] === "win");
  assert.deepEqual(winning.sort(), ["a2", "a3", "b2", "c1", "c2"]);
});
