/** Games that end in this browser are stored on the server: once, and later if there is no connection. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepGame } from "../../../src/hexmate/web/static/js/game/kept.js";
import { storeFinished } from "../../../src/hexmate/web/static/js/game/outbox.js";
import { ApiError } from "../../../src/hexmate/web/static/js/net/api.js";

const RULES = /** @type {const} */ ({ rows: 2, cols: 2, shape: "hex", swap: null });
const WON = ["a1", "b1", "a2"];

/** A browser's storage, and a server that answers as told. */
function arranged() {
  /** @type {Map<string, string>} */ const items = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
    removeItem: (/** @type {string} */ key) => void items.delete(key),
  };
  /** @type {any[]} */ const received = [];
  /** @type {{problem: Error | null}} */ const server = { problem: null };
  const ask = async (/** @type {string} */ path, /** @type {any} */ { text }) => {
    if (server.problem) throw server.problem;
    received.push([path, JSON.parse(text)]);
  };
  const whoami = async () => ({ name: "Quiet Otter" });
  const store = () => storeFinished({ storage, ask, whoami, today: "2026-11-18" });
  const play = (/** @type {any} */ game) => keepGame({ ...RULES, moves: WON, ...game }, storage);
  return { storage, server, received, store, play };
}

test("a finished game against an engine is sent once, with its players and its date", async () => {
  const { received, store, play } = arranged();
  play({ engines: { white: "level:n=3", seed: 7 } });
  await store();
  await store();
  const [[path, record], ...others] = received;
  assert.deepEqual([path, others], ["/library", []]);
  assert.deepEqual(record.headers, { black: "Quiet Otter", white: "Level 3", result: "B+", date: "2026-11-18" });
  assert.deepEqual(record.nodes, [{}, ...WON]);
});

test("two engines are named, and your name is left out", async () => {
  const { received, store, play } = arranged();
  play({ engines: { white: "level:n=3", black: "uct", seed: 2 } });
  await store();
  const [[, { headers }]] = received;
  assert.deepEqual([headers.black, headers.white], ["uct", "Level 3"]);
});

test("other games stay in the browser", async () => {
  const { received, store, play } = arranged();
  for (const game of [{ engines: { white: "level:n=3", seed: 1 }, moves: ["a1"] }, { engines: undefined }]) {
    play(game);
    await store();
  }
  assert.equal(received.length, 0);
});

test("games wait for the connection, also when the next one has begun", async () => {
  const { server, received, store, play } = arranged();
  server.problem = new ApiError("offline", "no connection");
  play({ engines: { white: "level:n=3", seed: 1 } });
  await store();
  play({ engines: { black: "uct", seed: 2 } });
  await store();
  play({ engines: { white: "uct", seed: 3 }, moves: [] });
  server.problem = new ApiError("too_many", "busy", 429);
  await store();
  assert.equal(received.length, 0);
  server.problem = null;
  await Promise.all([store(), store()]);
  const names = received.map(([, { headers }]) => [headers.black, headers.white]);
  assert.deepEqual(names, [
    ["Quiet Otter", "Level 3"],
    ["uct", "Quiet Otter"],
  ]);
});

test("a game that the server refuses is not sent again", async () => {
  const { server, received, store, play } = arranged();
  server.problem = new ApiError("record", "not a record", 422);
  play({ engines: { white: "level:n=3", seed: 1 } });
  await store();
  server.problem = null;
  await store();
  assert.equal(received.length, 0);
});

test("what is damaged in the storage is ignored", async () => {
  for (const text of ["{", "[]", '{"waiting": [null, {"seed": "x"}], "stored": 5}']) {
    const { storage, received, store, play } = arranged();
    storage.setItem("hexmate.outbox", text);
    play({ engines: { white: "level:n=3", seed: 7 } });
    await store();
    assert.equal(received.length, 1, text);
  }
});
