/** The computer players in the person's language; a server's own engines speak for themselves. */

import { t } from "../i18n/index.js";

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {{spec: string, name: string, help: string}} Computer */
/** @typedef {Computer & {analyses: boolean, levels: number[], hex_levels: number[], shapes: string[], options:
 *   string[], trained: number[] | null}} Offer
 *   of the server: the `hex_levels` follow the others on boards of the hex shape; the network, if any, was `trained` on
 *   square boards with these sides */

/** The player with a network, the strongest where it is. */
export const NETWORK = "hexmate";

const KNOWN = /** @type {const} */ ([
  "level",
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
 * The players for boards of a shape.
 * @template {Pick<Offer, "shapes">} T
 * @param {readonly T[]} offers
 * @param {Shape} shape
 * @returns {T[]}
 */
export const offeredFor = (offers, shape) => offers.filter(({ shapes }) => shapes.includes(shape));

/** The levels for boards of a shape. @param {Pick<Offer, "levels" | "hex_levels">} offer @param {Shape} shape */
export const levelsFor = (offer, shape) => (shape === "hex" ? [...offer.levels, ...offer.hex_levels] : offer.levels);

/** What is to be known of a network on boards that it has not seen. @param {{rows: number, cols: number}} board */
export const untrainedText = ({ rows, cols }) => t("computer.untrained", { rows, cols });

/** What the player of a specification is called. @param {string} spec */
export function playerName(spec) {
  const level = /^level:n=(\d+)/.exec(spec)?.[1];
  if (level) return t("player.level", { n: Number(level) });
  const name = spec.replace(/^engine:/, "").split(":")[0];
  return computerName({ spec: name, name, help: "" });
}

/**
 * A name as records keep it; computer players are kept by what makes them.
 * @template {string | null | undefined} T
 * @param {T} name
 * @returns {T | string}
 */
export function shownName(name) {
  return name && /^[a-z]+:\w+=/.test(name) ? playerName(name) : name;
}
