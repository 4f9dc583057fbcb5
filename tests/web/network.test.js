/** Which network the page loads, and what the code says about the networks that come with Hexmate. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { compareAgain, knownChoice, rememberChoice } from "../../src/hexmate/web/static/js/engine/accelerated.js";
import { connectDevice } from "../../src/hexmate/web/static/js/engine/client.js";
import { createEngine } from "../../src/hexmate/web/static/js/engine/core.js";
import { chosenNetwork, engineStore } from "../../src/hexmate/web/static/js/engine/network-choice.js";
import { deviceOffers } from "../../src/hexmate/web/static/js/engine/offers.js";

const PACKAGE = new URL("../../src/hexmate/", import.meta.url);

test("tiny is for who chooses it, and where the browser saves data", () => {
  for (const [chosen, device, expected] of /** @type {[any, any, string][]} */ ([
    ["auto", {}, "small"],
    ["auto", undefined, "small"],
    ["auto", { connection: { saveData: false } }, "small"],
    ["auto", { connection: { saveData: true } }, "tiny"],
    ["small", { connection: { saveData: true } }, "small"],
    ["tiny", {}, "tiny"],
    ["medium", { connection: { saveData: true } }, "medium"],
  ])) {
    engineStore.set("network", chosen);
    assert.equal(chosenNetwork(device), expected, JSON.stringify([chosen, device]));
  }
  engineStore.reset();
});

test("another choice takes another worker", () => {
  /** @type {string[]} */ const started = [];
  /** @type {any[]} */ const ended = [];
  const start = (/** @type {string} */ network) => {
    started.push(network);
    return /** @type {any} */ ({ postMessage() {}, terminate: () => ended.push(network) });
  };
  const socket = connectDevice({ onMessage() {}, start });
  socket.send({ type: "analyse", ref: "1" });
  engineStore.set("network", "tiny");
  socket.send({ type: "stop", ref: "stop" });
  assert.deepEqual([started, ended], [["small"], []]);
  socket.send({ type: "analyse", ref: "2" });
  assert.deepEqual([started, ended], [["small", "tiny"], ["small"]]);
  socket.close();
  engineStore.reset();
});

test("another network is compared with the GPU again, unless that has failed", () => {
  for (const [choice, expected] of /** @type {[any, boolean | null][]} */ ([
    [{ gpu: false, reason: "slower" }, null],
    [{ gpu: true, reason: "faster" }, null],
    [{ gpu: false, reason: "lost" }, false],
  ])) {
    rememberChoice(choice);
    compareAgain();
    assert.equal(knownChoice(), expected, choice.reason);
  }
});

test("the offers name the sizes that each network was trained on", async () => {
  const engine = await createEngine(readFileSync(new URL("web/static/engine/hexmate.wasm", PACKAGE)));
  const boardsOf = (/** @type {string} */ name) => {
    const network = engine.network(new Uint8Array(readFileSync(new URL(`models/${name}.hexnet`, PACKAGE))));
    return JSON.parse(engine.facts(network)["hexmate.sizes"]).boards;
  };
  const people = boardsOf("human");
  for (const name of /** @type {const} */ (["medium", "small", "tiny"])) {
    const boards = boardsOf(name);
    for (const { spec, trained } of deviceOffers(name)) {
      if (spec !== "uct") assert.deepEqual(trained, spec === "human" ? people : boards, name);
    }
  }
});
