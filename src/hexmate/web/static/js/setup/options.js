/**
 * The options of a new game, and the request to the server. `you` and `other` are the two players on
 * the page; the one who moves first is Black.
 */

import { formatControl } from "../game/clock.js";
import { transposable } from "../rules/board.js";
import { createStore, flag, oneOf, text, whole } from "../store.js";
import { levelsFor, offeredFor } from "./computers.js";

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("./computers.js").Offer} Offer */
/** @typedef {"person" | "ai" | "hybrid" | "open"} Kind */
/** @typedef {"none" | "pieces" | "sides"} SwapChoice */
/** @typedef {"none" | "move" | "game" | "fischer" | "byoyomi"} ClockKind */
/** @typedef {"computer" | "local" | "online"} Mode */

export const SMALLEST = 1;
export const LARGEST = 32;
export const SCHEMA = {
  you: oneOf(/** @type {Kind} */ ("person"), "ai", "hybrid"),
  other: oneOf(/** @type {Kind} */ ("ai"), "person", "hybrid", "open"),
  yourPlayer: text("level", 60),
  otherPlayer: text("level", 60),
  yourLevel: whole(3, 1, 15),
  otherLevel: whole(3, 1, 15),
  yourRating: whole(1600, 1000, 3000),
  otherRating: whole(1600, 1000, 3000),
  yourSeconds: whole(2, 1, 60),
  otherSeconds: whole(2, 1, 60),
  begins: oneOf(/** @type {"you" | "other" | "random"} */ ("you"), "other", "random"),
  rows: whole(11, SMALLEST, LARGEST),
  cols: whole(11, SMALLEST, LARGEST),
  shape: oneOf(/** @type {Shape} */ ("hex"), "offset", "square", "triangle"),
  swap: oneOf(/** @type {SwapChoice} */ ("pieces"), "none", "sides"),
  clock: oneOf(/** @type {ClockKind} */ ("none"), "move", "game", "fischer", "byoyomi"),
  perMove: whole(30, 1, 3600),
  minutes: whole(10, 1, 600),
  increment: whole(5, 1, 300),
  periods: whole(3, 1, 20),
  period: whole(30, 1, 600),
  training: flag(false),
  rated: flag(false),
  /** Where engines run, if they can run there. */
  place: oneOf(/** @type {"device" | "server"} */ ("device"), "server"),
};

/** @typedef {{[K in keyof typeof SCHEMA]: (typeof SCHEMA)[K]["fallback"]}} Options */

/** The options of a browser that has chosen none. @returns {Options} */
export const defaultOptions = () =>
  /** @type {Options} */ (Object.fromEntries(Object.entries(SCHEMA).map(([key, { fallback }]) => [key, fallback])));

/** The options chosen last time. */
export const remembered = () => createStore("hexmate.setup", SCHEMA);

/** The kinds of players when the page is opened for a mode. @param {Mode} mode */
export function seatsFor(mode) {
  /** @type {Record<Mode, {you: Kind, other: Kind}>} */
  const seats = {
    computer: { you: "person", other: "ai" },
    local: { you: "person", other: "person" },
    online: { you: "person", other: "open" },
  };
  return seats[mode];
}

/** The mode of a game with these players. @param {Pick<Options, "you" | "other">} options @returns {Mode} */
export function modeOf(options) {
  if (isOnline(options)) return "online";
  return options.you !== "ai" && options.other === "person" ? "local" : "computer";
}

/**
 * The columns that a board of this shape must have, or null if any number will do.
 * @param {Shape} shape
 * @param {number} rows
 */
export function forcedCols(shape, rows) {
  return shape === "triangle" ? 2 * rows : null;
}

/** The most rows of a shape. @param {Shape} shape */
export const mostRows = (shape) => (shape === "triangle" ? LARGEST / 2 : LARGEST);

/**
 * The swap rules that a board allows.
 * @param {Pick<Options, "shape" | "rows" | "cols">} board
 * @returns {SwapChoice[]}
 */
export function swapChoices({ shape, rows, cols }) {
  return transposable(shape, rows, cols) ? ["pieces", "sides", "none"] : ["sides", "none"];
}

