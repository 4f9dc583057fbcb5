/** Passes games from one page to another within this tab. */

import { passing } from "../storage.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {{games: GameRecord[], at: number}} Handoff the games of a record, and the index of one */

const KEY = "hexmate.games";

/** @param {GameRecord[]} games @param {number} [at] @param {Pick<Storage, "setItem">} [storage] */
export function handOn(games, at = 0, storage = passing()) {
  try {
    storage.setItem(KEY, JSON.stringify({ games, at }));
  } catch {
    // Too large for the browser's storage: without the other games it may fit.
    if (games.length > 1) handOn([games[at]], 0, storage);
  }
}

/** Games of which one has changed. @param {GameRecord[]} games @param {number} at @param {GameRecord} record */
export const withGame = (games, at, record) => games.map((game, i) => (i === at ? record : game));

/** @param {Pick<Storage, "getItem">} [storage] @returns {Handoff | null} */
export function handedOn(storage = passing()) {
  try {
    const { games, at } = JSON.parse(storage.getItem(KEY) ?? "null");
    return Array.isArray(games) && games[at] ? { games, at } : null;
  } catch {
    return null;
  }
}
