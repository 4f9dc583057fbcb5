/** The secrets of open seats. The server sends each only once; this browser keeps the newest ones. */

import { lasting } from "../storage.js";

const KEY = "hexmate.invites";
const MOST = 20;

/** @typedef {Pick<Storage, "getItem" | "setItem">} StorageLike */

/** @param {StorageLike} storage @returns {[string, string][]} game and secret, the newest first */
function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "[]");
    return kept.filter(
      (/** @type {any} */ entry) => Array.isArray(entry) && entry.every((part) => typeof part === "string"),
    );
  } catch {
    return [];
  }
}

/** @param {string} game @param {string} secret @param {StorageLike} [storage] */
export function keepInvite(game, secret, storage = lasting()) {
  const others = read(storage).filter(([known]) => known !== game);
  try {
    storage.setItem(KEY, JSON.stringify([[game, secret], ...others].slice(0, MOST)));
  } catch {
    // Without storage the link is shown only until you leave the page.
  }
}

/**
 * The address that lets an opponent join, or null if this browser does not have the secret.
 * @param {string} game
 * @param {StorageLike} [storage]
 */
export function inviteLink(game, storage = lasting()) {
  const secret = read(storage).find(([known]) => known === game)?.[1];
  return secret ? `${location.origin}/game/${game}#seat=${encodeURIComponent(secret)}` : null;
}

/** The secret in an address, or null. @param {string} hash */
export function secretIn(hash) {
  const match = /^#seat=(.+)$/.exec(hash);
  return match ? decodeURIComponent(match[1]) : null;
}
