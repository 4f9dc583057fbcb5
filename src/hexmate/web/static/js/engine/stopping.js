/** Ending a search early, and letting messages in while it runs. */

/** Milliseconds of search between two looks at the messages. */
const SLICE = 15;

/** Set by a request that replaces this one. */
export class StopToken {
  stopped = false;
}

/** Waits until the messages that have arrived are handled; timers would wait for milliseconds more. */
function breathe() {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Each value of a search as it comes, until it ends or is stopped; in between, messages are handled.
 * @template T
 * @param {Iterable<T> | AsyncIterable<T>} search
 * @param {StopToken} stop
 */
export async function* watched(search, stop) {
  let since = performance.now();
  for await (const value of search) {
    yield value;
    if (performance.now() - since > SLICE) {
      await breathe();
      since = performance.now();
    }
    if (stop.stopped) return;
  }
}

/**
 * The last value of a search; there is at least one.
 * @template T
 * @param {Iterable<T> | AsyncIterable<T>} search
 * @param {StopToken} stop
 * @returns {Promise<T>}
 */
export async function lastOf(search, stop) {
  /** @type {T | undefined} */ let last;
  for await (const value of watched(search, stop)) last = value;
  return /** @type {T} */ (last);
}
