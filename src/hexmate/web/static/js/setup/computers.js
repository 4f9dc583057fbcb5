/** The computer players in the person's language; a server's own engines speak for themselves. */

import { t } from "../i18n/index.js";

/** @typedef {{spec: string, name: string, help: string}} Computer */

const KNOWN = /** @type {const} */ (["level", "hexmate", "uct", "negamax", "perfect", "bridge", "jeudehex", "minimax", "mcts", "montecarlo", "random", "resistance"]);

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

/** What the player of a specification is called. @param {string} spec */
export function playerName(spec) {
  const level = /^level:n=(\d+)/.exec(spec)?.[1];
  if (level) return t("player.level", { n: Number(level) });
  const name = spec.replace(/^engine:/, "").split(":")[0];
  return computerName({ spec: name, name, help: "" });
}

/** A name as records keep it; computer players are kept by what makes them. @template {string | null | undefined} T @param {T} name @returns {T | string} */
export function shownName(name) {
  return name && /^[a-z]+:\w+=/.test(name) ? playerName(name) : name;
}
