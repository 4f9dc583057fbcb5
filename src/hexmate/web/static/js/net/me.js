/** Who this browser is to the server. */

import { request } from "./api.js";

/** @typedef {import("../types/api").Me} Me */

/** @type {Promise<Me> | null} */
let known = null;

/** The user; the server creates a guest for a new browser. @returns {Promise<Me>} */
export function me() {
  known ??= request("/me").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
