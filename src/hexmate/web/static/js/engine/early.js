/** The engine's worker that `boot.js` starts before the modules of the page are here, where a game waits for it. */

/** Milliseconds after which what can wait no longer waits for the engine. */
const PATIENCE = 10_000;

const place = /** @type {{hexmateWorker?: Worker | null}} */ (globalThis);
/** Whether the engine is needed at once. */
const urgent = Boolean(place.hexmateWorker);

/** @type {(value?: undefined) => void} */
let resolve = () => {};
const answer = new Promise((/** @type {(value?: undefined) => void} */ done) => {
  resolve = done;
});

/** The worker, for the first who asks. */
export function takeWorker() {
  const worker = place.hexmateWorker ?? null;
  place.hexmateWorker = null;
  return worker;
}

/** The engine has its files: it has answered. */
export const noteAnswer = () => resolve();

/** Waits for the engine's first answer, if it is needed at once: a slow connection should first serve the engine. */
export async function engineServed() {
  if (urgent) await Promise.race([answer, new Promise((done) => setTimeout(done, PATIENCE))]);
}
