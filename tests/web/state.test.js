import assert from "node:assert/strict";
import { test } from "node:test";

import { shades } from "../../src/hexmate/web/static/js/board/heat.js";
import { factsOf, initialState, nextState } from "../../src/hexmate/web/static/js/board/state.js";

const small = () =>
  nextState(initialState(), { rows: 2, cols: 3, stones: { a1: "black", c2: "white" }, playable: "empty" });

test("cells become numbers", () => {
  const state = nextState(small(), {
    last: "c2",
    chain: ["a1", "b1"],
    heat: { b2: 0.5 },
    numbers: { a1: 1 },
    paths: [{ cells: ["a1", "a2"] }],
    arrows: [{ from: "a1", to: "c1", kind: "quiet" }],
  });
  assert.deepEqual(state.stones, ["black", null, null, null, null, "white"]);
  assert.equal(state.last, 5);
  assert.deepEqual(state.chain, [0, 1]);
  assert.deepEqual([...state.heat], [[4, 0.5]]);
  assert.deepEqual([...state.numbers], [[0, "1"]]);
  assert.deepEqual(state.paths, [{ cells: [0, 3], kind: "main" }]);
  assert.deepEqual(state.arrows, [{ cells: [0, 2], kind: "quiet" }]);
});

test("which cells can be played", () => {
  const playable = (/** @type {any} */ value) => [...nextState(small(), { playable: value }).playableCells];
  assert.deepEqual(playable("empty"), [1, 2, 3, 4]);
  assert.deepEqual(playable("all"), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(playable("none"), []);
  assert.deepEqual(playable(["b2"]), [4]);
  const moved = nextState(small(), { stones: { b1: "black" } });
  assert.deepEqual([...moved.playableCells], [0, 2, 3, 4, 5]);
});

test("set changes only what it is given", () => {
  const before = small();
  const after = nextState(before, { turn: "white" });
  assert.equal(after.turn, "white");
  assert.equal(after.stones, before.stones);
  assert.equal(after.playableCells, before.playableCells);
});

test("a board of another size or shape starts empty", () => {
  const before = nextState(small(), { last: "c2", marks: { a1: "dot" } });
  const after = nextState(before, { rows: 3 });
  assert.deepEqual([after.last, after.marks.size, after.stones.filter(Boolean).length], [null, 0, 0]);
  assert.equal(after.stones.length, 9);
  assert.equal(nextState(before, { rows: 2 }).last, 5);
  const given = nextState(before, { shape: "square", stones: { b1: "white" } });
  assert.equal(given.stones[1], "white");
});

test("cells off the board are an error with their name", () => {
  for (const config of [{ stones: { d1: "black" } }, { last: "a3" }, { chain: ["a1", "z9"] }, { playable: ["x"] }]) {
    assert.throws(() => nextState(small(), /** @type {any} */ (config)), /there is no cell/);
  }
  assert.throws(() => nextState(initialState(), { rows: 3, cols: 3, shape: "triangle" }), /6 columns/);
});

test("facts that describe a cell", () => {
  const state = nextState(small(), { last: "c2" });
  assert.deepEqual(factsOf(state, 5), { name: "c2", stone: "white", last: true, playable: false });
  assert.deepEqual(factsOf(state, 1), { name: "b1", stone: null, last: false, playable: true });
});

test("heat of one sign is scaled from lowest to highest, of both signs around zero", () => {
  const shown = (/** @type {number[]} */ ...values) => [
    ...shades(new Map(values.map((value, i) => [i, value]))).values(),
  ];
  assert.deepEqual(shown(1, 3), [
    { kind: "heat", opacity: 0.068 },
    { kind: "heat", opacity: 0.85 },
  ]);
  assert.deepEqual(shown(-2, 1), [
    { kind: "cool", opacity: 0.85 },
    { kind: "heat", opacity: 0.425 },
  ]);
  assert.deepEqual(
    shown(4, 4).map(({ opacity }) => opacity),
    [0.85, 0.85],
  );
  assert.equal(
    shades(
      new Map([
        [0, NaN],
        [1, 1],
      ]),
    ).has(0),
    false,
  );
  assert.deepEqual(
    shown(1, 2, Infinity).map(({ opacity }) => opacity),
    [0.068, 0.85, 0.85],
  );
  assert.equal(shades(new Map()).size, 0);
});
