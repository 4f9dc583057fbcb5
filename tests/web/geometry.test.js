import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrowSteps,
  boxAround,
  layout,
  outside,
  pick,
  rims,
  SIDES,
} from "../../src/hexmate/web/static/js/board/geometry.js";
import { turned } from "../../src/hexmate/web/static/js/board/orientation.js";
import { oracle } from "./oracle.js";

/** @typedef {import("../../src/hexmate/web/static/js/board/geometry.js").Point} Point */

/** @param {readonly Point[]} found @param {readonly Point[]} wanted @param {string} what */
function assertNear(found, wanted, what) {
  assert.equal(found.length, wanted.length, what);
  found.forEach(([x, y], i) => {
    assert.ok(Math.hypot(x - wanted[i][0], y - wanted[i][1]) < 1e-9, `${what} ${i}`);
  });
}

test("every layout is that of hexmate.geometry", () => {
  for (const wanted of oracle.layouts) {
    const [rows, cols, shape, rotation, mirror] = wanted.grid;
    const found = layout({ rows, cols, shape, rotation, mirror });
    const what = wanted.grid.join(" ");
    assertNear(found.centers, wanted.centers, `centres of ${what}`);
    assertNear(found.outlines.flat(), wanted.outlines.flat(), `outlines of ${what}`);
    const rim = rims(found, 0.2);
    for (const side of SIDES) {
      assertNear(found.borders[side], wanted.borders[side], `${side} of ${what}`);
      assertNear(rim[side], wanted.rims[side], `rim at the ${side} of ${what}`);
    }
    assertNear(
      found.columnLabels.map((anchor) => outside(anchor, 0.5)),
      wanted.columns,
      what,
    );
    assertNear(
      found.rowLabels.map((anchor) => outside(anchor, 0.5)),
      wanted.rows,
      what,
    );
  }
});

test("a point is on the cell whose outline contains it", () => {
  for (const { grid } of oracle.layouts) {
    const [rows, cols, shape, rotation, mirror] = grid;
    const place = layout({ rows, cols, shape, rotation, mirror });
    place.outlines.forEach((outline, cell) => {
      const [cx, cy] = place.centers[cell];
      assert.equal(pick(place, [cx, cy]), cell);
      for (const [x, y] of outline) {
        const near = /** @type {Point} */ ([cx + 0.98 * (x - cx), cy + 0.98 * (y - cy)]);
        assert.equal(pick(place, near), cell, `${grid} ${cell}`);
      }
    });
    const box = boxAround(Object.values(place.borders).flat(), 0.01);
    assert.equal(pick(place, [box.x, box.y]), null);
    assert.equal(pick(place, [box.x + box.width, box.y + box.height / 2]), null);
  }
});

test("a point just outside a border is on no cell", () => {
  for (const { grid } of oracle.layouts) {
    const [rows, cols, shape, rotation, mirror] = grid;
    const place = layout({ rows, cols, shape, rotation, mirror });
    for (const [x, y] of Object.values(rims(place, 0.05)).flat()) {
      assert.equal(pick(place, [x, y]), null, String(grid));
    }
  }
});

test("arrow keys follow the screen along rows and columns", () => {
  const plain = arrowSteps(layout({ rows: 5, cols: 5, shape: "hex" }));
  assert.deepEqual(plain, { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] });
  const upside = arrowSteps(layout({ rows: 5, cols: 5, shape: "hex", rotation: 4 }));
  assert.deepEqual(upside.ArrowRight, [0, -1]);
  assert.deepEqual(upside.ArrowDown, [-1, 0]);
  const quarter = arrowSteps(layout({ rows: 5, cols: 5, shape: "square", rotation: 1 }));
  assert.deepEqual(quarter.ArrowDown, [0, 1]);
  assert.deepEqual(quarter.ArrowRight, [-1, 0]);
  for (const { grid } of oracle.layouts) {
    const [rows, cols, shape, rotation, mirror] = grid;
    const place = layout({ rows, cols, shape, rotation, mirror });
    const steps = arrowSteps(place);
    const reached = new Set(Object.values(steps).map(String));
    assert.equal(reached.size, 4, String(grid));
  }
});

test("hours go round", () => {
  assert.deepEqual([turned(12, 1), turned(1, -1), turned(10, 1)], [1, 12, 11]);
});
