/** The terms of an invitation. */

import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../../src/hexmate/web/static/js/i18n/index.js";
import { clockText, isOffered, openSeat, termsOf } from "../../../src/hexmate/web/static/js/views/terms.js";
import { seat, stateOf } from "../game/samples.js";

useTexts("en", en);

const PERSON = seat({ rating: 1512 });
const OPEN = seat({ kind: "open", name: null, online: false });

/** @param {Partial<import("../game/samples.js").State>} [changes] */
const invitation = (changes = {}) =>
  stateOf("", { status: "waiting", mode: "online", you: [], seats: { black: PERSON, white: OPEN }, ...changes });

test("each clock has its words", () => {
  assert.equal(clockText("none"), "No clock");
  assert.equal(clockText("30/move"), "30 seconds per move");
  assert.equal(clockText("300"), "5 minutes per player");
  assert.equal(clockText("60+1"), "1 minute per player, plus 1 second per move");
  assert.equal(clockText("90+3x10"), "1.5 minutes per player, then 3 × 10 seconds");
});

test("the terms name opponent, board, colour, clock, swap rule and rating", () => {
  const rated = invitation({ rows: 11, cols: 13, shape: "offset", swap: "pieces", rated: true, clock: "300+5" });
  const found = Object.fromEntries(termsOf(rated).map(({ name, value }) => [name, value]));
  assert.deepEqual(found, {
    opponent: "Ada · 1,512",
    size: "11×13, Hexagons, rectangular",
    color: "Blue, moves second",
    clock: "5 minutes per player, plus 5 seconds per move",
    swap: "Swap pieces. The second player may take over the first stone, mirrored.",
    rated: "Yes. The result changes both players’ ratings.",
  });
});

test("with two open seats, only the link knows the colour", () => {
  const both = invitation({ seats: { black: OPEN, white: OPEN } });
  assert.equal(openSeat(both), null);
  assert.deepEqual(
    termsOf(both).map(({ name }) => name),
    ["size", "clock", "swap", "rated"],
  );
});

test("a taken seat and an own game are not offered", () => {
  assert.equal(isOffered(invitation()), true);
  assert.equal(isOffered(invitation({ status: "live" })), false);
  assert.equal(isOffered(invitation({ you: ["black"] })), false);
});
