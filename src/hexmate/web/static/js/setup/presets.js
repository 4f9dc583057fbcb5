/** Games that start with one click: the first game, the usual one, and the strongest opponent. */

import { levelsFor } from "./computers.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./computers.js").Offer} Offer */
/** @typedef {"first" | "usual" | "strongest"} Preset */

/** @type {readonly Preset[]} */
export const PRESETS = ["first", "usual", "strongest"];

/** The levels that a server has; those with the network only if it can run there. @type {Offer} */
export const ALL_LEVELS = {
  spec: "level",
  name: "level",
  help: "",
  analyses: false,
  options: [],
  shapes: ["hex", "offset", "square", "triangle"],
  levels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  hex_levels: [11, 12, 13, 14, 15],
  trained: null,
};

/** What a preset leaves no choice about: you against a level on hexagons, without a clock. */
const PLAIN = /** @type {const} */ ({
  you: "person",
  other: "ai",
  otherPlayer: "level",
  begins: "you",
  shape: "hex",
  clock: "none",
});

/**
 * The options of a preset. The usual game keeps the level that was chosen last.
 * @param {Preset} preset
 * @param {Pick<Options, "otherLevel">} chosen
 * @param {Offer[]} [players] offered by the server
 * @returns {Partial<Options>}
 */
export function presetOptions(preset, { otherLevel }, players = []) {
  const offer = players.find(({ spec }) => spec === "level") ?? ALL_LEVELS;
  const most = Math.max(...levelsFor(offer, "hex"));
  switch (preset) {
    case "first":
      return { ...PLAIN, rows: 7, cols: 7, swap: "none", otherLevel: 2 };
    case "usual":
      return { ...PLAIN, rows: 11, cols: 11, swap: "pieces", otherLevel: Math.min(otherLevel, most) };
    case "strongest":
      return { ...PLAIN, rows: 11, cols: 11, swap: "pieces", otherLevel: most };
  }
}
