/** Games online: the chat, an opponent who left, the score of a series. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasChat, merged, unreadOf } from "../../../src/hexmate/web/static/js/game/chat.js";
import { absenceTimer } from "../../../src/hexmate/web/static/js/views/absence.js";
import { scoreOf } from "../../../src/hexmate/web/static/js/views/players.js";
import { seat, stateOf } from "../game/samples.js";

/** @typedef {import("../../../src/hexmate/web/static/js/game/chat.js").ChatLine} ChatLine */

/** @param {number} id @param {object} [fields] @returns {ChatLine} */
const line = (id, fields = {}) => ({
  id,
  room: "players",
  author: 1,
  you: false,
  name: "Bob",
  seat: "white",
  text: `message ${id}`,
  phrase: null,
  ...fields,
});

const people = { black: seat(), white: seat({ name: "Bob" }) };

test("messages that come again after a reconnection are kept once, in order", () => {
  const lines = merged([line(1), line(3)], [line(1), line(2), line(3), line(4)]);
  assert.deepEqual(
    lines.map(({ id }) => id),
    [1, 2, 3, 4],
  );
  const many = Array.from({ length: 150 }, (_, at) => line(at + 1));
  assert.deepEqual([merged(many, [line(151)]).length, merged(many, [line(151)])[0].id], [100, 52]);
});

test("messages of others count as unread, unless they are muted or seen", () => {
  const lines = [line(1), line(2, { you: true }), line(3), line(4, { author: 2 })];
  assert.equal(unreadOf(lines, 0, new Set()), 3);
  assert.equal(unreadOf(lines, 1, new Set()), 2);
  assert.equal(unreadOf(lines, 0, new Set([2])), 2);
});

test("a chat needs a person to write to", () => {
  assert.equal(hasChat(stateOf("", { mode: "online", seats: people })), true);
  assert.equal(hasChat(stateOf("", { mode: "online" })), false, "against an engine");
  assert.equal(hasChat(stateOf("", { mode: "online", you: [] })), true, "spectators have each other");
  assert.equal(hasChat(stateOf("", { mode: "local", seats: people })), false);
});

test("the win can be claimed when the time of the absent opponent is over", () => {
  let now = 5000;
  const timer = absenceTimer(
    () => {},
    () => now,
  );
  const state = stateOf("c3", { mode: "online", seats: people, claim: { seat: "black", wait: 3000 } });
  assert.equal(timer.wait(state), 3000);
  now += 2000;
  assert.equal(timer.wait(state), 1000);
  now += 2000;
  assert.equal(timer.wait(state), 0);
  assert.equal(timer.wait({ ...state, you: [] }), null, "spectators claim nothing");
  assert.equal(timer.wait({ ...state, claim: { seat: "black", wait: 9000 } }), 9000, "a new absence");
  assert.equal(timer.wait({ ...state, claim: null }), null);
  timer.stop();
});

test("the score of a series includes the game that has just ended", () => {
  const series = { number: 3, black: 1, white: 1 };
  const state = stateOf("c3", { mode: "online", seats: people, series });
  assert.deepEqual([scoreOf(state, "black"), scoreOf(state, "white")], [1, 1]);
  const result = { result: "B+", winner: /** @type {const} */ ("black"), winner_seat: /** @type {const} */ ("black") };
  const ended = { ...state, result: { ...result, termination: "connection", chain: [] } };
  assert.deepEqual([scoreOf(ended, "black"), scoreOf(ended, "white")], [2, 1]);
  assert.equal(scoreOf({ ...state, series: null }, "black"), null);
});
