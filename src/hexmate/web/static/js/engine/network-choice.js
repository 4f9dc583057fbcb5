/**
 * Which network the page's engine loads: `small`; `medium`, the strongest, three times the size; or `tiny`, a third of
 * the size and much weaker.
 */

import { createStore, oneOf } from "../store.js";

/** @typedef {"medium" | "small" | "tiny"} Network */
/** @typedef {{connection?: {saveData?: boolean}}} Device what browsers tell about themselves; some tell nothing */

export const engineStore = createStore("hexmate.engine", {
  network: oneOf(/** @type {"auto" | Network} */ ("auto"), "medium", "small", "tiny"),
});

/** What you have chosen. @param {Device} [device] @returns {Network} */
export function chosenNetwork(device) {
  const chosen = engineStore.get("network");
  return chosen === "auto" ? automaticNetwork(device) : chosen;
}

/**
 * `tiny` only where the browser is to save data. A slow device is no reason: `small` without any search is stronger
 * than `tiny` with one.
 * @param {Device} [device]
 * @returns {Network}
 */
export const automaticNetwork = (device = /** @type {any} */ (globalThis.navigator)) =>
  device?.connection?.saveData ? "tiny" : "small";
