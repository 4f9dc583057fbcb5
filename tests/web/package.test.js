/** The package for other pages and for Node, as `make engine` builds it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = mkdtempSync(path.join(tmpdir(), "hexmate-engine-"));
const tool = fileURLToPath(new URL("../../tools/engine_package.js", import.meta.url));
execFileSync(process.execPath, [tool, folder]);
/** @type {typeof import("../../engine/index.js")} */
const { Board, EngineFailure, formatPosition, HexEngine, positionOf } = await import(
  pathToFileURL(path.join(folder, "index.js")).href
);
after(() => rmSync(folder, { recursive: true }));

/** @template T @param {AsyncIterable<T>} values @returns {Promise<T[]>} */
async function all(values) {
  const found = [];
  for await (const value of values) found.push(value);
  return found;
}

test("it has the files that its package.json names", () => {
  const facts = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf-8"));
  const there = readdirSync(folder);
  for (const name of facts.files) assert.ok(there.includes(name), name);
  assert.match(facts.version, /^\d+\.\d+/);
});

test("in Node it plays, analyses and solves", async () => {
  const engine = await HexEngine.load();
  const board = new Board({ rows: 5, cols: 5 });
  while (!board.over) {
    const game = { rows: 5, cols: 5, moves: board.moves.map(({ move }) => move) };
    const player = board.turn === "black" ? "level:n=13" : "level:n=1";
    const { move } = await engine.play(game, { player });
    assert.ok(board.isLegal(move), move);
    board.push(move);
  }
  assert.ok(board.winner);

  const infos = await all(engine.analyse("5x5 hex - 5/5/2b2/5/5 w", { visits: 30, lines: 2 }));
  assert.ok(infos.at(-1)?.final && infos.at(-1)?.lines.length === 2);
  const solutions = await all(
    engine.solve(formatPosition(positionOf(new Board({ rows: 4, cols: 4 }))), { moves: true }),
  );
  const { result, complete, moves } = /** @type {any} */ (solutions.at(-1));
  assert.deepEqual([result, complete, Object.keys(moves).length], ["black", true, 16]);
  engine.close();
});

test("files that are missing or damaged are failures with a code", async () => {
  const missing = new URL("no-such-file", import.meta.url).href;
  const damaged = pathToFileURL(path.join(folder, "package.json")).href;
  for (const [options, code] of /** @type {[any, string][]} */ ([
    [{ module: missing }, "device_files"],
    [{ module: damaged }, "device_files"],
    [{ weights: missing }, "device_files"],
  ])) {
    await assert.rejects(HexEngine.load(options), (error) => error instanceof EngineFailure && error.code === code);
  }
  const game = { rows: 3, cols: 3, moves: [] };
  for (const [options, player, code] of /** @type {[any, string, string][]} */ ([
    [{ weights: damaged }, "level:n=13", "device_network"],
    [{ human: missing }, "human", "device_files"],
  ])) {
    const engine = await HexEngine.load(options);
    await assert.rejects(
      engine.play(game, { player }),
      (error) => error instanceof EngineFailure && error.code === code,
    );
  }
});

test("people's moves need one network more", async () => {
  const engine = await HexEngine.load({ network: "tiny" });
  const game = { rows: 11, cols: 11, moves: ["f6", "i3", "e8", "d10", "g4", "e7"] };
  const { move, winProbability } = await engine.play(game, { player: "human:rating=1900", seed: 1 });
  assert.equal(move, "f7");
  assert.ok(winProbability !== null && winProbability > 0 && winProbability < 1);
  await assert.rejects(engine.play(game, { player: "human:rating=10" }), /rating must be between/);
  engine.close();
});

test("a review names what a move cost", async () => {
  const engine = await HexEngine.load();
  const game = { schema: "hexmate-game/1", rows: 3, cols: 3, swap: null, nodes: [{}, "b2", "a1", "c1", "a2"] };
  const answers = await all(engine.review(game, { visits: 10 }));
  const reviews = answers.flatMap((answer) => ("review" in answer ? [answer.review] : []));
  assert.deepEqual(
    reviews.map(({ number, move, proven }) => [number, move, proven]),
    [
      [1, "b2", "win"],
      [2, "a1", "loss"],
      [3, "c1", "win"],
      [4, "a2", "loss"],
      [5, null, "win"],
    ],
  );
  assert.equal(answers.at(-1)?.type, "summary");
});

test("a new request ends the one before, and a wrong one fails with a code", async () => {
  const engine = await HexEngine.load();
  const long = all(engine.analyse("11x11 hex - 11/11/11/11/11/11/11/11/11/11/11 b", { seconds: 30 }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { move } = await engine.play({ rows: 3, cols: 3, moves: [] }, { player: "level:n=1" });
  assert.match(move, /^[abc][123]$/);
  assert.ok(!(await long).some(({ final }) => final));
  await assert.rejects(
    engine.play({ rows: 3, cols: 3, moves: ["z9"] }),
    (error) => error instanceof EngineFailure && error.code === "position",
  );
  await assert.rejects(engine.play({ rows: 3, cols: 3, moves: [] }, { player: "unknown" }), /unknown/);
});
