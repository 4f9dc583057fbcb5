/** Who evaluates: the GPU only if it is right and clearly faster, and the processor as soon as it fails. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../src/hexmate/web/static/js/engine/core.js";
import { Accelerator } from "../../src/hexmate/web/static/js/engine/gpu/accelerator.js";
import { randomViews } from "../../src/hexmate/web/static/js/engine/gpu/calibration.js";
import { Net } from "../../src/hexmate/web/static/js/engine/nets.js";
import { NetSearch } from "../../src/hexmate/web/static/js/engine/searches.js";
import { lastOf, StopToken } from "../../src/hexmate/web/static/js/engine/stopping.js";
import { Board } from "../../src/hexmate/web/static/js/rules/board.js";

const STATIC = new URL("../../src/hexmate/", import.meta.url);
const module = await WebAssembly.compile(readFileSync(new URL("web/static/engine/hexmate.wasm", STATIC)));
const file = new Uint8Array(readFileSync(new URL("models/small.hexnet", STATIC)));
const engine = await createEngine(module);
const network = engine.network(file);
const NEVER = new Promise(() => {});

/** @param {Uint8Array} views @param {number} side */
const evaluate = (views, side) => engine.evaluate(network, views, side, side);

/** @type {Map<number, import("../../src/hexmate/web/static/js/engine/helpers.js").Answers>} */
const known = new Map();

/** Answers at once, as a fast GPU does: always with what the first two positions of a size got.
 * @param {Uint8Array} views @param {number} side */
const instant = async (views, side) => {
  const few = known.get(side) ?? evaluate(views.slice(0, 2 * side * side), side);
  known.set(side, few);
  const logits = Float32Array.from(views, (_, at) => few.logits[at % few.logits.length]);
  return {
    logits,
    wins: Float32Array.from({ length: views.length / side ** 2 }, (_, at) => few.wins[at % few.wins.length]),
  };
};

/** @param {Uint8Array} views @param {number} side */
const right = async (views, side) => evaluate(views, side);

/** @param {any} gpu @param {any} [options] @param {StopToken} [stop] */
async function chosen(gpu, options = {}, stop = new StopToken(), ways = [evaluate]) {
  /** @type {any[]} */ const reports = [];
  const open = async () => gpu && { failed: NEVER, close() {}, ...gpu };
  const accelerator = new Accelerator({ report: (choice) => reports.push(choice), open, ...options });
  await accelerator.prepare(file);
  await accelerator.choose({ exact: evaluate, ways, workers: 1, batch: 8 }, stop);
  return { accelerator, reports: reports.map(({ gpu: yes, reason }) => [yes, reason]) };
}

test("the faster one is chosen, if its answers are right", async () => {
  const wrong = async (/** @type {Uint8Array} */ views, /** @type {number} */ side) => {
    const answers = evaluate(views, side);
    answers.wins[1] += 0.01;
    return answers;
  };
  const slow = async (/** @type {Uint8Array} */ views, /** @type {number} */ side) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return evaluate(views, side);
  };
  for (const [gpu, options, expected] of /** @type {[any, any, any][]} */ ([
    [{ evaluate: instant }, {}, [[true, null]]],
    [{ evaluate: slow }, {}, [[false, "slower"]]],
    [{ evaluate: wrong }, {}, [[false, "wrong"]]],
    [{ evaluate: () => Promise.reject(new Error("lost")) }, {}, [[false, "lost"]]],
    [null, {}, [[false, "none"]]],
    [{ evaluate: right }, { known: true }, [[true, null]]],
    [{ evaluate: wrong }, { known: true }, [[false, "wrong"]]],
    [{ evaluate: instant }, { known: false }, []],
  ])) {
    const { accelerator, reports } = await chosen(gpu, options);
    assert.deepEqual(reports, expected);
    assert.deepEqual([accelerator.ready, accelerator.decided], [expected[0]?.[0] ?? false, true]);
  }
});

test("the GPU is compared with the faster precision of the processor", async () => {
  const few = evaluate(randomViews(8), 11);
  const slow = async (/** @type {Uint8Array} */ views, /** @type {number} */ side) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return evaluate(views, side);
  };
  const { reports } = await chosen({ evaluate: slow }, {}, new StopToken(), [evaluate, () => few]);
  assert.deepEqual(reports, [[false, "slower"]]);
});

test("a new request ends the measurement, which is repeated later", async () => {
  const stop = new StopToken();
  stop.stopped = true;
  const { accelerator, reports } = await chosen({ evaluate: instant }, {}, stop);
  assert.deepEqual([reports, accelerator.decided], [[], false]);
});

test("a GPU that is lost later is closed and told once", async () => {
  /** @type {(value?: unknown) => void} */ let lose = () => {};
  /** @type {string[]} */ const heard = [];
  const failed = new Promise((resolve) => (lose = resolve));
  const gpu = { evaluate: instant, failed, close: () => void heard.push("closed") };
  const { accelerator } = await chosen(gpu);
  assert.equal(accelerator.ready, true);
  lose();
  await failed;
  await Promise.resolve();
  assert.deepEqual([accelerator.ready, heard], [false, ["closed"]]);
  await assert.rejects(accelerator.evaluate(new Uint8Array(121), 11));
  assert.equal(heard.length, 1);
});

/** @param {any} gpu @param {import("../../src/hexmate/web/static/js/engine/searches.js").Limit} limit
 * @param {StopToken} [stop] */
async function searched(gpu, limit, stop = new StopToken()) {
  const net = new Net(engine, "small", file, { gpu });
  const board = new Board({ rows: 7, cols: 6 });
  board.push("c3");
  return (await lastOf(new NetSearch(engine, net).search(board, limit, 1), stop)).report;
}

test("a search asks the GPU for larger batches as its tree grows", async () => {
  const stop = new StopToken();
  /** @type {number[]} */ const counts = [];
  const gpu = {
    ready: true,
    batch: 64,
    async evaluate(/** @type {Uint8Array} */ views, /** @type {number} */ side) {
      counts.push(views.length / side ** 2);
      stop.stopped = counts.length > 40;
      return instant(views, side);
    },
  };
  await searched(gpu, { seconds: 60 }, stop);
  assert.ok(Math.max(...counts) > 8 && Math.max(...counts) <= 64, `${counts}`);
  assert.ok(counts.every((count, at) => at > 3 || count <= 8));
});

test("a search with a number of visits, as of levels, never asks the GPU", async () => {
  const gpu = { ready: true, batch: 64, evaluate: () => assert.fail("asked") };
  assert.deepEqual(await searched(gpu, { visits: 40 }), await searched(null, { visits: 40 }));
});

test("where the GPU fails in a search, the processor evaluates the same leaves", async () => {
  /** @type {any} */ const gpu = {
    ready: true,
    batch: 64,
    async evaluate() {
      this.ready = false;
      throw new Error("lost");
    },
  };
  const search = new NetSearch(engine, new Net(engine, "small", file, { gpu }));
  const board = new Board({ rows: 7, cols: 6 });
  let visited = 0;
  for await (const { report } of search.search(board, { seconds: 60 }, 1)) {
    visited = report.nodes;
    if (visited > 0) break;
  }
  assert.ok(visited > 0);
});
