/** The preferences for analyses in this browser. */

import { createStore, flag, oneOf, whole } from "../store.js";
import { OVERLAYS } from "./overlays.js";

export const study = createStore("hexmate.study", {
  engine: flag(true),
  /** Where the engine runs, if it can run there. */
  place: oneOf(/** @type {"device" | "server"} */ ("device"), "server"),
  lines: whole(3, 1, 8),
  overlay: oneOf(/** @type {import("./overlays.js").Overlay} */ ("best"), ...OVERLAYS),
});
