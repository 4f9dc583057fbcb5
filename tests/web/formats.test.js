/** What every released version left in browsers is read as it was meant. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { inviteLink } from "../../src/hexmate/web/static/js/game/invites.js";
import { keptGame } from "../../src/hexmate/web/static/js/game/kept.js";
import { createProgress as puzzles } from "../../src/hexmate/web/static/js/puzzles/progress.js";
import { SCHEMA as SETTINGS } from "../../src/hexmate/web/static/js/settings.js";
import { SCHEMA as SETUP } from "../../src/hexmate/web/static/js/setup/options.js";
import { sharedRecord } from "../../src/hexmate/web/static/js/share/packed.js";
import { createStore } from "../../src/hexmate/web/static/js/store.js";
import { createProgress as tasks } from "../../src/hexmate/web/static/js/tasks/progress.js";
import { TASKS } from "../../src/hexmate/web/static/js/tasks/tasks.js";

const FORMATS = new URL("../data/formats/", import.meta.url);
const VERSIONS = readdirSync(FORMATS);

test("there is a version to read", () => assert.ok(VERSIONS.includes("0.1")));

for (const version of VERSIONS) {
  test(`pages of ${version}`, async () => {
    const { storage: items, link } = JSON.parse(readFileSync(new URL(`${version}/page.json`, FORMATS), "utf-8"));
    const storage = { getItem: (/** @type {string} */ key) => items[key] ?? null, setItem() {} };
    const settings = createStore("hexmate.settings", SETTINGS, storage);
    assert.deepEqual([settings.get("theme"), settings.get("delay")], ["colorblind", 700]);
    const options = createStore("hexmate.setup", SETUP, storage);
    assert.deepEqual([options.get("rows"), options.get("swap")], [7, "sides"]);
    const game = keptGame("local", { ...storage, removeItem() {} });
    assert.deepEqual(game?.moves, ["b1", "swap-pieces", "c3"]);
    assert.equal(game?.engines?.white, "uct");
    Object.defineProperty(globalThis, "location", { value: { origin: "" }, configurable: true });
    assert.match(inviteLink("abcdefghij", storage) ?? "", /seat=a%20secret$/);
    const progress = puzzles(storage);
    assert.ok(progress.tried("one") && progress.isDayDone(20_000) && progress.solved() === 1);
    assert.ok(tasks(storage).isSolved(TASKS[0].id));
    const shared = await sharedRecord(new URL(link, "http://host").searchParams);
    assert.deepEqual([shared?.nodes, shared?.at], [[{}, "a2", "b3"], 2]);
  });
}
