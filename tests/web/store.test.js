import assert from "node:assert/strict";
import { test } from "node:test";

import { SCHEMA } from "../../src/hexmate/web/static/js/settings.js";
import { createStore, flag, oneOf, text, whole } from "../../src/hexmate/web/static/js/store.js";

const schema = {
  size: whole(11, 3, 20),
  theme: oneOf(/** @type {"a" | "b"} */ ("a"), "b"),
  on: flag(true),
  name: text("", 5),
};

/** @param {string | null} kept */
function storage(kept) {
  return {
    kept,
    getItem: () => kept,
    setItem(/** @type {string} */ _, /** @type {string} */ value) {
      this.kept = value;
    },
  };
}

/** @param {string | null} kept */
const values = (kept) => {
  const store = createStore("try", schema, storage(kept));
  return [store.get("size"), store.get("theme"), store.get("on"), store.get("name")];
};

test("a missing or broken value falls back to its default, without affecting others", () => {
  const fallback = [11, "a", true, ""];
  for (const kept of [
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '"x"',
    '{"size": "big"}',
    '{"size": 2}',
    '{"size": 3.5}',
    '{"on": 1}',
    '{"theme": "toString"}',
    '{"name": "too long"}',
    '{"__proto__": {"size": 5}}',
  ]) {
    assert.deepEqual(values(kept), fallback, String(kept));
  }
  assert.deepEqual(values('{"size": 7, "theme": "c", "on": false, "name": "Ada"}'), [7, "a", false, "Ada"]);
});

test("changes, and only changes, are stored and reported", () => {
  const place = storage(null);
  const store = createStore("try", schema, place);
  /** @type {string[]} */
  const told = [];
  const unsubscribe = store.subscribe((key) => told.push(key));
  store.set("size", 13);
  store.set("size", 13);
  assert.deepEqual(told, ["size"]);
  assert.equal(JSON.parse(place.kept ?? "").size, 13);
  unsubscribe();
  store.reset();
  assert.deepEqual(told, ["size"]);
  assert.equal(store.get("size"), 11);
  assert.equal(JSON.parse(place.kept ?? "").size, 11);
});

test("a value that the schema refuses is an error", () => {
  const store = createStore("try", schema, storage(null));
  assert.throws(() => store.set("size", 21), /try.size/);
  assert.equal(store.get("size"), 11);
});

test("a browser that forbids storage remembers nothing, and works", () => {
  const broken = {
    getItem() {
      throw new Error("no");
    },
    setItem() {
      throw new Error("no");
    },
  };
  const store = createStore("try", schema, broken);
  store.set("size", 5);
  assert.equal(store.get("size"), 5);
  assert.equal(createStore("try", schema, null).get("size"), 11);
});

test("every setting accepts its own default", () => {
  for (const [key, field] of Object.entries(SCHEMA)) assert.ok(field.accepts(field.fallback), key);
});
