import assert from "node:assert/strict";
import { test } from "node:test";

import * as model from "../../../src/hexmate/web/static/js/game/model.js";
import { stateOf } from "./samples.js";

/** @param {any} value */
const present = (value) => {
  assert.notEqual(value, null);
  return value;
};
/** A message of the server, with the fields that matter here. @param {any} fields @returns {model.Message} */
const serverMessage = (fields) => fields;
const moved = (/** @type {number} */ version, /** @type {number} */ number, /** @type {string} */ move, more = {}) =>
  serverMessage({
    type: "move",
    version,
    number,
    color: number % 2 ? "black" : "white",
    move,
    turn: number % 2 ? "white" : "black",
    mover: number % 2 ? "white" : "black",
    swap_available: false,
    clocks: null,
    ...more,
  });

test("moves, take-backs and other changes follow each other", () => {
  let now = model.firstModel(stateOf(""));
  now = present(model.received(now, moved(8, 1, "c3")));
  now = present(model.received(now, moved(9, 2, "b2")));
  assert.deepEqual(
    now.state.moves.map(({ move }) => move),
    ["c3", "b2"],
  );
  assert.equal(now.state.turn, "black");
  now = present(
    model.received(now, serverMessage({ type: "undo", version: 10, number: 1, turn: "white", mover: "white" })),
  );
  assert.deepEqual(
    now.state.moves.map(({ move }) => move),
    ["c3"],
  );
  now = present(model.received(now, serverMessage({ type: "update", version: 11, status: "paused" })));
  assert.equal(now.state.status, "paused");
  assert.equal(now.state.version, 11);
});

test("a repeated message changes nothing, a missing one requests the whole state", () => {
  const now = model.firstModel(stateOf("c3"));
  assert.equal(model.received(now, moved(7, 1, "c3")), now);
  assert.equal(model.received(now, moved(9, 2, "b2")), null);
  assert.equal(model.received(now, moved(8, 3, "b2")), null);
  assert.equal(model.received(now, serverMessage({ type: "pong" })), now);
});

test("your own move is shown at once and confirmed by the server", () => {
  const first = model.firstModel(stateOf(""));
  const sent = model.intended(first, "c3", "r1");
  assert.deepEqual(
    model.shownMoves(sent).map(({ move, color }) => [move, color]),
    [["c3", "black"]],
  );
  const confirmed = present(model.received(sent, moved(8, 1, "c3")));
  assert.equal(confirmed.pending, null);
  assert.equal(model.shownMoves(confirmed).length, 1);
  const rolledBack = model.refused(sent, "r1");
  assert.deepEqual(model.shownMoves(rolledBack), []);
  assert.equal(model.refused(sent, "another"), sent);
});

test("after a lost connection a move still waits, unless it has been played", () => {
  const sent = model.intended(model.firstModel(stateOf("")), "c3", "r1");
  const lost = present(model.received(sent, serverMessage({ type: "state", ...stateOf("", { version: 9 }) })));
  assert.equal(lost.pending?.move, "c3");
  const made = present(model.received(sent, serverMessage({ type: "state", ...stateOf("c3", { version: 9 }) })));
  assert.equal(made.pending, null);
});

test("a premove has the number of its move and is played on its turn", () => {
  const waiting = model.firstModel(stateOf("c3"));
  assert.equal(model.canPremove(waiting), true);
  const plan = model.planned(waiting, "d2");
  assert.equal(plan.premove?.number, 3);
  assert.equal(model.duePremove(plan), null);
  const due = present(model.received(plan, moved(8, 2, "b2")));
  assert.deepEqual(model.duePremove(due), { number: 3, move: "d2" });
  assert.equal(model.planned(plan, null).premove, null);
});

test("a premove is dropped when its cell is taken, moves are taken back, or sides are swapped", () => {
  const plan = model.planned(model.firstModel(stateOf("c3")), "b2");
  assert.equal(present(model.received(plan, moved(8, 2, "b2"))).premove, null);
  assert.equal(
    present(model.received(plan, serverMessage({ type: "undo", version: 8, number: 0, turn: "black", mover: "black" })))
      .premove,
    null,
  );
  const swapped = model.planned(model.firstModel(stateOf("c3", { swap: "sides" })), "b2");
  const message = moved(8, 2, "swap-sides", { turn: "white", mover: "black" });
  assert.equal(present(model.received(swapped, message)).premove, null);
});

test("no premove on your own turn, on a shared screen, or for a spectator", () => {
  assert.equal(model.canPremove(model.firstModel(stateOf(""))), false);
  assert.equal(model.canPremove(model.firstModel(stateOf("c3", { you: [] }))), false);
  const { seats } = stateOf("");
  const shared = stateOf("c3", { you: ["black", "white"], seats: { black: seats.black, white: seats.black } });
  assert.equal(model.canPremove(model.firstModel(shared)), false);
});

test("the board of a game that started from a position", () => {
  const state = stateOf("", { start: "3x3 hex - 3/1b1/2w w", rows: 3, cols: 3, turn: "white" });
  assert.deepEqual(model.boardOf(state).stonesByName(), { b2: "black", c3: "white" });
});
