import assert from "node:assert/strict";
import { test } from "node:test";

import {
  formatControl,
  formatTime,
  parseControl,
  readingAfter,
} from "../../../src/hexmate/web/static/js/game/clock.js";

test("time controls are read and written", () => {
  for (const text of ["none", "30/move", "300", "300+5", "60+3x10", "0.5/move"]) {
    assert.equal(formatControl(parseControl(text)), text);
  }
  assert.equal(parseControl("60+3x10").periods, 3);
  assert.equal(parseControl("nonsense").kind, "none");
});

test("only the running clock runs, and never below zero", () => {
  const clocks = /** @type {const} */ ({
    black: { left: 5000, periods: 0, overtime: false },
    white: { left: 7000, periods: 0, overtime: false },
    running: "black",
    at: 0,
  });
  const control = parseControl("300");
  assert.equal(readingAfter(clocks, "black", 1500, control).left, 3500);
  assert.equal(readingAfter(clocks, "white", 1500, control).left, 7000);
  assert.equal(readingAfter(clocks, "black", 9000, control).left, 0);
});

test("byo-yomi periods follow the main time", () => {
  const control = parseControl("60+3x10");
  const main = /** @type {const} */ ({
    black: { left: 2000, periods: 3, overtime: false },
    white: { left: 0, periods: 3, overtime: false },
    running: "black",
    at: 0,
  });
  assert.deepEqual(readingAfter(main, "black", 1000, control), { left: 1000, periods: 3, overtime: false });
  assert.deepEqual(readingAfter(main, "black", 5000, control), { left: 7000, periods: 3, overtime: true });
  assert.deepEqual(readingAfter(main, "black", 13000, control), { left: 9000, periods: 2, overtime: true });
  assert.deepEqual(readingAfter(main, "black", 60000, control), { left: 0, periods: 1, overtime: true });
});

test("times as clocks show them", () => {
  assert.deepEqual([9_940, 10_000, 65_000, 3_725_000].map(formatTime), ["0:09.9", "0:10", "1:05", "1:02:05"]);
});
