/**
 * The games that this browser stores: two players on one screen, or you against the engine in the page. They are
 * numbered, so that several can be unfinished; old ones make room for new ones.
 */

import { Board } from "../rules/board.js";
import { lasting } from "../storage.js";

/** @typedef {import("./state.js").Color} Color */
/** @typedef {import("../storage.js").StorageLike} StorageLike */
/**
 * @typedef {{rows: number, cols: number, shape: import("./state.js").Shape, swap: import("./state.js").SwapRule}} Rules
 */
/** @typedef {{black?: string, white?: string, seed: number}} Engines by seat, and the seed of their moves */
/**
 * @typedef {Rules & {number: number, moves: string[], resigned: Color | null, engines?: Engines}} Kept
 */

/** The id of the first game, and the beginning of the others'. */
export const LOCAL_ID = "local";
const KEY = "hexmate.local";
const MOST = 20;

/** @type {readonly Color[]} */
const COLORS = ["black", "white"];

/** The id of a stored game. @param {Pick<Kept, "number">} kept */
export const idOf = ({ number }) => (number === 1 ? LOCAL_ID : `${LOCAL_ID}-${number}`);

/** Whether a game is stored in this browser. @param {string} id */
export const isLocal = (id) => id === LOCAL_ID || id.startsWith(`${LOCAL_ID}-`);

/** The address of a game. A site without a server has one page for all games of this browser. @param {string} id */
export function gamePath(id) {
  if (!isLocal(id)) return `/game/${id}`;
  return id === LOCAL_ID ? "/game/local" : `/game/local?game=${id.slice(LOCAL_ID.length + 1)}`;
}

/**
 * The stored games that can be read, the one that was played last first.
 * @param {StorageLike} [storage]
 * @returns {Kept[]}
 */
export const keptGames = (storage = lasting()) => read(storage).filter(isSound);

/** A stored game, or null if it is missing or broken. @param {string} id @param {StorageLike} [storage] */
export const keptGame = (id, storage = lasting()) => keptGames(storage).find((kept) => idOf(kept) === id) ?? null;

/**
 * Store a new game.
 * @param {Rules & {moves?: string[], engines?: Engines}} rules
 * @param {StorageLike} [storage]
 * @returns {string} its id
 */
export function keepGame({ rows, cols, shape, swap, moves = [], engines }, storage = lasting()) {
  const games = read(storage);
  const number = 1 + Math.max(0, ...games.map((kept) => kept.number));
  const kept = { number, rows, cols, shape, swap, moves, resigned: null, engines };
  write(storage, [kept, ...games.filter((each) => isSound(each) && isBegun(each))]);
  return idOf(kept);
}

/** Store a game as it is now. @param {Kept} kept @param {StorageLike} [storage] */
export function updateGame(kept, storage = lasting()) {
  write(storage, [kept, ...read(storage).filter(({ number }) => number !== kept.number)]);
}

/** @param {number} number @param {StorageLike} [storage] */
export function removeGame(number, storage = lasting()) {
  write(
    storage,
    read(storage).filter((kept) => kept.number !== number),
  );
}

/** The engines of a new game. @param {Partial<Record<Color, string>>} seats @returns {Engines} */
export const newEngines = (seats) => ({ ...seats, seed: Math.floor(Math.random() * 2 ** 31) });

/** The seats that people have. @param {Pick<Kept, "engines">} kept */
export const peopleOf = ({ engines }) => COLORS.filter((seat) => !engines?.[seat]);

/** The board after the moves of a game. @param {Kept} kept */
export function replay({ rows, cols, shape, swap, moves }) {
  const board = new Board({ rows, cols, shape, swap });
  for (const move of moves) board.push(move);
  return board;
}

/** Whether a stored game is over. @param {Kept} kept */
export const isEnded = (kept) => kept.resigned !== null || replay(kept).over;

/** Whether someone has moved, besides an engine that moves first. @param {Kept} kept */
const isBegun = ({ moves, engines }) => moves.length > (engines?.black ? 1 : 0);

/** @param {Kept} kept */
function isSound(kept) {
  try {
    replay(kept);
    return true;
  } catch {
    return false;
  }
}

/** @param {StorageLike} storage @returns {Kept[]} */
function read(storage) {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? "[]");
    const games = Array.isArray(found) ? found : [found];
    // A game without a number is the only one.
    return games.filter((each) => Array.isArray(each?.moves)).map((each) => ({ number: 1, ...each }));
  } catch {
    return [];
  }
}

/** @param {StorageLike} storage @param {Kept[]} games the latest first */
function write(storage, games) {
  try {
    if (games.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(games.length > MOST ? fewer(games) : games));
  } catch {
    // Full or forbidden storage: a game lasts as long as its page.
  }
}

/** Games that are over make room first. @param {Kept[]} games */
function fewer(games) {
  const ended = games.filter((kept) => isSound(kept) && isEnded(kept));
  const oldest = ended.at(-1) ?? games[games.length - 1];
  return games.filter((kept) => kept !== oldest);
}
