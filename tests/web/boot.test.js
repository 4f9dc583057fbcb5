/** The script before the first paint: which files of the engine it fetches for the player who is to move. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { LEVELS } from "../../src/hexmate/web/static/js/engine/levels.js";
import { needsHuman } from "../../src/hexmate/web/static/js/engine/specs.js";

const script = readFileSync(new URL("../../src/hexmate/web/static/js/boot.js", import.meta.url), "utf-8");
const BASE = "https://example.org/";
const FILES = { engine: "worker.js", module: "hexmate.wasm", human: "human.hexnet" };

/** What it fetches for a stored game. @param {object} game @param {string} [pathname] */
function fetchedFor(game, pathname = "/game/local") {
  /** @type {string[]} */ const fetched = [];
  /** @type {any[]} */ const sent = [];
  const Worker = class {
    postMessage(/** @type {any} */ message) {
      sent.push(message);
    }
  };
  const page = {
    URL,
    URLSearchParams,
    Worker,
    addEventListener() {},
    document: { documentElement: { dataset: {} }, currentScript: { dataset: FILES }, baseURI: BASE },
    fetch: async (/** @type {string} */ address) => {
      fetched.push(address.slice(BASE.length));
      return { ok: false };
    },
    localStorage: { getItem: (/** @type {string} */ key) => (key === "hexmate.local" ? JSON.stringify(game) : null) },
    location: { pathname, search: "" },
    navigator: { languages: ["en"] },
  };
  runInNewContext(script, page);
  const expected = sent.find(({ type }) => type === "files")?.addresses ?? [];
  assert.deepEqual(
    fetched,
    Array.from(expected, (/** @type {string} */ address) => address.slice(BASE.length)),
  );
  return fetched.sort();
}

test("it fetches the network of people's moves for the players who need it, and for no others", () => {
  const levels = Object.entries(LEVELS).map(([n, level]) => [`level:n=${n}`, "rating" in level]);
  const others = /** @type {[string, boolean][]} */ ([
    ["human", true],
    ["human:rating=1600", true],
    ["hexmate", false],
    ["hexmate:time=2", false],
    ["uct:time=1", false],
  ]);
  for (const [player, people] of /** @type {[string, boolean][]} */ ([...levels, ...others])) {
    assert.equal(needsHuman(player), people, player);
    const files = people ? ["hexmate.wasm", "human.hexnet"] : ["hexmate.wasm"];
    assert.deepEqual(fetchedFor({ engines: { black: player }, moves: [] }), files, player);
  }
});

test("it fetches nothing where no engine is to move", () => {
  const engines = { white: "level:n=5" };
  assert.deepEqual(fetchedFor({ engines, moves: ["a1"] }), ["hexmate.wasm", "human.hexnet"]);
  assert.deepEqual(fetchedFor({ engines, moves: [] }), []);
  assert.deepEqual(fetchedFor({ engines, moves: ["a1"], resigned: "black" }), []);
  assert.deepEqual(fetchedFor({ engines, moves: ["a1"] }, "/analyse"), []);
});
