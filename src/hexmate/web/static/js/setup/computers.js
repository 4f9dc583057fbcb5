/** The engines' names and descriptions in the user's language; a server's own engines bring theirs. */

import { t } from "../i18n/index.js";

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {Pick<Offer, "spec" | "name" | "help">} Computer */
/** @typedef {import("../types/api").PlayerOffer} Offer */

/** The engine with a neural network: the strongest, where it is installed. */
export const NETWORK = "hexmate";

const KNOWN = /** @type {const} */ ([
  "level",
  "human",
  "hexmate",
  "uct",
  "negamax",
  "perfect",
  "bridge",
  "jeudehex",
  "minimax",
  "montecarlo",
  "random",
  "resistance",
]);

/** @param {Computer} computer */
export function computerName({ spec, name }) {
  const known = KNOWN.find((word) => word === spec);
  return known ? t(`computer.${known}`) : name;
}

/** @param {Computer} computer */
export function computerHelp({ spec, help }) {
  const known = KNOWN.find((word) => word === spec);
  return known ? t(`computer.${known}.help`) : help;
}

/**
 * The engines for boards of a shape.
 * @template {Pick<Offer, "shapes">} T
 * @param {readonly T[]} offers
 * @param {Shape} shape
 * @returns {T[]}
 */
export const offeredFor = (offers, shape) => offers.filter(({ shapes }) => shapes.includes(shape));

/** The levels for boards of a shape. @param {Pick<Offer, "levels" | "hex_levels">} offer @param {Shape} shape */
export const levelsFor = (offer, shape) => (shape === "hex" ? [...offer.levels, ...offer.hex_levels] : offer.levels);

/** The warning about a network on boards that it was not trained on. @param {{rows: number, cols: number}} board */
export const untrainedText = ({ rows, cols }) => t("computer.untrained", { rows, cols });

/** The name of the engine of a player specification. @param {string} spec */
export function playerName(spec) {
  const level = /^level:n=(\d+)/.exec(spec)?.[1];
  if (level) return t("player.level", { n: Number(level) });
  const rating = /^human:rating=(\d+)/.exec(spec)?.[1];
  if (rating) return t("player.human", { rating: Number(rating) });
  const name = spec.replace(/^engine:/, "").split(":")[0];
  return computerName({ spec: name, name, help: "" });
}

/**
 * The name of a person; the server gives an English one to visitors who have not chosen theirs.
 * @template {string | null | undefined} T
 * @param {T} name
 * @returns {T | string}
 */
export function personName(name) {
  const guest = /^Guest ([A-Z2-9]{6})$/.exec(name ?? "")?.[1];
  return guest ? t("player.guest", { code: guest }) : name;
}

/**
 * A name from a record; engines are stored by their specification.
 * @template {string | null | undefined} T
 * @param {T} name
 * @returns {T | string}
 */
export function shownName(name) {
  return name && /^[a-z]+:\w+=/.test(name) ? playerName(name) : personName(name);
}
