import assert from "node:assert/strict";
import { test } from "node:test";

import french from "../../src/hexmate/web/static/js/i18n/fr.js";
import { useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";
import { personName, shownName } from "../../src/hexmate/web/static/js/setup/computers.js";
import {
  clockText,
  forcedCols,
  gameRequest,
  meetsUntrained,
  playerSpec,
  SCHEMA,
  seatsFor,
  swapChoices,
} from "../../src/hexmate/web/static/js/setup/options.js";
import { presetOptions } from "../../src/hexmate/web/static/js/setup/presets.js";
import { sizeWithRows } from "../../src/hexmate/web/static/js/setup/size.js";

/** @typedef {import("../../src/hexmate/web/static/js/setup/options.js").Options} Options */
/** @typedef {import("../../src/hexmate/web/static/js/setup/computers.js").Offer} Offer */

/** @param {Partial<Options>} [chosen] @returns {Options} */
const options = (chosen = {}) =>
  /** @type {Options} */ ({
    ...Object.fromEntries(Object.entries(SCHEMA).map(([key, { fallback }]) => [key, fallback])),
    ...chosen,
  });

test("the request for a new game", () => {
  const asked = gameRequest(options());
  assert.deepEqual(asked, {
    rows: 11,
    cols: 11,
    shape: "hex",
    swap: "pieces",
    clock: "none",
    mode: "local",
    training: false,
    rated: false,
    seats: { black: { kind: "person" }, white: { kind: "ai", ai: "level:n=3" } },
  });
});

test("the first player is Black", () => {
  assert.equal(gameRequest(options({ begins: "other" })).seats.black.kind, "ai");
  assert.equal(gameRequest(options({ begins: "random" }), { random: () => 0.2 }).seats.black.kind, "person");
  assert.equal(gameRequest(options({ begins: "random" }), { random: () => 0.8 }).seats.black.kind, "ai");
});

test("swap-pieces needs a board that is its own mirror image", () => {
  assert.equal(gameRequest(options({ rows: 5, cols: 7 })).swap, "sides");
  assert.equal(gameRequest(options({ swap: "none" })).swap, null);
  assert.deepEqual(swapChoices({ shape: "offset", rows: 5, cols: 5 }), ["sides", "none"]);
  assert.deepEqual(swapChoices({ shape: "triangle", rows: 5, cols: 10 }), ["pieces", "sides", "none"]);
  assert.equal(forcedCols("triangle", 5), 10);
  assert.equal(forcedCols("hex", 5), null);
});

test("clocks in the server's format", () => {
  const texts = /** @type {const} */ (["none", "move", "game", "fischer", "byoyomi"]).map((clock) =>
    clockText(options({ clock })),
  );
  assert.deepEqual(texts, ["none", "30/move", "600", "600+5", "600+3x30"]);
});

/** @param {string} spec @param {Partial<Offer>} [facts] @returns {Offer} */
const offer = (spec, facts = {}) => ({
  spec,
  name: spec,
  help: "",
  analyses: true,
  levels: [],
  hex_levels: [],
  options: [],
  shapes: ["hex", "offset", "square", "triangle"],
  trained: null,
  ...facts,
});
const LEVELS = offer("level", { levels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], hex_levels: [11, 12, 13, 14, 15] });

test("engines with their level or their time", () => {
  const players = [LEVELS, offer("uct", { options: ["time"] }), offer("random")];
  assert.equal(playerSpec(options({ otherLevel: 7 }), "other", players), "level:n=7");
  assert.equal(playerSpec(options({ yourPlayer: "uct", yourSeconds: 4 }), "your", players), "uct:time=4");
  assert.equal(playerSpec(options({ otherPlayer: "random" }), "other", players), "random");
  const people = [LEVELS, offer("human", { options: ["rating"], shapes: ["hex"] })];
  assert.equal(playerSpec(options({ otherPlayer: "human", otherRating: 2000 }), "other", people), "human:rating=2000");
});

