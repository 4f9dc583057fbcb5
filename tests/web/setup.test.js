import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, forcedCols, gameRequest, playerSpec, SCHEMA, seatsFor, swapChoices } from "../../src/hexmate/web/static/js/setup/options.js";

/** @typedef {import("../../src/hexmate/web/static/js/setup/options.js").Options} Options */

/** @param {Partial<Options>} [chosen] @returns {Options} */
const options = (chosen = {}) => /** @type {Options} */ ({
  ...Object.fromEntries(Object.entries(SCHEMA).map(([key, { fallback }]) => [key, fallback])),
  ...chosen,
});

test("what the server is asked for", () => {
  const asked = gameRequest(options());
  assert.deepEqual(asked, {
    rows: 11, cols: 11, shape: "hex", swap: "pieces", clock: "none", mode: "local", training: false, rated: false,
    seats: { black: { kind: "person" }, white: { kind: "ai", ai: "level:n=3" } },
  });
});

test("who begins is Black", () => {
  assert.equal(gameRequest(options({ begins: "other" })).seats.black.kind, "ai");
  assert.equal(gameRequest(options({ begins: "random" }), { random: () => 0.2 }).seats.black.kind, "person");
  assert.equal(gameRequest(options({ begins: "random" }), { random: () => 0.8 }).seats.black.kind, "ai");
});

test("the swap of pieces needs a board that is its own mirror image", () => {
  assert.equal(gameRequest(options({ rows: 5, cols: 7 })).swap, "sides");
  assert.equal(gameRequest(options({ swap: "none" })).swap, null);
  assert.deepEqual(swapChoices({ shape: "offset", rows: 5, cols: 5 }), ["sides", "none"]);
  assert.deepEqual(swapChoices({ shape: "triangle", rows: 5, cols: 10 }), ["pieces", "sides", "none"]);
  assert.equal(forcedCols("triangle", 5), 10);
  assert.equal(forcedCols("hex", 5), null);
});

test("clocks as the server reads them", () => {
  const texts = /** @type {const} */ (["none", "move", "game", "fischer", "byoyomi"]).map((clock) => clockText(options({ clock })));
  assert.deepEqual(texts, ["none", "30/move", "600", "600+5", "600+3x30"]);
});

test("players with their level or their time", () => {
  const players = [{ spec: "uct", options: ["time"] }, { spec: "random", options: [] }];
  assert.equal(playerSpec(options({ otherLevel: 7 }), "other", players), "level:n=7");
  assert.equal(playerSpec(options({ yourPlayer: "uct", yourSeconds: 4 }), "your", players), "uct:time=4");
  assert.equal(playerSpec(options({ otherPlayer: "random" }), "other", players), "random");
});

test("levels with a network where the server has one and the board is of its shape", () => {
  const players = [{ spec: "level", levels: [1, 10, 15] }];
  assert.equal(playerSpec(options({ otherLevel: 15 }), "other", players), "level:n=15");
  assert.equal(playerSpec(options({ otherLevel: 15, shape: "square" }), "other", players), "level:n=10");
  assert.equal(playerSpec(options({ otherLevel: 15 }), "other", []), "level:n=10");
  assert.equal(playerSpec(options({ otherLevel: 15 }), "other", [{ spec: "level", levels: [1, 2] }]), "level:n=2");
});

test("online games are rated or for training, not both", () => {
  const online = options({ ...seatsFor("online"), rated: true, training: true });
  assert.deepEqual([gameRequest(online).mode, gameRequest(online).rated, gameRequest(online).training], ["online", true, false]);
  const computer = options({ rated: true });
  assert.equal(gameRequest(computer).rated, false);
  const helped = options({ you: "hybrid", other: "open", rated: true });
  assert.equal(gameRequest(helped).rated, false);
});
