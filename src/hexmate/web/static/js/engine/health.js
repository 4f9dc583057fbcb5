/** Whether the engine can run in this browser, and has not failed since the page was opened. */

import { ENGINE_FILES } from "../base.js";
import { hasSimd } from "./files.js";

let broken = false;

/** The engine has failed: from now on the server answers, where there is one. */
export function markBroken() {
  broken = true;
}

/** Whether the engine has failed before. */
export const isBroken = () => broken;

/** Whether the engine can run here, as far as that is known without loading it. */
export const runsHere = () => !broken && ENGINE_FILES !== null && Boolean(globalThis.Worker) && hasSimd();