/** The swap rule of a game: swap-sides on boards that cannot be mirrored. @param {Options} options */
export function swapOf(options) {
  return swapChoices(options).includes(options.swap) ? options.swap : "sides";
}

/** The time control in the server's format. @param {Options} options */
export function clockText(options) {
  const { clock: kind, perMove, minutes, increment, periods, period } = options;
  const main = kind === "move" ? perMove : minutes * 60;
  const extra = kind === "fischer" ? increment : period;
  return formatControl({ kind, main, extra, periods });
}

/**
 * The chosen engine, or the levels if the server does not offer it for this board.
 * @param {Options} options
 * @param {"your" | "other"} whose
 * @param {Offer[]} players offered by the server
 * @returns {Offer | null}
 */
export function chosenPlayer(options, whose, players) {
  const offered = offeredFor(players, options.shape);
  return offered.find(({ spec }) => spec === options[`${whose}Player`]) ?? offered[0] ?? null;
}

/**
 * The chosen level, or the highest for this board.
 * @param {Options} options @param {"your" | "other"} whose @param {Offer | null} offer
 */
export function chosenLevel(options, whose, offer) {
  const wanted = options[`${whose}Level`];
  return offer ? Math.min(wanted, Math.max(...levelsFor(offer, options.shape))) : wanted;
}

/**
 * @param {Options} options
 * @param {"your" | "other"} whose
 * @param {Offer[]} players offered by the server
 */
export function playerSpec(options, whose, players) {
  const offer = chosenPlayer(options, whose, players);
  const name = offer?.spec ?? options[`${whose}Player`];
  if (name === "level") return `level:n=${chosenLevel(options, whose, offer)}`;
  if (offer?.options.includes("rating")) return `${name}:rating=${options[`${whose}Rating`]}`;
  return offer?.options.includes("time") ? `${name}:time=${options[`${whose}Seconds`]}` : name;
}

/**
 * Whether a network plays on a board that it was not trained on.
 * @param {Options} options
 * @param {Offer[]} players offered by the server
 */
export function meetsUntrained(options, players) {
  const { rows, cols } = options;
  const meets = (/** @type {Kind} */ kind, /** @type {"your" | "other"} */ whose) => {
    const offer = kind === "ai" || kind === "hybrid" ? chosenPlayer(options, whose, players) : null;
    if (!offer?.trained || (rows === cols && offer.trained.includes(rows))) return false;
    return offer.spec !== "level" || offer.hex_levels.includes(chosenLevel(options, whose, offer));
  };
  return meets(options.you, "your") || meets(options.other, "other");
}

/** Whether the players are at different screens. @param {Pick<Options, "you" | "other">} options */
export const isOnline = ({ other }) => other === "open";

/** Whether an engine plays or helps. @param {Pick<Options, "you" | "other">} options */
export const hasEngine = ({ you, other }) => [you, other].some((kind) => kind === "ai" || kind === "hybrid");

/** Whether two humans play on this screen, which needs no server. @param {Pick<Options, "you" | "other">} options */
export const isForTwoHere = ({ you, other }) => you === "person" && other === "person";

/**
 * The request for a new game.
 * @param {Options} options
 * @param {{players?: Offer[], random?: () => number}} [world]
 */
export function gameRequest(options, { players = [], random = Math.random } = {}) {
  const seat = (/** @type {Kind} */ kind, /** @type {"your" | "other"} */ whose) =>
    kind === "ai" || kind === "hybrid" ? { kind, ai: playerSpec(options, whose, players) } : { kind };
  const yours = seat(options.you, "your");
  const others = seat(options.other, "other");
  const youBegin = options.begins === "you" || (options.begins === "random" && random() < 0.5);
  const { rows, cols, shape, training, rated } = options;
  const swap = swapOf(options);
  const online = isOnline(options);
  const counts = online && rated && options.you === "person";
  return {
    rows,
    cols,
    shape,
    swap: swap === "none" ? null : swap,
    clock: clockText(options),
    mode: online ? "online" : "local",
    training: training && !counts,
    rated: counts,
    seats: youBegin ? { black: yours, white: others } : { black: others, white: yours },
  };
}
