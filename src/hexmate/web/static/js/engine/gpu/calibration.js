/** Compares the GPU with the processor: the same answers, and how many of them per second. */

import { BATCH } from "./network.js";

/** @typedef {import("../helpers.js").Answers} Answers */
/** @typedef {{evaluate: (views: Uint8Array, side: number) => Promise<Answers>}} Evaluator */
/** @typedef {import("../stopping.js").StopToken} StopToken */
/**
 * @typedef {object} Processor the network in WebAssembly
 * @property {(views: Uint8Array, side: number) => Answers} exact in 32 bits, as on the GPU
 * @property {((views: Uint8Array, side: number) => Answers)[]} ways to evaluate: in the precision that is faster, or in
 *   both while that is unknown
 * @property {number} workers that share a batch
 * @property {number} batch
 */

const SIDE = 11;
/** Positions to compare. */
const FEW = 2;
const TOLERANCE = 1e-3;
/** Milliseconds for each of the two. */
const BUDGET = { cpu: 150, gpu: 250 };
/** A search gains less from a visit if more leaves are evaluated at once. */
const GAIN = 1.25;

/** Views of positions with random stones. @param {number} count @param {number} [side] */
export function randomViews(count, side = SIDE) {
  let state = 1;
  return Uint8Array.from({ length: count * side * side }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 24) % 5 < 3 ? 0 : 1 + ((state >>> 20) & 1);
  });
}

/** @param {Evaluator} network @param {Processor} processor */
export async function rightAnswers(network, processor) {
  const views = randomViews(FEW);
  const expected = processor.exact(views, SIDE);
  const found = await network.evaluate(views, SIDE);
  return agree(found.logits, expected.logits) && agree(found.wins, expected.wins);
}

/** @param {Float32Array} found @param {Float32Array} expected */
export const agree = (found, expected) =>
  found.every((number, at) => Math.abs(number - expected[at]) <= TOLERANCE * Math.max(1, Math.abs(expected[at])));

/** Whether the GPU evaluates clearly more positions per second; null if the measurement was ended.
 * @param {Evaluator} network @param {Processor} processor @param {StopToken} stop */
export async function isFaster(network, processor, stop) {
  const views = randomViews(processor.batch);
  let alone = 0;
  for (const evaluate of processor.ways) {
    const rate = await rateOf(async () => evaluate(views, SIDE), processor.batch, BUDGET.cpu, stop);
    if (rate === null) return null;
    alone = Math.max(alone, rate);
  }
  // Workers share a batch at best without loss.
  const cpu = alone * processor.workers;
  const gpu = await gpuRate(network, stop);
  return gpu === null ? null : gpu >= GAIN * cpu;
}

/** Of full batches; of smaller ones if larger ones would take too long. @param {Evaluator} network
 * @param {StopToken} stop */
async function gpuRate(network, stop) {
  let rate = 0;
  const begun = performance.now();
  for (const count of [FEW, 8, 32, BATCH]) {
    const left = BUDGET.gpu - (performance.now() - begun);
    if (rate > 0 && (1000 * count) / rate > left) break;
    const views = randomViews(count);
    const found = await rateOf(() => network.evaluate(views, SIDE), count, count === BATCH ? left : 0, stop);
    if (found === null) return null;
    rate = found;
  }
  return rate;
}

/** @param {() => Promise<unknown>} run @param {number} count @param {number} budget @param {StopToken} stop */
async function rateOf(run, count, budget, stop) {
  let best = Infinity;
  for (const begun = performance.now(); ; ) {
    if (stop.stopped) return null;
    const before = performance.now();
    await run();
    const now = performance.now();
    best = Math.min(best, now - before);
    if (now - begun >= budget) return (1000 * count) / Math.max(best, 0.01);
  }
}
