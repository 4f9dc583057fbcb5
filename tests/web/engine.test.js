/** The core in WebAssembly gives the answers of the core in Python. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine, EngineError, SWAP_RULES } from "../../src/hexmate/web/static/js/engine/core.js";

const path = process.env.HEXMATE_ENGINE_ORACLE;
if (!path) throw new Error("HEXMATE_ENGINE_ORACLE is not set: run `make test-web`");
const { network, positions } = JSON.parse(readFileSync(path, "utf-8"));
const module = await WebAssembly.compile(
  readFileSync(new URL("../../src/hexmate/web/static/engine/hexmate.wasm", import.meta.url)),
);
const FILE = new Uint8Array(Buffer.from(network.file, "base64"));

/** @param {import("../../src/hexmate/web/static/js/engine/core.js").Engine} engine @param {any} position */
function boardOf(engine, position) {
  const board = engine.core.board_new(position.side, position.side, SWAP_RULES.none);
  for (const move of position.moves) engine.core.board_push(board, move);
  return board;
}

/** @param {Float32Array} found @param {number[]} expected @param {number} limit */
function assertClose(found, expected, limit) {
  assert.equal(found.length, expected.length);
  found.forEach((number, at) => assert.ok(Math.abs(number - expected[at]) < limit, `${number} for ${expected[at]}`));
}

for (const position of positions) {
  test(`rules, evaluation and searches on ${position.side}x${position.side}`, async () => {
    const engine = await createEngine(module);
    const { core } = engine;
    const board = boardOf(engine, position);
    position.perft.forEach((/** @type {number} */ count, /** @type {number} */ at) => {
      assert.equal(core.board_perft(board, at + 1), count);
    });
    const score = engine.withText("hexmate", (at, size) => core.board_heuristic(board, at, size));
    assert.equal(score, position.heuristic);

    core.uct_search(core.uct_new(16, 1), board, 0, 2000, 1);
    assert.equal(engine.report().move, position.uct);
    const negamax = engine.withText("hexmate", (at, size) => core.negamax_new(4, at, size));
    core.negamax_search(negamax, board, 0, 0, 3);
    const { move, score: value, depth } = engine.report();
    assert.deepEqual({ move, score: value, depth }, { ...position.negamax, depth: 3 });
    core.solver_solve(core.solver_new(16), board, 0, 0);
    assert.equal(engine.report().proven, position.solved);

    core.board_pop(board);
    assert.equal(core.board_is_legal(board, position.moves.at(-1)), 1);
    assert.equal(core.board_winner(board), -1);
    core.board_free(board);
  });
}

test("a network gives the answers of the native build, and searches", async () => {
  const engine = await createEngine(module);
  for (const [precision, limit] of [
    ["f32", 1e-4],
    ["int8", 1e-2],
  ]) {
    const net = engine.network(FILE, { int8: precision === "int8" });
    const { logits, wins } = engine.evaluate(net, Uint8Array.from(network.views), 7, 7);
    assertClose(logits, network.answers[precision].logits, Number(limit));
    assertClose(wins, network.answers[precision].wins, Number(limit));
  }
  const net = engine.network(FILE);
  const mcts = engine.core.mcts_new(16, 0, 1);
  const board = boardOf(engine, positions[0]);
  engine.core.mcts_start(mcts, board);
  while (engine.core.mcts_step(mcts, net, 4, 60));
  engine.core.mcts_report(mcts, 1);
  const report = engine.report();
  assert.ok(report.nodes >= 60 || report.proven !== null);
  assert.equal(engine.core.board_is_legal(board, report.move), 1);
});

test("what the core refuses is one error with its message, and ends the engine", async () => {
  const cases = [
    [
      (/** @type {any} */ engine) => engine.core.board_push(boardOf(engine, positions[0]), positions[0].moves[0]),
      /occupied/,
    ],
    [(/** @type {any} */ engine) => engine.core.board_new(99, 99, 0), /a board has 1 to/],
    [(/** @type {any} */ engine) => engine.network(Uint8Array.of(1, 2, 3)), /not a network file/],
    [(/** @type {any} */ engine) => engine.network(FILE.slice(0, -1)), /checksum/],
  ];
  for (const [refused, message] of /** @type {[any, RegExp][]} */ (cases)) {
    const engine = await createEngine(module);
    assert.throws(
      () => refused(engine),
      (error) => error instanceof EngineError && message.test(error.message),
    );
    assert.throws(() => engine.core.board_new(3, 3, 0), /make a new one/);
  }
});
