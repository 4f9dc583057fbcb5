/**
 * Several workers for one search: the search hands out batches of leaves, and each worker evaluates a part of the
 * batch with a network of its own. Nothing is shared, so any page can do it, and the moves are those of one worker.
 */

import { createEngine } from "./core.js";
import { Net } from "./nets.js";

/** @typedef {{logits: Float32Array, wins: Float32Array}} Answers */
/** @typedef {(net: string, views: Uint8Array, side: number, int8: boolean) => Promise<Answers>} Helper a worker that
 * evaluates */

/** @typedef {{number: number, net: string, views: Uint8Array, side: number, int8: boolean}} Question */

/** More would leave nothing for the rest of the device. */
const MOST = 3;

/** How many helpers a device has room for: a core each, and one for the search. */
export const helperCount = () => Math.max(0, Math.min(MOST, (globalThis.navigator?.hardwareConcurrency ?? 1) - 1));

/**
 * Start a worker that helps; it fails once and for all if it cannot.
 * @param {() => Worker} start
 * @param {import("./desk.js").Files} files
 * @returns {Helper}
 */
export function startHelper(start, files) {
  const worker = start();
  /** @type {Map<number, {resolve: (answers: Answers) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let last = 0;
  const fail = (/** @type {string} */ reason) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    if (data.type === "error") return fail(data.message);
    waiting.get(data.number)?.resolve(data);
    waiting.delete(data.number);
  };
  worker.onerror = (event) => fail(event.message ?? "the helper has died");
  worker.postMessage({ type: "help", files });
  return (net, views, side, int8) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ type: "evaluate", number: last, net, views, side, int8 });
    });
}

/**
 * The other side: answers the messages of `startHelper`.
 * @param {import("./desk.js").Files} files
 * @param {(answer: any) => void} send
 */
export async function createHelp({ module, weights }, send) {
  const engine = await createEngine(module);
  const nets = new Map(Object.entries(weights).map(([name, file]) => [name, new Net(engine, name, file)]));
  return (/** @type {Question} */ { number, net, views, side, int8 }) => {
    try {
      const network = /** @type {Net} */ (nets.get(net)).inCore(int8);
      send({ type: "answers", number, ...engine.evaluate(network, views, side, side) });
    } catch (error) {
      send({ type: "error", message: String(error) });
    }
  };
}
