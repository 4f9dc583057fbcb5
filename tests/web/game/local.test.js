import assert from "node:assert/strict";
import { test } from "node:test";

import {
  gamePath,
  idOf,
  keepGame,
  keptGame,
  keptGames,
  updateGame,
} from "../../../src/hexmate/web/static/js/game/kept.js";
import { openLocal } from "../../../src/hexmate/web/static/js/game/local.js";
import { serverGame } from "../../../src/hexmate/web/static/js/game/to-server.js";
import { ApiError } from "../../../src/hexmate/web/static/js/net/api.js";

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
  const id = keepGame({ rows: 3, cols: 3, shape: "hex", swap }, place);
  const session = openLocal(/** @type {any} */ (keptGame(id, place)), { storage: place });
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
  const again = openLocal(/** @type {any} */ (keptGame("local", place)), { storage: place });
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
  assert.equal(keptGame("local", place), null);
  for (const text of ["{", "null", "7", '{"rows":3,"cols":3,"shape":"hex","swap":null,"moves":["z9"]}']) {
    place.setItem("hexmate.local", text);
    assert.equal(keptGame("local", place), null, text);
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
  const session = openLocal(/** @type {any} */ (keptGame("local", place)), { storage: place, mover: () => mover });
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
  assert.deepEqual(keptGame("local", place)?.engines, engines);
  await session.ask("resign");
  assert.equal(state().result.result, "W+Resign", "on the engine's turn too, it is you who resigns");
});

test("an engine of the page may resign", async () => {
  const place = storage();
  keepGame({ rows: 3, cols: 3, shape: "hex", swap: null, engines: { white: "human:rating=1600", seed: 7 } }, place);
  const { asked, mover } = fakeMover();
  const session = openLocal(/** @type {any} */ (keptGame("local", place)), { storage: place, mover: () => mover });
  const later = () => new Promise((resolve) => setTimeout(resolve));
  session.subscribe(() => {});
  await later();
  session.play("b2");
  asked[0].resolve({ move: "resign", win_probability: 0.05 });
  await later();
  const { result, status, moves } = /** @type {any} */ (session.model()).state;
  assert.deepEqual([result.result, status, moves.length], ["B+Resign", "finished", 1]);
});

const RULES = /** @type {const} */ ({ rows: 3, cols: 3, shape: "hex", swap: null });

test("several games have numbers and addresses of their own, the latest first", () => {
  const place = storage();
  const begin = () => keepGame({ ...RULES, moves: ["a1"] }, place);
  const ids = [begin(), begin(), begin()];
  assert.deepEqual(ids.map(gamePath), ["/game/local", "/game/local?game=2", "/game/local?game=3"]);
  assert.equal(gamePath("x7"), "/game/x7");
  openLocal(/** @type {any} */ (keptGame("local", place)), { storage: place }).play("b2");
  assert.deepEqual(keptGames(place).map(idOf), ["local", "local-3", "local-2"]);
  assert.deepEqual(keptGame("local-2", place)?.moves, ["a1"]);
  assert.equal(keptGame("local-9", place), null);
});

test("a game that nobody has begun makes room for the next one, even if an engine has moved", () => {
  const place = storage();
  const engines = { black: "level:n=3", seed: 7 };
  keepGame({ ...RULES, moves: ["b2"], engines }, place);
  keepGame({ ...RULES }, place);
  const last = keepGame({ ...RULES, moves: ["b2", "a1"], engines }, place);
  keepGame({ ...RULES }, place);
  assert.deepEqual(keptGames(place).map(idOf), ["local-4", last]);
});

test("games that are over make room first, then the oldest", () => {
  const place = storage();
  const begin = (/** @type {string[]} */ moves) => keepGame({ ...RULES, moves }, place);
  begin(["a1"]);
  const won = begin(["b1", "a2", "b2", "a3", "b3"]);
  for (let count = 0; count < 18; count += 1) begin(["a1"]);
  assert.equal(keptGames(place).length, 20);
  begin(["a1"]);
  const ids = () => keptGames(place).map(idOf);
  assert.deepEqual([ids().length, ids().includes(won), ids().includes("local")], [20, false, true]);
  begin(["a1"]);
  assert.deepEqual([ids().length, ids().includes("local")], [20, false]);
});

