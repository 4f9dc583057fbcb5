import assert from "node:assert/strict";
import { test } from "node:test";

import { createPacer } from "../../../src/hexmate/web/static/js/game/pacing.js";

/** A pacer with a clock that the test moves. */
function setUp() {
  let now = 0;
  /** @type {{run: () => void, at: number}[]} */
  let timers = [];
  /** @type {[number, number][]} */
  const log = [];
  const pacer = createPacer({
    delay: () => 400,
    show: (ply) => log.push([now, ply]),
    now: () => now,
    later: (run, after) => {
      const timer = { run, at: now + after };
      timers.push(timer);
      return timer;
    },
    cancel: (timer) => {
      timers = timers.filter((other) => other !== timer);
    },
  });
  const wait = (/** @type {number} */ until) => {
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      now = next.at;
      next.run();
    }
    now = until;
  };
  return { pacer, log, wait };
}

test("an engine's move waits a moment after your own", () => {
  const { pacer, log, wait } = setUp();
  pacer.moved(1, false);
  wait(20);
  pacer.moved(2, true);
  wait(1000);
  assert.deepEqual(log, [
    [0, 1],
    [400, 2],
  ]);
});

test("a slow engine's move does not wait again", () => {
  const { pacer, log, wait } = setUp();
  pacer.moved(1, false);
  wait(3000);
  pacer.moved(2, true);
  wait(3001);
  assert.deepEqual(log, [
    [0, 1],
    [3000, 2],
  ]);
});

test("the moves of two quick engines are shown one at a time", () => {
  const { pacer, log, wait } = setUp();
  pacer.jump(0);
  for (const ply of [1, 2, 3]) pacer.moved(ply, true);
  wait(5000);
  assert.deepEqual(log, [
    [0, 0],
    [400, 1],
    [800, 2],
    [1200, 3],
  ]);
});

test("a jump or your own move drops what waits", () => {
  const { pacer, log, wait } = setUp();
  pacer.jump(0);
  pacer.moved(1, true);
  pacer.moved(2, true);
  pacer.jump(0);
  wait(5000);
  assert.deepEqual(log, [
    [0, 0],
    [0, 0],
  ]);
  assert.equal(pacer.shown(), 0);
});
