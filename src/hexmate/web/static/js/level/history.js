/** Your games against levels, as this browser remembers them: what the estimate of your level needs, and no more. */

import { lasting } from "../storage.js";
import { strengthOf } from "./scale.js";

/** @typedef {import("./estimate.js").Played} Played */
/** @typedef {import("../storage.js").StorageLike} StorageLike */
/**
 * @typedef {object} History
 * @property {Played[]} games the latest first
 * @property {string[]} helped ids of games in which you had help
 * @property {number | null} dismissed the level whose suggestion you closed
 */

const KEY = "hexmate.levels";
const MOST = { games: 60, helped: 50 };
const DAY = 86_400_000;

/** Today, in days since 1970. */
export const today = () => Math.floor(Date.now() / DAY);

/** @param {any} game @returns {game is Played} */
const isSound = (game) =>
  typeof game?.opponent === "string" &&
  strengthOf(game.opponent) !== null &&
  Number.isInteger(game.size) &&
  [-1, 0, 1].includes(game.first) &&
  typeof game.won === "boolean" &&
  Number.isInteger(game.day);

/** What is remembered, without damaged entries. @param {StorageLike} [storage] @returns {History} */
export function readHistory(storage = lasting()) {
  try {
    const { games, helped, dismissed } = JSON.parse(storage.getItem(KEY) ?? "{}");
    return {
      games: Array.isArray(games) ? games.filter(isSound) : [],
      helped: Array.isArray(helped) ? helped.filter((id) => typeof id === "string") : [],
      dismissed: Number.isInteger(dismissed) ? dismissed : null,
    };
  } catch {
    return { games: [], helped: [], dismissed: null };
  }
}

/** @param {Partial<History>} changes @param {StorageLike} storage */
function change(changes, storage) {
  const { games, helped, dismissed } = { ...readHistory(storage), ...changes };
  const kept = { games: games.slice(0, MOST.games), helped: helped.slice(0, MOST.helped), dismissed };
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden storage: the change is not remembered.
  }
}

/** You had a hint or took back a move. @param {string} id of the game @param {StorageLike} [storage] */
export function noteHelp(id, storage = lasting()) {
  change({ helped: [id, ...readHistory(storage).helped.filter((each) => each !== id)] }, storage);
}

/** A game begins; another one may have had its id. @param {string} id @param {StorageLike} [storage] */
export function noteBeginning(id, storage = lasting()) {
  const { helped } = readHistory(storage);
  if (helped.includes(id)) change({ helped: helped.filter((each) => each !== id) }, storage);
}

/** @param {string} id @param {StorageLike} [storage] */
export const wasHelped = (id, storage = lasting()) => readHistory(storage).helped.includes(id);

/** A game has ended. @param {Played} game @param {StorageLike} [storage] */
export function addGame(game, storage = lasting()) {
  change({ games: [game, ...readHistory(storage).games] }, storage);
}

/** You closed the suggestion of a level. @param {number} level @param {StorageLike} [storage] */
export const dismiss = (level, storage = lasting()) => change({ dismissed: level }, storage);
