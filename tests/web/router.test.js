import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { match, ROUTES } from "../../src/hexmate/web/static/js/router.js";

const PAGES = new URL("../../src/hexmate/web/static/js/pages/", import.meta.url);

test("addresses find their pages", () => {
  assert.deepEqual(match("/"), { page: "start", params: {} });
  assert.deepEqual(match("/play"), { page: "setup", params: {} });
  assert.deepEqual(match("/game/abc-1"), { page: "game", params: { id: "abc-1" } });
  assert.deepEqual(match("/rules/"), { page: "rules", params: {} });
  for (const path of ["/nothing", "/game", "/game/a/b", "/static/js/main.js"]) assert.equal(match(path), null, path);
});

test("the service worker serves the shell for the addresses of pages and no others", () => {
  const worker = readFileSync(new URL("../../src/hexmate/web/static/sw.js", import.meta.url), "utf-8");
  const listed = JSON.parse(/const PAGES = (\[.*\]);/.exec(worker)?.[1] ?? "[]");
  assert.deepEqual(listed, [...new Set(ROUTES.map(([path]) => path.split("/")[1]))]);
});

test("every page module has an address", () => {
  const routed = new Set(ROUTES.map(([, page]) => `${page}.js`));
  const entries = readdirSync(PAGES).filter((name) => name.endsWith(".js"));
  assert.ok(existsSync(new URL("start.js", PAGES)));
  for (const name of entries) assert.ok(routed.has(name), name);
});
