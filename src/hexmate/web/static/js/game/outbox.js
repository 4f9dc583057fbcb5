/**
 * Finished games against the engine of the page, on their way to the server's library. Each is sent once; without a
 * connection it waits in this browser. The library skips games that it has, so a lost answer makes no second copy.
 */

import { HAS_SERVER } from "../base.js";
import { ApiError, request } from "../net/api.js";
import { me } from "../net/me.js";
import { lasting } from "../storage.js";
import { isEnded, keptGames, peopleOf } from "./kept.js";
import { openLocal } from "./local.js";
import { recordOf } from "./record.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./state.js").Color} Color */
/**
 * @typedef {{seed: number, person: Color | null, record: import("./tree.js").GameRecord}} Waiting a game; `person` is
 *   your seat, null where two engines played
 */
/** @typedef {{waiting: Waiting[], stored: number[]}} Outbox games by the seeds of their engines */

const KEY = "hexmate.outbox";
/** Games that wait, and games that are known to be stored. */
const MOST = 50;
/** Answers after which the same game would be refused again. */
const REFUSED = [400, 413, 422];

/** @type {Promise<void> | null} */
let sending = null;

/**
 * Store the games of this browser on the server that are over, and those that could not be stored before.
 * @param {{
 *   storage?: import("../storage.js").StorageLike,
 *   ask?: typeof request,
 *   whoami?: () => Promise<{name: string}>,
 *   today?: string,
 * }} [means]
 */
export async function storeFinished({
  storage = lasting(),
  ask = request,
  whoami = me,
  today = new Date().toISOString().slice(0, 10),
} = {}) {
  if (!HAS_SERVER) return;
  for (const kept of keptGames(storage).reverse()) enqueue(kept, storage, today);
  sending ??= sendAll(storage, ask, whoami).finally(() => {
    sending = null;
  });
  await sending;
}

/** @param {Kept} kept @param {import("../storage.js").StorageLike} storage @param {string} date */
function enqueue(kept, storage, date) {
  const { engines, moves } = kept;
  if (!engines || moves.length === 0) return;
  const outbox = read(storage);
  const { seed } = engines;
  if (outbox.stored.includes(seed) || outbox.waiting.some((each) => each.seed === seed)) return;
  if (!isEnded(kept)) return;
  const [person = null] = peopleOf(kept);
  const names = { black: engineName(engines.black), white: engineName(engines.white) };
  const model = openLocal(kept, { storage }).model();
  if (!model) return;
  const record = recordOf(model.state, names);
  outbox.waiting.push({ seed, person, record: { ...record, headers: { ...record.headers, date } } });
  write(storage, outbox);
}

/** @param {import("../storage.js").StorageLike} storage @param {typeof request} ask
 * @param {() => Promise<{name: string}>} whoami */
async function sendAll(storage, ask, whoami) {
  for (let [first] = read(storage).waiting; first; [first] = read(storage).waiting) {
    try {
      const { name } = await whoami();
      const headers = { ...first.record.headers, ...(first.person && { [first.person]: name }) };
      await ask("/library", { method: "POST", text: JSON.stringify({ ...first.record, headers }) });
    } catch (error) {
      // Without a connection, or where the server is busy, it is sent when a page is opened again.
      if (!(error instanceof ApiError) || !REFUSED.includes(error.status)) return;
    }
    const { waiting, stored } = read(storage);
    const { seed } = first;
    write(storage, { waiting: waiting.filter((each) => each.seed !== seed), stored: [...stored, seed] });
    if (read(storage).waiting.some((each) => each.seed === seed)) return;
  }
}

/** @param {string} [spec] */
function engineName(spec = "") {
  const level = /^level:n=(\d+)$/.exec(spec);
  return level ? `Level ${level[1]}` : spec;
}

/** @param {import("../storage.js").StorageLike} storage @returns {Outbox} */
function read(storage) {
  try {
    const { waiting, stored } = JSON.parse(storage.getItem(KEY) ?? "{}");
    const sound = (/** @type {any} */ each) => Number.isInteger(each?.seed) && typeof each.record === "object";
    return {
      waiting: Array.isArray(waiting) ? waiting.filter(sound) : [],
      stored: Array.isArray(stored) ? stored : [],
    };
  } catch {
    return { waiting: [], stored: [] };
  }
}

/** @param {import("../storage.js").StorageLike} storage @param {Outbox} outbox */
function write(storage, { waiting, stored }) {
  try {
    storage.setItem(KEY, JSON.stringify({ waiting: waiting.slice(-MOST), stored: stored.slice(-MOST) }));
  } catch {
    // Full or forbidden storage: the game stays in this browser only.
  }
}
