/** Reviews that this browser keeps, of games that no server stores. */

import { lineThrough } from "../game/tree.js";

/** @typedef {import("../types/api").KeptReview} Kept */
/** @typedef {import("../game/tree.js").Tree} Tree */
/** @typedef {import("../store.js").StorageLike} StorageLike */
/** @typedef {{key: string, review: Kept}} Entry */

const KEY = "hexmate.reviews";
const MOST = 20;

/** What a game is known by: its board and its main line. @param {Tree} tree */
export function gameKey({ rows, cols, shape, swap, root }) {
  const steps = lineThrough(root).flatMap(({ move, setup }) => move ?? (setup ? JSON.stringify(setup) : []));
  return [`${rows}x${cols}`, shape, swap ?? "-", ...steps].join(" ");
}

/** @param {StorageLike | null} storage @returns {Entry[]} the newest first */
function entries(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.key === "string" && isReview(entry.review)) : [];
  } catch {
    return [];
  }
}

/** @param {any} review */
const isReview = (review) => Array.isArray(review?.moves) && review.summary?.black && review.summary.white;

/** @returns {StorageLike | null} */
function browserStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key @param {Kept} review @param {StorageLike | null} [storage] */
export function keepReview(key, review, storage = browserStorage()) {
  let list = [{ key, review }, ...entries(storage).filter((entry) => entry.key !== key)].slice(0, MOST);
  while (list.length > 0) {
    try {
      return storage?.setItem(KEY, JSON.stringify(list));
    } catch {
      // The storage is full: the oldest half goes.
      list = list.slice(0, Math.floor(list.length / 2));
    }
  }
}

/**
 * The review of a game, or of the game that it continues.
 * @param {string} key
 * @param {StorageLike | null} [storage]
 * @returns {Kept | null}
 */
export function keptReview(key, storage = browserStorage()) {
  const fitting = entries(storage).filter((entry) => `${key} `.startsWith(`${entry.key} `));
  return fitting.sort((a, b) => b.key.length - a.key.length)[0]?.review ?? null;
}
