/** The second module, with relaxed SIMD: the same sums, used by searches by time and by no others. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";

// Node 20 has these instructions behind a flag, and its first compiler has them wrong.
setFlagsFromString("--experimental-wasm-relaxed-simd");
setFlagsFromString("--no-liftoff");

const { createEngine, relaxedModule } = await import("../../src/hexmate/web/static/js/engine/core.js");
const { randomViews } = await import("../../src/hexmate/web/static/js/engine/gpu/calibration.js");
const { Net } = await import("../../src/hexmate/web/static/js/engine/nets.js");
const { RELAXED } = await import("../../src/hexmate/web/static/js/engine/relaxed-module.js");
const { NetSearch } = await import("../../src/hexmate/web/static/js/engine/searches.js");
const { Board } = await import("../../src/hexmate/web/static/js/rules/board.js");

const PACKAGE = new URL("../../src/hexmate/", import.meta.url);
const core = await WebAssembly.compile(readFileSync(new URL("web/static/engine/hexmate.wasm", PACKAGE)));
const relaxed = /** @type {WebAssembly.Module} */ (relaxedModule());
const fileOf = (/** @type {string} */ name) => new Uint8Array(readFileSync(new URL(`models/${name}.hexnet`, PACKAGE)));
const DATA_SECTION = 11;

/** The kinds of sections of a module. @param {Uint8Array} bytes */
function sectionsOf(bytes) {
  const found = [];
  for (let at = 8; at < bytes.length; ) {
    found.push(bytes[at++]);
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7, ++at) {
      length |= (bytes[at] & 127) << shift;
      more = bytes[at] > 127;
    }
    at += length;
  }
  return found;
}

test("the module has nothing of its own in the core's memory", () => {
  assert.deepEqual(WebAssembly.Module.imports(relaxed), [{ module: "env", name: "memory", kind: "memory" }]);
  assert.deepEqual(WebAssembly.Module.exports(relaxed), [{ name: "multiply_bytes", kind: "function" }]);
  const bytes = new Uint8Array(Buffer.from(RELAXED, "base64"));
  assert.ok(!sectionsOf(bytes).includes(DATA_SECTION));
  assert.ok(bytes.length < 5000, `${bytes.length} bytes`);
});

test("networks in 8 bits give the same answers with it and without, to the last bit", async () => {
  const [fast, plain] = [await createEngine(core), await createEngine(core, { relaxed: null })];
  assert.deepEqual([fast.relaxed, plain.relaxed], [true, false]);
  for (const name of ["small", "tiny"]) {
    const file = fileOf(name);
    const nets = [fast, plain].map((engine) => engine.network(file, { int8: true }));
    for (const side of [1, 2, 5, 8, 11, 13, 19, 32]) {
      const views = randomViews(3, side);
      const [found, expected] = [fast, plain].map((engine, at) => engine.evaluate(nets[at], views, side, side));
      assert.deepEqual(found, expected, `${name}, ${side}x${side}`);
    }
  }
});

test("where the browser lacks these instructions, there is no such module", async () => {
  const { Module } = WebAssembly;
  WebAssembly.Module = /** @type {any} */ (
    class {
      constructor() {
        throw new WebAssembly.CompileError("invalid opcode");
      }
    }
  );
  const found = relaxedModule();
  WebAssembly.Module = Module;
  assert.equal(found, null);
  const engine = await createEngine(core, { relaxed: found });
  const net = new Net(engine, "small", fileOf("small"));
  assert.deepEqual([net.decided, net.prefersInt8], [true, false]);
});

test("a module with wrong sums is not used", async () => {
  const adds = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 127, 0, 2, 15, 1, 3, 101, 110, 118, 6];
  const memory = [...new TextEncoder().encode("memory"), 2, 0, 0, 3, 2, 1, 0, 7, 18, 1, 14];
  const nothing = [...new TextEncoder().encode("multiply_bytes"), 0, 0, 10, 4, 1, 2, 0, 11];
  const wrong = new WebAssembly.Module(Uint8Array.of(...adds, ...memory, ...nothing));
  const engine = await createEngine(core, { relaxed: wrong });
  assert.equal(engine.relaxed, false);
  const views = randomViews(1, 5);
  const found = engine.evaluate(engine.network(fileOf("tiny"), { int8: true }), views, 5, 5);
  assert.ok(found.wins[0] >= 0 && found.wins[0] <= 1);
});

test("weights of 32 bits have no 8 bits", async () => {
  const file = fileOf("small");
  file[12] = 0;
  const net = new Net(await createEngine(core), "other", file);
  assert.deepEqual([net.decided, net.prefersInt8], [true, false]);
});

test("both precisions take turns until it is known which is faster", async () => {
  const engine = await createEngine(core);
  for (const [exact, brief, faster] of /** @type {[number, number, boolean][]} */ ([
    [0.002, 0.001, true],
    [0.002, 0.003, false],
  ])) {
    const net = new Net(engine, "small", fileOf("small"));
    const turns = [];
    while (!net.decided && turns.length < 100) {
      turns.push(net.prefersInt8);
      // The first steps, in which browsers compile, and a slow one now and then tell nothing.
      const slow = turns.length < 8 || turns.length % 7 === 0;
      net.noteStep(net.prefersInt8, slow ? 0.1 : net.prefersInt8 ? brief : exact);
    }
    assert.ok(turns.length < 40 && turns.every((int8, at) => int8 === (at % 2 === 1)), `${turns}`);
    assert.equal(net.prefersInt8, faster);
    net.noteStep(faster, 1);
    assert.equal(net.prefersInt8, faster);
  }
});

/** A search, and which precisions it asks for. */
async function watchedSearch() {
  const engine = await createEngine(core);
  const net = new Net(engine, "small", fileOf("small"));
  /** @type {boolean[]} */ const asked = [];
  const { inCore: made } = net;
  net.inCore = (int8) => {
    asked.push(int8);
    return made.call(net, int8);
  };
  const search = new NetSearch(engine, net);
  const board = new Board({ rows: 7, cols: 6 });
  board.push("c3");
  return async (/** @type {import("../../src/hexmate/web/static/js/engine/searches.js").Limit} */ limit) => {
    asked.length = 0;
    let last = null;
    for await (const { report } of search.search(board, limit, 1)) last = report;
    return { report: last, brief: asked.includes(true) };
  };
}

test("a search by time is in 8 bits as well, and leaves nothing to one with a number of visits", async () => {
  const [search, fresh] = [await watchedSearch(), await watchedSearch()];
  const expected = await fresh({ visits: 60 });
  assert.equal(expected.brief, false);
  assert.equal((await search({ seconds: 0.5 })).brief, true);
  assert.deepEqual(await search({ visits: 60 }), expected);
  assert.equal((await search({ seconds: 0.1, visits: 20 })).brief, false);
});
