import assert from "node:assert/strict";
import { test } from "node:test";

import { takesKey } from "../../../src/hexmate/web/static/js/views/shortcuts.js";

/** An element inside others, by what `closest` finds. @param {...RegExp} kinds @returns {any} */
const inside = (...kinds) => ({
  closest: (/** @type {string} */ selector) => (kinds.some((kind) => kind.test(selector)) ? {} : null),
});

test("text fields and lists take every key", () => {
  const field = inside(/textarea/);
  for (const key of ["u", "?", "ArrowLeft", "Home"]) assert.equal(takesKey(field, key), true, key);
});

test("sliders and choices take only the keys that move them", () => {
  const slider = inside(/\[type="range"\], \[role="slider"\]/);
  assert.deepEqual(
    ["ArrowLeft", "End", "PageUp", "u", "?"].map((key) => takesKey(slider, key)),
    [true, true, true, false, false],
  );
});

test("a board, a button and the page take none: the board answers its own keys first", () => {
  for (const target of [inside(), null, /** @type {any} */ ({})]) {
    for (const key of ["u", "ArrowLeft"]) assert.equal(takesKey(target, key), false);
  }
});
