/** New games that need no server: two players on one screen, and engines of the page. */

import { HAS_SERVER } from "../base.js";
import { runsHere } from "../engine/health.js";
import { playsHere } from "../engine/offers.js";
import { newEngines } from "../game/kept.js";

/** @typedef {ReturnType<typeof import("./options.js").gameRequest>} GameRequest */

/**
 * The game as this browser would store it; null if it needs a server: clocks, people elsewhere, engines that the page
 * does not have.
 * @param {GameRequest} request
 */
export function localGame({ rows, cols, shape, swap, clock, mode, seats }) {
  const engines = { black: engineOf(seats.black), white: engineOf(seats.white) };
  const people = Object.values(seats).every(({ kind }) => kind === "person" || kind === "ai");
  const known = Object.values(engines).every((spec) => spec === undefined || playsHere(spec, shape));
  if (mode !== "local" || clock !== "none" || !people || !known) return null;
  const anyone = engines.black !== undefined || engines.white !== undefined;
  return { rows, cols, shape, swap, engines: anyone ? newEngines(engines) : undefined };
}

/**
 * Whether a game begins on this device: always without a server, otherwise if an engine plays that runs here, unless
 * you have chosen the server.
 * @param {ReturnType<typeof localGame>} game
 * @param {import("./options.js").Options["place"]} place
 * @param {boolean} [server] whether there is one
 */
export function beginsHere(game, place, server = HAS_SERVER) {
  return !server || (place === "device" && game?.engines !== undefined && runsHere());
}

/** @param {{kind: string, ai?: string}} seat */
const engineOf = (seat) => ("ai" in seat ? seat.ai : undefined);
