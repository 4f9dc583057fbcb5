/** Levels and people in the page play the moves that they play in Python: the same seed and visits, 32 bits. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fairStones, SIZES, swapMap } from "../../src/hexmate/web/static/js/book/swap-maps.js";
import { Engines } from "../../src/hexmate/web/static/js/engine/desk.js";
import { LEVELS } from "../../src/hexmate/web/static/js/engine/levels.js";

const folder = process.env.HEXMATE_LEVELS_ORACLE;
if (!folder) throw new Error("HEXMATE_LEVELS_ORACLE is not set: run `make test-web`");
const { games, levels, openings, people, maps } = JSON.parse(readFileSync(`${folder}/levels.json`, "utf-8"));
const wasm = new URL("../../src/hexmate/web/static/engine/hexmate.wasm", import.meta.url);
const module = await WebAssembly.compile(readFileSync(wasm));
const weights = Object.fromEntries(
  ["small", "medium"].map((name) => [name, new Uint8Array(readFileSync(`${folder}/${name}-f32.hexnet`))]),
);

/** @type {(message: any) => void} */
let received = () => {};
const engines = new Engines(
  async () => ({ module, weights }),
  (message) => received(message),
  { fetchHuman: async () => new Uint8Array(readFileSync(`${folder}/human-f32.hexnet`)) },
);

/** @param {any} message @returns {Promise<any>} */
function answer(message) {
  return new Promise((resolve) => {
    received = resolve;
    engines.receive(message);
  });
}

/** @param {any} game */
async function replayed({ level, seed, side, first, moves }) {
  const played = [];
  for (let at = 0; at < moves.length; at += 2) {
    const game = { rows: side, cols: side, swap: null, moves: [...first, ...moves.slice(0, at)] };
    const found = await answer({ type: "play", ref: "1", game, player: `level:n=${level}`, seed });
    assert.equal(found.type, "move", found.message);
    played.push(found.move, ...moves.slice(at + 1, at + 2));
  }
  return played;
}

test("the table of levels is Python's", () => assert.deepEqual(LEVELS, levels));

for (const n of Object.keys(LEVELS)) {
  test(`level ${n} plays its moves`, async () => {
    const own = games.filter((/** @type {any} */ game) => game.level === Number(n));
    assert.ok(own.length > 0);
    for (const game of own) assert.deepEqual(await replayed(game), game.moves, JSON.stringify(game));
  });
}

for (const { level, seed, side, first, swaps } of openings) {
  test(`level ${level} opens and swaps on ${side}x${side} as in Python`, async () => {
    const play = async (/** @type {string[]} */ moves) => {
      const game = { rows: side, cols: side, swap: "pieces", moves };
      const found = await answer({ type: "play", ref: "1", game, player: `level:n=${level}`, seed });
      assert.equal(found.type, "move", found.message);
      return found.move;
    };
    assert.equal(await play([]), first);
    for (const [cell, swapped] of Object.entries(swaps)) {
      assert.equal((await play([cell])) === "swap-pieces", swapped, cell);
    }
  });
}

for (const { rating, seed, side, swap, moves } of people) {
  test(`people with ${rating} points play on ${side}x${side} as in Python`, async () => {
    const game = { rows: side, cols: side, swap, moves: /** @type {string[]} */ ([]) };
    const player = `human:rating=${rating}`;
    for (const expected of moves) {
      const { move, message } = await answer({ type: "play", ref: "1", game, player, seed });
      assert.equal(move, expected, `${message} after ${game.moves}`);
      game.moves = [...game.moves, move];
    }
  });
}

test("the swap maps are Python's", () => {
  assert.deepEqual(
    SIZES,
    maps.map((/** @type {any} */ { size }) => size),
  );
  for (const { fair, ...expected } of maps) {
    const found = swapMap(expected.size);
    assert.deepEqual(found, expected);
    assert.deepEqual(fairStones(found), fair);
  }
});
