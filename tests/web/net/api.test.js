import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { ApiError, request } from "../../../src/hexmate/web/static/js/net/api.js";

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
  mock.restoreAll();
});

const busy = () => new Response(JSON.stringify({ code: "busy", message: "later" }), { status: 503 });
const fine = () => new Response(JSON.stringify({ rows: 11 }));

/** Answer requests with these answers, one after the other, and pauses at once. @param {(() => Response)[]} answers */
function serve(...answers) {
  let asked = 0;
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ action) => queueMicrotask(action));
  globalThis.fetch = async () => answers[asked++]();
  return () => asked;
}

const late = () => {
  throw new DOMException("no answer in time", "TimeoutError");
};
const unreachable = () => {
  throw new TypeError("failed to fetch");
};

test("a read is tried again while the server is busy or late", async () => {
  const asked = serve(busy, late, fine);
  assert.deepEqual(await request("/games/a"), { rows: 11 });
  assert.equal(asked(), 3);
});

test("a server that stays busy is an error with its code", async () => {
  const asked = serve(busy, busy, busy);
  await assert.rejects(request("/games/a"), { code: "busy", status: 503 });
  assert.equal(asked(), 3);
});

test("a write is never sent again, and a missing connection is told at once", async () => {
  const asked = serve(busy, unreachable);
  await assert.rejects(request("/games", { method: "POST", body: {} }), { code: "busy" });
  await assert.rejects(request("/games/a"), (error) => error instanceof ApiError && error.code === "offline");
  assert.equal(asked(), 2);
});
