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
  await assert.rejects(session.ask("hand_over"), { code: "offline" });
});

/** A mover whose answers the test gives. */
function fakeMover() {
  /** @type {any[]} */ const asked = [];
  const mover = {
    find: (/** @type {any} */ game, /** @type {string} */ player) =>
      new Promise((/** @type {(found: any) => void} */ resolve, reject) =>
        asked.push({ game, player, resolve, reject }),
      ),
    stop: () => asked.push("stop"),
    close() {},
  };
  return { asked, mover };
}

test("an engine of the page answers, stops, hints, and can be taken back", async () => {
  const place = storage();
  const engines = { white: "level:n=3", seed: 7 };
  keepGame({ rows: 3, cols: 3, shape: "hex", swap: null, engines }, place);
  const { asked, mover } = fakeMover();
  const session = openLocal(/** @type {any} */ (keptGame(place)), place, () => mover);
  const state = () => /** @type {any} */ (session.model()).state;
  /** @type {string[]} */ const heard = [];
  const later = () => new Promise((resolve) => setTimeout(resolve));
  session.subscribe((event) => void heard.push(event.kind));
  await later();
  assert.deepEqual([state().you, state().seats.white.ai, asked.length], [["black"], "level:n=3", 0]);
  session.play("b2");
  assert.equal(state().searching, true);
  session.play("a1");
  assert.equal(state().moves.length, 1, "it is not your turn");
  await session.ask("stop_search");
  assert.deepEqual([asked[0].player, asked[0].game.moves, asked[1]], ["level:n=3", ["b2"], "stop"]);
  asked[0].resolve({ move: "a1", win_probability: null });
  await later();
  assert.deepEqual([state().moves.at(-1).move, state().searching], ["a1", false]);
  const hint = session.ask("hint");
  asked[2].resolve({ move: "b1", win_probability: 0.75 });
  assert.deepEqual(await hint, { move: "b1", info: { win_probability: 0.75 } });
  session.play("b1");
  await session.ask("undo", { to: 2 });
  asked[3].resolve({ move: "c3", win_probability: null });
  await later();
  assert.equal(state().moves.length, 2, "the answer came too late");
  session.play("b1");
  asked[4].reject(new Error("gone"));
  await later();
  assert.deepEqual([state().searching, heard.at(-1)], [false, "refused"]);
  assert.deepEqual(keptGame(place)?.engines, engines);
  await session.ask("resign");
  assert.equal(state().result.result, "W+Resign", "on the engine's turn too, it is you who resigns");
});

test("an engine of the page may resign", async () => {
  const place = storage();
  keepGame({ rows: 3, cols: 3, shape: "hex", swap: null, engines: { white: "human:rating=1600", seed: 7 } }, place);
  const { asked, mover } = fakeMover();
  const session = openLocal(/** @type {any} */ (keptGame(place)), place, () => mover);
  const later = () => new Promise((resolve) => setTimeout(resolve));
  session.subscribe(() => {});
  await later();
  session.play("b2");
  asked[0].resolve({ move: "resign", win_probability: 0.05 });
  await later();
  const { result, status, moves } = /** @type {any} */ (session.model()).state;
  assert.deepEqual([result.result, status, moves.length], ["B+Resign", "finished", 1]);
});
