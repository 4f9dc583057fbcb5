/** The computer players in the person's language; a server's own engines speak for themselves. */

import { t } from "../i18n/index.js";

/** @typedef {{spec: string, name: string, help: string}} Computer */

const KNOWN = /** @type {const} */ (["level", "uct", "negamax", "perfect", "bridge", "jeudehex", "minimax", "montecarlo", "random", "resistance"]);

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
