/** Who this browser is to the server. */

import { request } from "./api.js";

/** @typedef {{id: number, name: string, rating?: number | null}} Me */

/** @type {Promise<Me> | null} */
let known = null;

/** The person behind this browser; a stranger becomes one by asking. @returns {Promise<Me>} */
export function me() {
  known ??= request("/me").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
