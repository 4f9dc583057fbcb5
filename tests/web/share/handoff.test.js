import assert from "node:assert/strict";
import { test } from "node:test";

import { handedOn, handOn, withGame } from "../../../src/hexmate/web/static/js/study/handoff.js";

/** A storage with little room. @param {number} room */
function storage(room) {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      if (value.length > room) throw new Error("full");
      items.set(key, value);
    },
  };
}

const games = [1, 2, 3].map((rows) => ({ schema: "hexmate-game/1", rows, cols: rows }));

test("several games are passed on; where there is no room for all, the chosen one alone", () => {
  const large = storage(1000);
  handOn(games, 1, large);
  assert.deepEqual(handedOn(large), { games, at: 1 });
  const small = storage(90);
  handOn(games, 1, small);
  assert.deepEqual(handedOn(small), { games: [games[1]], at: 0 });
  const none = storage(10);
  handOn(games, 1, none);
  assert.equal(handedOn(none), null);
});

test("a game that has changed replaces itself among the others", () => {
  const changed = { ...games[1], cols: 9 };
  assert.deepEqual(withGame(games, 1, changed), [games[0], changed, games[2]]);
});
