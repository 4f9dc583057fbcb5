/** The chat of a game online: what a page keeps of it. */

import { other } from "../rules/board.js";
import { isLocal } from "./kept.js";

/** @typedef {import("../types/api").ChatLine} ChatLine */
/** @typedef {import("./state.js").State} State */

/** Messages that a page keeps. */
const MOST = 100;

/** The ready-made messages. @type {readonly NonNullable<ChatLine["phrase"]>[]} */
export const PHRASES = ["hello", "good_luck", "nice_move", "oops", "moment", "sorry", "good_game", "thanks", "bye"];

/** The most characters of a message. */
export const LONGEST = 200;

/**
 * The messages with new ones, in their order. After a reconnection the server sends the last ones again.
 * @param {readonly ChatLine[]} lines
 * @param {readonly ChatLine[]} more
 * @returns {ChatLine[]}
 */
export function merged(lines, more) {
  const byId = new Map([...lines, ...more].map((line) => [line.id, line]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-MOST);
}

/**
 * Messages of others after the one that was last seen, except those of muted authors.
 * @param {readonly ChatLine[]} lines
 * @param {number} seen the id of the last message that was seen
 * @param {ReadonlySet<number>} muted
 */
export function unreadOf(lines, seen, muted) {
  return lines.filter(({ id, you, author }) => id > seen && !you && !muted.has(author)).length;
}

/** Whether there is someone to write to: spectators, or an opponent who is a person. @param {State} state */
export function hasChat({ id, mode, you, seats }) {
  if (isLocal(id) || mode !== "online") return false;
  return you.every((seat) => seats[other(seat)].kind !== "ai");
}
