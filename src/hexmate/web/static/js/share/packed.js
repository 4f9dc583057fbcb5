/**
 * Games inside links: the record as JSON, compressed, in letters that addresses may have. The server
 * reads the same form (`web/study_links.py`) for pictures and previews.
 */

import { BASE } from "../base.js";
import { readTree } from "../game/tree.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

/** Characters that an address may have for a game; a longer one goes behind the `#`, past the server. */
export const LONGEST = 16_000;
const LARGEST = 5_000_000;
const CHUNK = 0x2000;

/** @param {GameRecord} record @returns {Promise<string>} */
export async function pack(record) {
  const text = new Blob([JSON.stringify(record)]);
  const bytes = new Uint8Array(
    await new Response(text.stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The record of a packed game; throws RangeError if the text is damaged.
 * @param {string} text
 * @returns {Promise<GameRecord>}
 */
export async function unpack(text) {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = JSON.parse(await limited(stream));
    readTree(record);
    return record;
  } catch {
    // Said below.
  }
  throw new RangeError("The link is incomplete.");
}

/** The text of a stream that is not too long. @param {ReadableStream<Uint8Array>} stream */
async function limited(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > LARGEST) throw new RangeError("too long");
  }
  return text + decoder.decode();
}

/**
 * The address of a page that shows a game at one of its nodes.
 * @param {"/analyse" | "/embed"} page
 * @param {string} packed
 * @param {number} at number of the node, in the order of the record
 */
export function studyAddress(page, packed, at) {
  const query = `study=${packed}&at=${at}`;
  return packed.length > LONGEST ? `${page}#${query}` : `${page}?${query}`;
}

/**
 * The address of a game that has been changed: it names the game of the server, if it came from there,
 * but a reload shows what this tab keeps. Null for an address that already does.
 * @param {string} address
 * @returns {string | null}
 */
export function changedAddress(address) {
  const { searchParams: query, hash } = new URL(address);
  const id = query.get("game") || query.get("library");
  const seat = query.get("as");
  if (id) return `/analyse?${new URLSearchParams({ from: "game", of: id, ...(seat ? { as: seat } : {}) })}`;
  return query.has("study") || query.has("link") || /[#&]study=/.test(hash) ? "/analyse?from=link" : null;
}

/** A game that has been changed is no longer that of the address; a reload must not bring that back. */
export function forgetLink() {
  const changed = changedAddress(location.href);
  if (changed) history.replaceState(null, "", BASE + changed);
}

/**
 * The game in the address of a page, with the node to show; null if there is none.
 * @param {URLSearchParams} query
 * @param {string} [hash]
 * @returns {Promise<GameRecord | null>}
 */
export async function sharedRecord(query, hash = "") {
  const given = query.has("study") ? query : new URLSearchParams(hash.replace(/^#/, ""));
  const packed = given.get("study");
  if (!packed) return null;
  const record = await unpack(packed);
  const at = Number(given.get("at") ?? "");
  return given.get("at") && Number.isInteger(at) && at >= 0 ? { ...record, at } : record;
}
