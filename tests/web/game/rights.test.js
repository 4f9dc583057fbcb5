import assert from "node:assert/strict";
import { test } from "node:test";

import { firstModel } from "../../../src/hexmate/web/static/js/game/model.js";
import { offersOf, rightsOf, undoTarget } from "../../../src/hexmate/web/static/js/game/rights.js";
import { seat, stateOf } from "./samples.js";

const rights = (/** @type {Parameters<typeof stateOf>} */ ...game) => {
  const all = rightsOf(firstModel(stateOf(...game)));
  return Object.keys(all)
    .filter((right) => all[/** @type {keyof typeof all} */ (right)])
    .sort()
    .join(" ");
};
const people = { black: seat(), white: seat({ name: "Bob" }) };

test("what you can do", () => {
  for (const [what, moves, fields, expected] of /** @type {[string, string, object, string][]} */ ([
    ["one's turn at the start", "", {}, "cancel hint pause play"],
    ["one's turn later", "c3 b2", {}, "hint pause play resign restart undo"],
    ["the engine searches", "c3", { searching: true }, "cancel pause resign restart stop undo"],
    [
      "a swap is offered",
      "c3",
      { you: ["white"], seats: people, swap_available: true, mode: "online" },
      "abort asks play swap",
    ],
    ["online, the other's turn", "c3", { seats: people, mode: "online" }, "abort asks undo"],
    [
      "the other asks to take back",
      "c3 b2",
      { seats: people, mode: "online", offers: { undo: "white" } },
      "answerUndo asks play resign undo",
    ],
    [
      "one has asked oneself",
      "c3 b2",
      { seats: people, mode: "online", offers: { undo: "black" } },
      "asks play resign",
    ],
    ["paused", "c3 b2", { status: "paused" }, "restart resume"],
    ["over", "c3 b2", { status: "finished", turn: null, mover: null }, "rematch undo"],
    [
      "a rated game is over",
      "c3 b2",
      { status: "finished", rated: true, mode: "online", seats: people },
      "asks rematch",
    ],
    ["a spectator", "c3 b2", { you: [], mode: "online", seats: people }, "asks"],
    [
      "hybrid",
      "c3 b2",
      { seats: { ...people, black: seat({ kind: "hybrid", ai: "level:n=3" }) } },
      "handOver hint pause play resign restart undo",
    ],
    [
      "hybrid, handed over",
      "c3 b2",
      { seats: { ...people, black: seat({ kind: "hybrid", handed_over: true }) } },
      "pause resign restart takeOver undo",
    ],
    ["moves to play again", "c3 b2", { redo: 2 }, "hint pause play redo resign restart undo"],
  ])) {
    assert.equal(rights(moves, fields), expected, what);
  }
});

test("taking back returns to the position before your last move", () => {
  for (const [what, moves, fields, expected] of /** @type {[string, string, object, number | null][]} */ ([
    ["the computer has answered", "c3 b2", {}, 0],
    ["the engine searches", "c3 b2 d4", {}, 2],
    ["nothing yet", "", {}, null],
    [
      "only the computer has moved",
      "c3",
      { you: ["white"], seats: { black: seat({ kind: "ai" }), white: seat() } },
      null,
    ],
    ["both sides at one screen", "c3 b2", { you: ["black", "white"], seats: people }, 1],
    ["after swap-sides", "c3 swap-sides d4 e5", { swap: "sides" }, 2],
    [
      "two programs",
      "c3 b2 d4",
      { you: ["black", "white"], seats: { black: seat({ kind: "ai" }), white: seat({ kind: "ai" }) } },
      2,
    ],
  ])) {
    assert.equal(undoTarget(stateOf(moves, fields)), expected, what);
  }
});

test("the buttons of a game depend on who plays, not on the moment", () => {
  const offered = (/** @type {Parameters<typeof stateOf>} */ ...game) => {
    const all = offersOf(stateOf(...game));
    return Object.keys(all)
      .filter((name) => all[/** @type {keyof typeof all} */ (name)])
      .sort()
      .join(" ");
  };
  const against = "hint redo resign stop undo";
  for (const [moves, fields] of /** @type {[string, object][]} */ ([
    ["", {}],
    ["c3", { searching: true }],
    ["c3 b2", { status: "paused" }],
    ["c3 b2", { status: "finished" }],
  ])) {
    assert.equal(offered(moves, fields), against, JSON.stringify(fields));
  }
  assert.equal(offered("", { clock: "300+5" }), "hint pause redo resign stop undo");
  assert.equal(offered("c3", { seats: people, mode: "online" }), "abort resign undo");
  assert.equal(offered("c3", { you: [] }), "", "spectators");
  assert.equal(offered("c3", { you: ["black", "white"], seats: people, id: "local" }), "hint redo resign undo");
});
