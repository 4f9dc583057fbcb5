/** Positions that people play online get no engine, neither on the server nor in the page. */

import { ApiError, request } from "./api.js";

const FORBIDDEN = 409;

/** Ask the server, which fails where engines may not help. @param {string} position a position line */
export const askPermit = (position) => request("/engine-help", { method: "POST", body: { position } });

/**
 * Why engines may not help with a position; null where they may, and where the server cannot be asked.
 * @param {string} position
 * @param {(position: string) => Promise<unknown>} [ask]
 * @returns {Promise<ApiError | null>}
 */
export async function refusalOf(position, ask = askPermit) {
  const problem = await ask(position).then(
    () => null,
    (/** @type {unknown} */ error) => error,
  );
  return problem instanceof ApiError && problem.status === FORBIDDEN ? problem : null;
}
