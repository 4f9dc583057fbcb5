/** Evaluations per second of the core's module and of onnxruntime-web, in turns, in one worker. */

import { createEngine } from "./core.js";
import * as ort from "./ort.wasm.min.mjs";

const SIDE = 11;
const BATCH = 8;
const ROUNDS = 6;
const ROUND_MS = 1000;

async function bytesOf(name) {
  return new Uint8Array(await (await fetch(name)).arrayBuffer());
}

function randomViews() {
  let state = 1;
  return Uint8Array.from({ length: BATCH * SIDE * SIDE }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 24) % 5 < 3 ? 0 : 1 + ((state >>> 20) & 1);
  });
}

async function competitors(views) {
  const module = await bytesOf("hexmate.wasm");
  const [plain, relaxed] = [await createEngine(module, { relaxed: null }), await createEngine(module)];
  const file = await bytesOf("small.hexnet");
  const runs = {};
  const add = (name, engine, int8) => {
    const network = engine.network(file, { int8 });
    runs[name] = () => engine.evaluate(network, views, SIDE, SIDE);
  };
  add("f32", plain, false);
  add("int8", plain, true);
  if (relaxed.relaxed) add("relaxed", relaxed, true);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = new URL("./", import.meta.url).href;
  const session = await ort.InferenceSession.create(await bytesOf("small.onnx"), { executionProviders: ["wasm"] });
  runs.ort = () => session.run({ views: new ort.Tensor("uint8", views, [BATCH, SIDE, SIDE]) });
  return runs;
}

self.onmessage = async () => {
  const runs = await competitors(randomViews());
  const best = {};
  for (let round = 0; round < ROUNDS; ++round)
    for (const [name, run] of Object.entries(runs)) {
      for (const until = performance.now() + ROUND_MS; performance.now() < until; ) {
        const begun = performance.now();
        await run();
        best[name] = Math.max(best[name] ?? 0, (1000 * BATCH) / (performance.now() - begun));
      }
    }
  self.postMessage(best);
};
