import assert from "node:assert/strict";
import { test } from "node:test";

import { attentionOf, isTimeToAsk, mayNotify, newCall } from "../../../src/hexmate/web/static/js/game/attention.js";
import { seat, stateOf } from "./samples.js";

/** @typedef {import("../../../src/hexmate/web/static/js/game/state.js").State} State */

const READY = { pending: false };
/** @type {State["result"]} */
const WON = { result: "B+", winner: "black", winner_seat: "black", termination: "connection", chain: [] };
const PEOPLE = { black: seat(), white: seat({ name: "Bob" }) };

/** @param {State} state @param {{pending: boolean}} [own] */
const callOf = (state, own = READY) => attentionOf(state, own).call;

test("the tab calls on your turn and at the end, not on the opponent's turn", () => {
  assert.equal(callOf(stateOf("")), "turn");
  assert.equal(callOf(stateOf(""), { pending: true }), null, "your move is on its way");
  assert.equal(callOf(stateOf("c3")), null);
  assert.equal(callOf(stateOf("c3 a1")), "turn");
  assert.equal(callOf(stateOf("c3 a1", { status: "paused" })), null);
  assert.equal(callOf(stateOf("c3 a1", { status: "finished", result: WON })), "over");
});

test("spectators, two players at one screen and engines are not called", () => {
  assert.equal(callOf(stateOf("", { you: [] })), null);
  assert.equal(callOf(stateOf("", { you: ["black", "white"], seats: PEOPLE })), null);
  const engine = seat({ kind: "ai", ai: "uct" });
  assert.equal(callOf(stateOf("", { you: ["black", "white"], seats: { black: engine, white: engine } })), null);
  const handed = { black: seat({ kind: "hybrid", handed_over: true }), white: engine };
  assert.equal(callOf(stateOf("", { seats: handed })), null);
});

test("each turn calls once, and only while the page is hidden", () => {
  const [first, theirs, second] = ["", "c3", "c3 a1"].map((moves) => attentionOf(stateOf(moves), READY));
  assert.equal(newCall(theirs, second, true), "turn");
  assert.equal(newCall(theirs, second, false), null);
  assert.equal(newCall(second, second, true), null, "the same turn, shown again");
  assert.equal(newCall(first, second, true), "turn", "both moves came in one message");
  assert.equal(newCall(second, theirs, true), null);
  const over = attentionOf(stateOf("c3 a1", { status: "finished", result: WON }), READY);
  assert.equal(newCall(second, over, true), "over");
});

test("notifications are offered online, after your first move, while you wait", () => {
  const unknown = { choice: /** @type {const} */ ("ask"), permission: /** @type {const} */ ("default") };
  const online = (/** @type {string} */ moves, /** @type {Partial<State>} */ fields = {}) =>
    stateOf(moves, { mode: "online", seats: PEOPLE, ...fields });
  assert.ok(isTimeToAsk(online("c3"), unknown));
  assert.ok(isTimeToAsk(online("c3 a1", { you: ["white"] }), unknown), "White's first move is the second");
  assert.ok(!isTimeToAsk(online(""), unknown));
  assert.ok(!isTimeToAsk(online("c3 a1"), unknown), "your own turn");
  assert.ok(!isTimeToAsk(online("c3 a1 b2"), unknown), "the moment has passed");
  assert.ok(!isTimeToAsk(online("c3", { you: [] }), unknown));
  assert.ok(!isTimeToAsk(stateOf("c3"), unknown), "engines answer soon");
  for (const choice of /** @type {const} */ (["on", "off"])) {
    assert.ok(!isTimeToAsk(online("c3"), { ...unknown, choice }));
  }
  for (const permission of /** @type {const} */ (["granted", "denied", "missing"])) {
    assert.ok(!isTimeToAsk(online("c3"), { ...unknown, permission }));
  }
});

test("a notification needs the browser's permission and no refusal of the user", () => {
  assert.ok(mayNotify({ choice: "on", permission: "granted" }));
  assert.ok(mayNotify({ choice: "ask", permission: "granted" }));
  assert.ok(!mayNotify({ choice: "off", permission: "granted" }));
  assert.ok(!mayNotify({ choice: "on", permission: "denied" }));
  assert.ok(!mayNotify({ choice: "on", permission: "missing" }));
});
