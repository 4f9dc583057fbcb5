/** The players that run in the page, by their specification. */

import { HumanLikePlayer } from "./human.js";
import { createLevel, NetLevelPlayer, PeopleLevelPlayer } from "./levels.js";
import { NetSearch, UctSearch } from "./searches.js";
import { HUMAN, isKnown, parseSpec } from "./specs.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./nets.js").Net} Net */
/** @typedef {import("./searches.js").Searcher} Searcher */

/** MiB of a tree: enough for a minute of search. */
const MEMORY = 128;
/**
 * @param {Engine} engine
 * @param {string} spec
 * @param {number} seed
 * @param {(name: string) => Net} netOf
 * @returns {NetLevelPlayer | PeopleLevelPlayer | HumanLikePlayer | Searcher}
 */
export function createPlayer(engine, spec, seed, netOf) {
  const { name, options } = parseSpec(spec);
  if (!isKnown(spec)) throw new RangeError(`this device has no player ${spec}`);
  if (name === "level") return createLevel(engine, Number(options.n), seed, netOf);
  if (name === "human") return new HumanLikePlayer(engine, netOf(HUMAN).inCore(false), numberOf(options.rating), seed);
  const seconds = options.time ? Number(options.time) : null;
  if (name === "uct") return new UctSearch(engine, { seconds, seed, memory: MEMORY });
  return new NetSearch(engine, netOf("medium"), { seconds, memory: MEMORY });
}

/** @param {string} [text] */
const numberOf = (text) => (text === undefined ? undefined : Number(text));

/** What analyses for a player: of a level, the engine behind it. @param {ReturnType<typeof createPlayer>} player */
export function analystOf(player) {
  const level = player instanceof NetLevelPlayer || player instanceof PeopleLevelPlayer;
  return /** @type {Searcher} */ (level ? player.searcher : player);
}
