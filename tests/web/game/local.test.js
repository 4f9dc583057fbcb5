import assert from "node:assert/strict";
import { test } from "node:test";

import { keepGame, keptGame, openLocal } from "../../../src/hexmate/web/static/js/game/local.js";

function storage() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    items,
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
    removeItem: (/** @type {string} */ key) => void items.delete(key),
  };
}

/** @param {import("../../../src/hexmate/web/static/js/rules/board.js").SwapRule} [swap] */
function newGame(swap = null) {
  const place = storage();
  keepGame({ rows: 3, cols: 3, shape: "hex", swap }, place);
  const session = openLocal(/** @type {any} */ (keptGame(place)), place);
  const state = () => /** @type {any} */ (session.model()).state;
  return { place, session, state };
}

test("two people play to a victory", () => {
  const { session, state } = newGame();
  for (const move of ["b1", "a2", "b2", "a3", "b3"]) session.play(move);
  assert.equal(state().status, "finished");
  assert.deepEqual(state().result.chain, ["b1", "b2", "b3"]);
  assert.equal(state().result.result, "B+");
  session.play("a1");
  assert.equal(state().moves.length, 5);
});

test("the game is resumed where it stopped", () => {
  const { place, session } = newGame("pieces");
  session.play("a2");
  session.play("swap-pieces");
  const again = openLocal(/** @type {any} */ (keptGame(place)), place);
  assert.deepEqual(
    again.model()?.state.moves.map(({ move }) => move),
    ["a2", "swap-pieces"],
  );
  assert.equal(again.model()?.state.turn, "black");
});

test("taken back and played again", async () => {
  const { session, state } = newGame();
  for (const move of ["b1", "a2", "b2"]) session.play(move);
  await session.ask("undo", { to: 1 });
  assert.deepEqual([state().moves.length, state().redo], [1, 2]);
  await session.ask("redo");
  assert.deepEqual([state().moves.at(-1).move, state().redo], ["a2", 1]);
  session.play("c3");
  assert.equal(state().redo, 0);
  await session.ask("restart");
  assert.deepEqual([state().moves.length, state().redo], [0, 0]);
});

test("the winner after a resignation, also after the sides were exchanged", async () => {
  const { session, state } = newGame("sides");
  session.play("b2");
  assert.equal(state().swap_available, true);
  session.play("swap-sides");
  assert.deepEqual([state().turn, state().mover], ["white", "black"]);
  await session.ask("resign");
  assert.deepEqual([state().result.result, state().result.winner_seat], ["B+Resign", "white"]);
  await session.ask("undo", { to: 1 });
  assert.equal(state().status, "live");
});

test("a cancelled game is deleted, a broken one is ignored", async () => {
  const { place, session } = newGame();
  await session.ask("cancel");
  assert.equal(keptGame(place), null);
  for (const text of ["{", "null", "7", '{"rows":3,"cols":3,"shape":"hex","swap":null,"moves":["z9"]}']) {
    place.setItem("hexmate.local", text);
    assert.equal(keptGame(place), null, text);
  }
});

test("what needs the server is refused", async () => {
  const { session } = newGame();
  await assert.rejects(session.ask("hint"), { code: "offline" });
});
