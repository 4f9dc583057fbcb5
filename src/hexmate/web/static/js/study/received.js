/** What the system hands to the installed app: texts and files shared with it, files opened with it. */

import { BASE } from "../base.js";

/** @typedef {{files?: readonly {getFile: () => Promise<Blob>}[]}} Launch */
/** @typedef {{setConsumer: (consumer: (launch: Launch) => void) => void}} LaunchQueue */

/** What was shared last, once; the service worker has it. @returns {Promise<string>} */
export async function sharedText() {
  const answer = await fetch(`${BASE}/share`).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

/**
 * Open the files that the app is started with, as one text. Each page that calls this replaces the one before.
 * @param {(text: string) => void} open
 */
export function acceptLaunches(open) {
  const queue = /** @type {{launchQueue?: LaunchQueue}} */ (/** @type {unknown} */ (globalThis)).launchQueue;
  queue?.setConsumer(async ({ files = [] }) => {
    const texts = await Promise.all(files.map(async (file) => (await file.getFile()).text()));
    if (texts.length > 0) open(texts.join("\n"));
  });
}