test("networks play on hexagons; on other boards the highest level is the last without one", () => {
  const players = [LEVELS, offer("hexmate", { options: ["time"], shapes: ["hex"] })];
  assert.equal(playerSpec(options({ otherPlayer: "hexmate" }), "other", players), "hexmate:time=2");
  assert.equal(playerSpec(options({ otherPlayer: "hexmate", shape: "square" }), "other", players), "level:n=3");
  assert.equal(playerSpec(options({ otherLevel: 14 }), "other", players), "level:n=14");
  assert.equal(playerSpec(options({ otherLevel: 14, shape: "offset" }), "other", players), "level:n=10");
  const without = [{ ...LEVELS, hex_levels: [] }];
  assert.equal(playerSpec(options({ otherLevel: 14 }), "other", without), "level:n=10");
  assert.equal(playerSpec(options({ yourPlayer: "hexmate" }), "your", without), "level:n=3");
  assert.equal(playerSpec(options({ yourPlayer: "uct" }), "your", []), "uct", "before the server has answered");
});

test("a network on a board that it was not trained on gets a warning", () => {
  const trained = [9, 11];
  const players = [{ ...LEVELS, trained }, offer("hexmate", { shapes: ["hex"], trained }), offer("uct")];
  const marked = (/** @type {Partial<Options>} */ chosen) => meetsUntrained(options(chosen), players);
  const [strong, large] = [{ otherLevel: 11 }, { rows: 17, cols: 17 }];
  assert.deepEqual(
    [marked(strong), marked({ ...strong, ...large }), marked({ ...strong, rows: 9 })],
    [false, true, true],
  );
  assert.deepEqual(
    [
      marked({ ...large, otherLevel: 10 }),
      marked({ ...large, otherPlayer: "uct" }),
      marked({ ...large, otherPlayer: "hexmate" }),
    ],
    [false, false, true],
  );
  assert.equal(marked({ ...strong, ...large, shape: "square" }), false, "the levels below the network play there");
  assert.equal(marked({ ...strong, ...large, other: "person" }), false);
  assert.equal(marked({ ...large, you: "hybrid", yourPlayer: "hexmate", other: "person" }), true);
  assert.equal(meetsUntrained(options({ ...strong, ...large }), []), false, "before the server has answered");
});

test("presets: a first game, the usual one, the strongest", () => {
  const asked = (/** @type {"first" | "usual" | "strongest"} */ preset, players = [LEVELS]) => {
    const chosen = options({ shape: "square", clock: "game", you: "hybrid", other: "person", otherLevel: 6 });
    const { rows, cols, shape, swap, clock, seats } = gameRequest(
      { ...chosen, ...presetOptions(preset, chosen, players) },
      { players },
    );
    assert.deepEqual([shape, clock, seats.black], ["hex", "none", { kind: "person" }]);
    return [rows, cols, swap, seats.white.ai];
  };
  assert.deepEqual(asked("first"), [7, 7, null, "level:n=2"]);
  assert.deepEqual(asked("usual"), [11, 11, "pieces", "level:n=6"]);
  assert.deepEqual(asked("strongest"), [11, 11, "pieces", "level:n=15"]);
  assert.deepEqual(asked("strongest", []), [11, 11, "pieces", "level:n=15"], "before the server has answered");
  assert.deepEqual(asked("strongest", [{ ...LEVELS, hex_levels: [] }]), [11, 11, "pieces", "level:n=10"]);
});

test("a typed number of columns stays; otherwise they follow the rows of a square board", () => {
  const square = /** @type {const} */ ({ rows: 11, cols: 11, shape: "hex" });
  assert.deepEqual(sizeWithRows(square, 7, false), { rows: 7, cols: 7 });
  assert.deepEqual(sizeWithRows(square, 7, true), { rows: 7, cols: 11 });
  assert.deepEqual(sizeWithRows({ ...square, cols: 9 }, 7, false), { rows: 7, cols: 9 });
  assert.deepEqual(sizeWithRows({ rows: 5, cols: 10, shape: "triangle" }, 7, true), { rows: 7, cols: 14 });
});

test("online games are rated or for training, not both", () => {
  const online = options({ ...seatsFor("online"), rated: true, training: true });
  assert.deepEqual(
    [gameRequest(online).mode, gameRequest(online).rated, gameRequest(online).training],
    ["online", true, false],
  );
  const computer = options({ rated: true });
  assert.equal(gameRequest(computer).rated, false);
  const helped = options({ you: "hybrid", other: "open", rated: true });
  assert.equal(gameRequest(helped).rated, false);
});

test("a visitor without a name is a guest in the reader's language; no one can pose as an engine", () => {
  useTexts("fr", french);
  assert.equal(personName("Guest CCZC7E"), "Invité CCZC7E");
  assert.equal(personName("level:n=3"), "level:n=3");
  assert.equal(shownName("level:n=3"), "Niveau 3");
  assert.equal(shownName("Guest of honour"), "Guest of honour");
});
