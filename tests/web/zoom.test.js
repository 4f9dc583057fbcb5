import assert from "node:assert/strict";
import { test } from "node:test";
import * as zoom from "../../src/hexmate/web/static/js/board/zoom.js";
import { mustConfirm } from "../../src/hexmate/web/static/js/game/confirm.js";

/** A frame of 20 × 10 cells on a screen of 400 × 400 pixels: 20 pixels per cell. */
const ROOM = { box: { x: -5, y: 0, width: 20, height: 10 }, size: { width: 400, height: 400 } };
const WHOLE = zoom.wholeLook(ROOM.box);

/** Where a point of the board is on the screen. @param {zoom.Look} look @param {readonly [number, number]} point */
const onScreen = (look, [x, y]) => {
  const pixels = zoom.cellPixels(look, ROOM);
  return [(x - look.x) * pixels, (y - look.y) * pixels].map((value) => Math.round(value * 1e6) / 1e6);
};

test("the whole frame is seen at zoom 1, and nothing moves it", () => {
  assert.deepEqual(WHOLE, { zoom: 1, x: 5, y: 5 });
  assert.deepEqual(zoom.seenBox(WHOLE, ROOM.box), ROOM.box);
  assert.equal(zoom.cellPixels(WHOLE, ROOM), 20);
  assert.deepEqual(zoom.moved(WHOLE, ROOM, [0, 0], [150, -80]), WHOLE);
  assert.deepEqual(zoom.zoomed(WHOLE, ROOM, 0.3, [50, 50]), WHOLE, "no smaller than the frame");
});

test("zooming keeps the point under the fingers", () => {
  const look = zoom.zoomed(WHOLE, ROOM, 3, [100, 20]);
  assert.equal(look.zoom, 3);
  assert.deepEqual(onScreen(look, [10, 6]), [100, 20]);
  const pinched = zoom.pinched(
    WHOLE,
    ROOM,
    [
      [-20, 0],
      [20, 0],
    ],
    [
      [-50, 10],
      [70, 10],
    ],
  );
  assert.equal(pinched.zoom, 3);
  assert.deepEqual(onScreen(pinched, [5, 5]), [10, 10]);
  const moved = zoom.moved(pinched, ROOM, [10, 10], [-30, 0]);
  assert.deepEqual(onScreen(moved, [5, 5]), [-30, 0]);
});

test("the zoom has limits, and small boards need none", () => {
  assert.equal(zoom.mostZoom(ROOM), 3.6);
  assert.equal(zoom.zoomed(WHOLE, ROOM, 50, [0, 0]).zoom, 3.6);
  assert.equal(zoom.mostZoom({ ...ROOM, box: { x: 0, y: 0, width: 4, height: 4 } }), 1);
});

test("the board cannot be pushed off the screen", () => {
  const close = zoom.zoomed(WHOLE, ROOM, 2, [0, 0]);
  // At zoom 2 the screen shows 10 × 10 cells: the height is seen whole, the width in half.
  assert.deepEqual(zoom.moved(close, ROOM, [0, 0], [9999, 9999]), { zoom: 2, x: 0, y: 5 });
  assert.deepEqual(zoom.moved(close, ROOM, [0, 0], [-9999, -9999]), { zoom: 2, x: 10, y: 5 });
  const back = zoom.zoomed(zoom.moved(close, ROOM, [0, 0], [9999, 0]), ROOM, 1, [0, 0]);
  assert.deepEqual(back, WHOLE);
});

test("a double tap brings small cells close, where the finger is, and leaves large ones", () => {
  const look = zoom.doubleTapped(WHOLE, ROOM, [60, 40]);
  assert.ok(look);
  assert.equal(zoom.cellPixels(look, ROOM), 46);
  assert.deepEqual(onScreen(look, [8, look.y]), [0, 0]);
  assert.equal(zoom.doubleTapped(look, ROOM, [0, 0]), null);
});

test("cells out of sight can be found", () => {
  const look = zoom.zoomed(WHOLE, ROOM, 3, [-200, 0]);
  assert.ok(zoom.isSeen(look, ROOM, [-4, 5]));
  assert.ok(!zoom.isSeen(look, ROOM, [14, 5]));
  assert.ok(zoom.isSeen(zoom.centred(look, ROOM, [14, 5]), ROOM, [14, 5]));
});

test("by default a touch on a large board asks for confirmation", () => {
  const touch = { touch: true, rows: 11, cols: 11 };
  assert.ok(mustConfirm("auto", touch));
  assert.ok(mustConfirm("auto", { ...touch, rows: 3, cols: 12 }));
  assert.ok(!mustConfirm("auto", { ...touch, rows: 10, cols: 10 }));
  assert.ok(!mustConfirm("auto", { ...touch, touch: false }));
  assert.ok(mustConfirm("touch", { touch: true, rows: 5, cols: 5 }));
  assert.ok(!mustConfirm("touch", { ...touch, touch: false }));
  assert.ok(mustConfirm("always", { ...touch, touch: false }));
  assert.ok(!mustConfirm("never", touch));
});
