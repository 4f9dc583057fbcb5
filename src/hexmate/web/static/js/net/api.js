/** Requests to the server, as JSON. Every failure is an `ApiError` with a code. */

import { BASE, HAS_SERVER } from "../base.js";

const PATIENCE = 10_000;

/** Milliseconds before a read is tried again, because the server was busy or did not answer in time. */
const PAUSES = [500, 1500];

export class ApiError extends Error {
  /**
   * @param {string} code the server's code, `offline` if there was no answer
   * @param {string} message
   * @param {number} status HTTP status, 0 without an answer
   */
  constructor(code, message, status = 0) {
    super(message);
    this.code = code;
    this.status = status;
    /** Whether the same request may succeed in a moment. */
    this.passing = status === 503;
  }
}

/**
 * @param {string} path under /api
 * @param {{method?: string, body?: unknown, text?: string, patience?: number}} [options] `body` is sent
 *   as JSON, `text` as it is
 * @returns {Promise<any>}
 */
export async function request(path, options = {}) {
  // A write may have been done although the answer is missing, so it is not sent again.
  const pauses = (options.method ?? "GET") === "GET" ? PAUSES : [];
  for (const pause of pauses) {
    try {
      return await requestOnce(path, options);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passing) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return requestOnce(path, options);
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, text?: string, patience?: number}} options
 * @returns {Promise<any>}
 */
async function requestOnce(path, { method = "GET", body, text, patience = PATIENCE }) {
  const kind = text !== undefined ? "text/plain; charset=utf-8" : body !== undefined ? "application/json" : null;
  const response = await answer(path, {
    method,
    body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
    headers: kind ? { "Content-Type": kind } : {},
    signal: AbortSignal.timeout(patience),
  });
  const content = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(content?.code ?? "failed", content?.message ?? response.statusText, response.status);
  }
  if (content === null) throw new ApiError("offline", "the answer is not JSON");
  return content;
}

/** @param {string} path @param {RequestInit} options */
async function answer(path, options) {
  if (!HAS_SERVER) throw new ApiError("offline", "this site has no server");
  try {
    return await fetch(`${BASE}/api${path}`, options);
  } catch (error) {
    const failure = new ApiError("offline", String(error));
    failure.passing = error instanceof DOMException && error.name === "TimeoutError";
    throw failure;
  }
}