test("a game of an older page, without a number, is the first", () => {
  const place = storage();
  place.setItem("hexmate.local", JSON.stringify({ ...RULES, moves: ["a1"], resigned: null }));
  assert.deepEqual(keptGame("local", place)?.moves, ["a1"]);
  updateGame(/** @type {any} */ ({ ...keptGame("local", place), moves: ["a1", "b1"] }), place);
  assert.equal(keepGame({ ...RULES }, place), "local-2");
  assert.deepEqual(keptGame("local", place)?.moves, ["a1", "b1"]);
});

test("two engines are watched, paused and resumed", async () => {
  const place = storage();
  keepGame({ ...RULES, engines: { black: "uct", white: "level:n=3", seed: 7 } }, place);
  const { asked, mover } = fakeMover();
  const session = openLocal(/** @type {any} */ (keptGame("local", place)), { storage: place, mover: () => mover });
  const state = () => /** @type {any} */ (session.model()).state;
  const later = () => new Promise((resolve) => setTimeout(resolve));
  session.subscribe(() => {});
  await later();
  assert.equal(asked[0].player, "uct");
  await session.ask("pause");
  assert.deepEqual([state().status, state().searching, asked[1]], ["paused", false, "stop"]);
  asked[0].resolve({ move: "a1", win_probability: null });
  await later();
  assert.equal(state().moves.length, 0, "the move came too late");
  await session.ask("resume");
  asked[2].resolve({ move: "b2", win_probability: null });
  await later();
  assert.deepEqual([state().status, state().moves.length, asked[3].player], ["live", 1, "level:n=3"]);
});

test("a failure of this device is told unless the game continues elsewhere", async () => {
  for (const saved of [true, false]) {
    const place = storage();
    keepGame({ ...RULES, engines: { white: "level:n=3", seed: 7 } }, place);
    const { asked, mover } = fakeMover();
    /** @type {string[]} */ const codes = [];
    const rescue = async (/** @type {string} */ code) => codes.push(code) > 0 && saved;
    const kept = /** @type {any} */ (keptGame("local", place));
    const session = openLocal(kept, { storage: place, mover: () => mover, rescue });
    /** @type {string[]} */ const heard = [];
    session.subscribe(({ kind }) => void heard.push(kind));
    session.play("b2");
    asked[0].reject(new ApiError("device_memory", "full"));
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual([codes, heard.includes("refused")], [["device_memory"], !saved]);
    void session.reconnect();
    assert.equal(asked.length, 2, "the engine is asked again");
  }
});

test("the game that the server is asked for when this device fails", () => {
  const of = (/** @type {any} */ rules, /** @type {string[]} */ moves, /** @type {any} */ engines) => {
    const place = storage();
    const id = keepGame({ ...RULES, ...rules, moves, engines: { ...engines, seed: 7 } }, place);
    const model = openLocal(/** @type {any} */ (keptGame(id, place)), { storage: place }).model();
    return serverGame(/** @type {any} */ (model).state);
  };
  const level = { kind: "ai", ai: "level:n=3" };
  const person = { kind: "person" };
  const white = { white: "level:n=3" };
  assert.deepEqual(of({}, ["b2"], white).request.seats, { black: person, white: level });
  assert.deepEqual([of({}, ["b2"], white).first, of({}, ["b2"], white).request.start], ["b2", null]);
  assert.deepEqual([of({}, [], white).first, of({}, [], white).request.start], [null, null]);
  const begun = of({}, ["b2", "a1", "b1"], white);
  assert.deepEqual([begun.first, begun.request.start], [null, "3x3 hex - wb1/1b1/3 w"]);
  const swapped = of({ swap: "sides" }, ["b2", "swap-sides"], white);
  assert.deepEqual(swapped.request.seats, { black: level, white: person }, "after the swap you play the other colour");
  assert.equal(swapped.request.start, "3x3 hex sides/used 3/1b1/3 w");
});
