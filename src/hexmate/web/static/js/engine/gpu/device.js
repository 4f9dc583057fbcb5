/** The GPU of this device, where the browser lets a worker use it. */

import { GpuNetwork } from "./network.js";

/** @typedef {import("./calibration.js").Evaluator} Evaluator */
/** @typedef {Evaluator & {failed: Promise<unknown>, close: () => void}} OpenNetwork `failed` ends when the GPU does */

/** A network on the GPU; null if the browser has none, or it refuses. @param {Uint8Array} file
 * @returns {Promise<OpenNetwork | null>} */
export async function openNetwork(file) {
  const device = await openDevice();
  if (!device) return null;
  const failed = Promise.race([
    device.lost,
    new Promise((resolve) => {
      device.onuncapturederror = (event) => {
        event.preventDefault();
        resolve(event.error);
      };
    }),
  ]);
  try {
    const network = await GpuNetwork.create(device, file);
    return { evaluate: (views, side) => network.evaluate(views, side), failed, close: () => device.destroy() };
  } catch {
    device.destroy();
    return null;
  }
}

async function openDevice() {
  /** @type {GPU | undefined} */ const gpu = globalThis.navigator?.gpu;
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  return (await adapter?.requestDevice().catch(() => null)) ?? null;
}
