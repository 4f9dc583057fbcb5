/** The engine's worker seen from the page: it starts late, ends when idle, and is replaced when it hangs or dies. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { connectDevice } from "../../src/hexmate/web/static/js/engine/client.js";
import { Engines } from "../../src/hexmate/web/static/js/engine/desk.js";
import {
  DeviceError,
  expectFiles,
  fetchModule,
  fetchWeights,
  takeFile,
} from "../../src/hexmate/web/static/js/engine/files.js";
import { hintHere } from "../../src/hexmate/web/static/js/engine/hint.js";
import { answersHere, playsHere } from "../../src/hexmate/web/static/js/engine/offers.js";
import { PythonRandom } from "../../src/hexmate/web/static/js/engine/python-random.js";
import { localGame } from "../../src/hexmate/web/static/js/setup/local-game.js";

class FakeWorker {
  /** @type {any[]} */ messages = [];
  ended = false;
  /** @type {any} */ onmessage = null;
  /** @type {any} */ onerror = null;
  postMessage(/** @type {any} */ message) {
    this.messages.push(message);
  }
  terminate() {
    this.ended = true;
  }
}

/** @param {{idle?: number, patience?: number, silence?: {ask: number, answer: number}}} [times] */
function connected(times = {}) {
  /** @type {FakeWorker[]} */ const workers = [];
  /** @type {any[]} */ const heard = [];
  const start = () => {
    workers.push(new FakeWorker());
    return /** @type {any} */ (workers[workers.length - 1]);
  };
  const socket = connectDevice({ onMessage: (message) => heard.push(message), start, ...times });
  return { socket, workers, heard };
}

/** A test whose timers move by hand, so that a busy machine changes nothing. */
function timed(/** @type {string} */ name, /** @type {(later: (ms: number) => void) => void} */ body) {
  test(name, () => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    try {
      // One by one: a timer that starts in between must not start from the end.
      body((ms) => Array.from({ length: ms }).forEach(() => mock.timers.tick(1)));
    } finally {
      mock.timers.reset();
    }
  });
}

timed("the worker starts with the first request and ends when it has been idle", (later) => {
  const { socket, workers } = connected({ idle: 5 });
  assert.equal(socket.send({ type: "stop", ref: "stop" }), true);
  assert.equal(workers.length, 0, "nothing is asked");
  socket.send({ type: "play", ref: "1" });
  workers[0].onmessage({ data: { type: "move", ref: "1", move: "a1" } });
  later(20);
  assert.equal(workers[0].ended, true);
  socket.send({ type: "play", ref: "2" });
  assert.equal(workers.length, 2);
  socket.close();
  assert.deepEqual([workers[1].ended, socket.status(), socket.send({})], [true, "closed", false]);
});

timed("a worker that answered twice is not ended while it works again", (later) => {
  const { socket, workers } = connected({ idle: 20 });
  socket.send({ type: "play", ref: "1" });
  socket.send({ type: "stop", ref: "stop" });
  workers[0].onmessage({ data: { type: "move", ref: "1", move: "a1" } });
  workers[0].onmessage({ data: { type: "ack", ref: "stop" } });
  socket.send({ type: "play", ref: "2" });
  later(50);
  assert.equal(workers[0].ended, false);
  socket.close();
});

timed("a worker that takes no new request is replaced, and the request is asked again", (later) => {
  const { socket, workers, heard } = connected({ patience: 5 });
  socket.send({ type: "analyse", ref: "1" });
  socket.send({ type: "analyse", ref: "2" });
  later(20);
  assert.deepEqual([workers[0].ended, workers[1].messages], [true, [{ type: "analyse", ref: "2" }]]);
  workers[1].onmessage({ data: { type: "info", ref: "2" } });
  assert.deepEqual(heard, [{ type: "info", ref: "2" }]);
  socket.close();
});

timed("a search that does not stop is one error", (later) => {
  const { socket, workers, heard } = connected({ patience: 5 });
  socket.send({ type: "play", ref: "1" });
  socket.send({ type: "stop", ref: "stop" });
  later(20);
  assert.deepEqual([workers[0].ended, workers.length], [true, 1]);
  assert.deepEqual(
    heard.map(({ ref, code }) => [ref, code]),
    [["1", "device_failed"]],
  );
  socket.send({ type: "play", ref: "2" });
  socket.send({ type: "stop", ref: "stop" });
  workers[1].onmessage({ data: { type: "move", ref: "2", move: "a1" } });
  workers[1].onmessage({ data: { type: "ack", ref: "stop" } });
  assert.equal(heard.at(-1).type, "ack");
  socket.close();
});

timed("a worker that dies without a word is replaced once, then it is one error", (later) => {
  const { socket, workers, heard } = connected({ silence: { ask: 5, answer: 5 } });
  socket.send({ type: "play", ref: "1" });
  later(60);
  assert.deepEqual(
    workers.map(({ ended, messages }) => [ended, messages.map(({ type }) => type)]),
    [
      [true, ["play", "ping"]],
      [true, ["play", "ping"]],
    ],
  );
  assert.deepEqual(
    heard.map(({ ref, code }) => [ref, code]),
    [["1", "device_failed"]],
  );
  socket.close();
});

timed("a worker that answers while it searches is left alone", (later) => {
  const { socket, workers, heard } = connected({ silence: { ask: 2, answer: 1000 } });
  socket.send({ type: "play", ref: "1" });
  for (let count = 0; count < 5; count += 1) {
    later(8);
    workers[0].onmessage({ data: { type: "pong", ref: "awake" } });
  }
  workers[0].onmessage({ data: { type: "move", ref: "1", move: "a1" } });
  const asked = workers[0].messages.length;
  later(10);
  assert.deepEqual([workers.length, workers[0].ended, workers[0].messages.length], [1, false, asked]);
  assert.ok(asked > 3, "it is asked for signs of life");
  assert.deepEqual([heard.length, heard[0].move], [1, "a1"]);
  socket.close();
});

