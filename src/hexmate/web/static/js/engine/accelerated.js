/** Whether the GPU evaluates, as far as this tab knows: it is measured once for a network in a session. */

import { passing } from "../storage.js";
import { createStore, oneOf } from "../store.js";

/** @typedef {import("./gpu/accelerator.js").Choice} Choice */
/** @typedef {"unknown" | "gpu" | "processor" | "failed"} Outcome failed: a GPU that was lost, or gave wrong answers */

const store = createStore(
  "hexmate.accelerated",
  { outcome: oneOf(/** @type {Outcome} */ ("unknown"), "gpu", "processor", "failed") },
  passing(),
);

/** @param {Choice} choice */
export function rememberChoice({ gpu, reason }) {
  const failed = reason === "lost" || reason === "wrong";
  store.set("outcome", gpu ? "gpu" : failed ? "failed" : "processor");
}

/** Measure again with another network. A GPU that has failed stays off. */
export function compareAgain() {
  if (outcome() !== "failed") store.set("outcome", "unknown");
}

export const outcome = () => store.get("outcome");

/** Whether the GPU is the faster one; null if that has not been measured. */
export const knownChoice = () => (outcome() === "unknown" ? null : outcome() === "gpu");
