/** Helpers share the work of a search and change nothing in it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../src/hexmate/web/static/js/engine/core.js";
import { Engines } from "../../src/hexmate/web/static/js/engine/desk.js";
import { createHelp, startHelper } from "../../src/hexmate/web/static/js/engine/helpers.js";
import { Net } from "../../src/hexmate/web/static/js/engine/nets.js";
import { NetSearch, nextBatch } from "../../src/hexmate/web/static/js/engine/searches.js";
import { lastOf, StopToken } from "../../src/hexmate/web/static/js/engine/stopping.js";
import { Board } from "../../src/hexmate/web/static/js/rules/board.js";

const STATIC = new URL("../../src/hexmate/", import.meta.url);
const module = await WebAssembly.compile(readFileSync(new URL("web/static/engine/hexmate.wasm", STATIC)));
const small = new Uint8Array(readFileSync(new URL("models/small.hexnet", STATIC)));
const files = { module, weights: { small } };

/** A worker in this thread. */
function fakeWorker() {
  /** @type {any} */ let help = null;
  const worker = {
    onmessage: (/** @type {any} */ _event) => {},
    onerror: (/** @type {any} */ _event) => {},
    terminate() {},
    postMessage(/** @type {any} */ message) {
      if (message.type === "help") help = createHelp(message.files, (data) => worker.onmessage({ data }));
      else void help.then((/** @type {any} */ evaluate) => evaluate(message));
    },
  };
  return worker;
}

/** @param {import("../../src/hexmate/web/static/js/engine/helpers.js").Helper[]} helpers */
async function searched(helpers) {
  const engine = await createEngine(module);
  const net = new Net(engine, "small", small, { helpers });
  const board = new Board({ rows: 7, cols: 6 });
  board.push("c3");
  const { report } = await lastOf(new NetSearch(engine, net).search(board, { visits: 60 }, 2), new StopToken());
  return report;
}

test("with helpers a search finds what it finds alone", async () => {
  const workers = [fakeWorker(), fakeWorker()];
  const helpers = workers.map((worker) => startHelper(() => /** @type {any} */ (worker), files));
  assert.deepEqual(await searched(helpers), await searched([]));
});

test("a step that is too long gets a smaller batch, which grows again", () => {
  for (const [batch, seconds, expected] of [
    [8, 0.02, 8],
    [8, 0.05, 4],
    [4, 0.02, 4],
    [4, 0.009, 8],
    [8, 0.009, 8],
    [1, 0.5, 1],
    [1, 0.001, 2],
  ]) {
    assert.equal(nextBatch(batch, seconds, 8), expected, `${batch} in ${seconds} s`);
  }
});

test("a helper that dies is done without", async () => {
  const worker = fakeWorker();
  const helpers = [startHelper(() => /** @type {any} */ (worker), files)];
  worker.postMessage = () => void worker.onerror({ message: "gone" });
  assert.deepEqual(await searched(helpers), await searched([]));
  assert.equal(helpers.length, 0);
});

test("helpers take part after moves like people's, whatever the GPU has been compared with", async () => {
  /** @type {(message: any) => void} */ let received = () => {};
  let [compared, asked] = [0, 0];
  /** @type {any} */ const gpu = {
    decided: false,
    ready: false,
    prepare: async () => {},
    choose: async () => (compared += 1),
  };
  const help = startHelper(() => /** @type {any} */ (fakeWorker()), files);
  const startHelpers = () => [
    (/** @type {Parameters<typeof help>} */ ...question) => {
      asked += 1;
      return help(...question);
    },
  ];
  const engines = new Engines(
    async () => ({ module, weights: {} }),
    (message) => received(message),
    {
      fetchMain: async () => ({ small }),
      fetchHuman: async () => new Uint8Array(readFileSync(new URL("models/human.hexnet", STATIC))),
      startHelpers,
      gpu,
    },
  );
  const game = { rows: 7, cols: 7, swap: null, moves: ["b2"] };
  for (const player of ["level:n=5", "level:n=5", "level:n=12"]) {
    const answer = await new Promise((resolve) => {
      received = resolve;
      engines.receive({ type: "play", ref: "1", game, player, seed: 1 });
    });
    assert.equal(answer.type, "move", answer.message);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(compared > 0 && asked > 0);
});