test("a worker that dies is one error", () => {
  const { socket, workers, heard } = connected();
  socket.send({ type: "analyse", ref: "1" });
  workers[0].onerror({ preventDefault() {}, message: "out of memory" });
  assert.deepEqual(heard, [{ type: "error", ref: "1", code: "device_failed", message: "out of memory" }]);
  assert.equal(workers[0].ended, true);
});

test("no SIMD, missing files and damaged networks have codes of their own", async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  await assert.rejects(fetchModule("x"), { code: "device_unsupported" });
  WebAssembly.validate = validate;
  await assert.rejects(fetchModule("http://127.0.0.1:1/hexmate.wasm"), { code: "device_files" });
  for (const [error, code] of /** @type {[Error, string][]} */ ([
    [new DeviceError("network"), "device_network"],
    [new RangeError("WebAssembly.Memory(): could not allocate memory"), "device_memory"],
    [new Error("something else"), "device_failed"],
  ])) {
    const answer = await new Promise((resolve) => {
      const fail = () => Promise.reject(error);
      new Engines(fail, resolve).receive({ type: "analyse", ref: "1", position: "", player: "uct" });
    });
    assert.equal(answer.code, code);
  }
});

test("a file that the page sends is used once; one that it cannot send is fetched", async () => {
  const asked = ["http://127.0.0.1:1/human.hexnet", "http://127.0.0.1:1/small.hexnet"];
  expectFiles(asked);
  const [human, small] = asked.map((address) => fetchWeights(address));
  takeFile({ address: asked[0], bytes: Uint8Array.of(1, 2, 3).buffer });
  takeFile({ address: asked[1], bytes: null });
  takeFile({ address: "http://127.0.0.1:1/other", bytes: null });
  assert.deepEqual(await human, Uint8Array.of(1, 2, 3));
  await assert.rejects(small, { code: "device_files" });
  await assert.rejects(fetchWeights(asked[0]), { code: "device_files" });
});

test("what the page takes, and what it leaves to the server", () => {
  const position = "3x3 hex - 3/3/3 b";
  for (const [request, here] of /** @type {[any, boolean][]} */ ([
    [{ type: "analyse", position, player: "hexmate" }, true],
    [{ type: "analyse", position, player: "level:n=10" }, true],
    [{ type: "analyse", position, player: "level:n=3" }, false],
    [{ type: "analyse", position, player: "negamax" }, false],
    [{ type: "analyse", position: "3x3 square - 3/3/3 b", player: "uct" }, false],
    [{ type: "solve", position }, true],
    [{ type: "review", game_id: "x", player: "hexmate" }, false],
    [{ type: "review", game: { shape: "hex" }, player: "hexmate" }, true],
  ])) {
    assert.equal(answersHere(request), here, JSON.stringify(request));
  }
  assert.deepEqual(
    ["level:n=1", "hexmate:time=2", "human:rating=1600", "uct:threads=2"].map((spec) => playsHere(spec, "hex")),
    [true, true, true, false],
  );
});

test("a game is stored here if it needs no server", () => {
  const game = {
    rows: 5,
    cols: 5,
    shape: "hex",
    swap: null,
    clock: "none",
    mode: "local",
    training: false,
    rated: false,
  };
  const of = (/** @type {any} */ changes) => localGame(/** @type {any} */ ({ ...game, ...changes }));
  const person = { kind: "person" };
  const level = { kind: "ai", ai: "level:n=4" };
  assert.equal(of({ seats: { black: person, white: level } })?.engines?.white, "level:n=4");
  assert.equal(of({ seats: { black: person, white: person }, shape: "square" })?.engines, undefined);
  for (const changes of [
    { seats: { black: person, white: level }, clock: "300+5" },
    { seats: { black: person, white: level }, shape: "square" },
    { seats: { black: person, white: { kind: "ai", ai: "negamax" } } },
    { seats: { black: person, white: { kind: "open" } }, mode: "online" },
  ]) {
    assert.equal(of(changes), null, JSON.stringify(changes));
  }
});

test("random draws are Python's", () => {
  const letters = [..."abcdefghij"];
  const drawn = (/** @type {number} */ seed) => {
    const random = new PythonRandom(seed);
    return Array.from({ length: 12 }, () => random.choice(letters)).join("");
  };
  assert.deepEqual([0, 7, 2 ** 31 - 1, 2 ** 40 + 3].map(drawn), [
    "ggaeihgehfjd",
    "fcgabibfjaid",
    "fbdefaidcdih",
    "daibjegdhiif",
  ]);
});

test("hints of games on one screen are found here, unless this device cannot", async () => {
  const state = { id: "x", mode: "local", shape: "hex", start: null, rows: 3, cols: 3, swap: null, moves: [] };
  /** @type {string[]} */ const heard = [];
  const create = (/** @type {boolean} */ works) => () => ({
    find: async () => {
      if (!works) throw new Error("no memory");
      return { move: "b2", win_probability: 0.9 };
    },
    stop() {},
    close: () => void heard.push("closed"),
  });
  const of = (/** @type {any} */ changes, works = true) =>
    hintHere(/** @type {any} */ ({ ...state, ...changes }), create(works));
  assert.deepEqual(await of({}), { move: "b2", info: { win_probability: 0.9 } });
  assert.equal(await of({}, false), null);
  assert.equal(heard.length, 2);
  for (const changes of [{ mode: "online" }, { shape: "square" }, { start: "3x3 hex - 3/3/3 b" }, { id: "local" }]) {
    assert.equal(await of(changes), null);
  }
});
