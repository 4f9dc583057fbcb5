/** A live game as a record that can be saved, analysed and shared. */

import { cellName } from "../rules/names.js";
import { parsePosition } from "../rules/position.js";
import { SCHEMA } from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./tree.js").GameRecord} GameRecord */

/** @type {Record<string, string>} */
const ENDINGS = { resignation: "resign", forfeit: "forfeit", timeout: "time-out" };

/** @param {State} state @param {{black: string, white: string}} names @returns {GameRecord} */
export function recordOf(state, names) {
  const { rows, cols, shape, result, moves } = state;
  const start = state.start ? parsePosition(state.start) : null;
  // A record has no word for a swap that is gone before the game; it leaves the rule out instead.
  const swap = start?.swapUsed ? null : state.swap;
  const nodes = [start ? { setup: setupOf(start) } : {}, ...moves.map(({ move }) => move)];
  const ending = result && ENDINGS[result.termination];
  if (ending && result.winner) {
    // The loser was not necessarily to move.
    nodes.push(`${result.winner === "black" ? "w" : "b"}:${ending}`);
  }
  const headers = { ...names, ...(result ? { result: result.result } : {}) };
  return { schema: SCHEMA, rows, cols, shape, swap, headers, cursor: null, nodes };
}

/** @param {import("../rules/position.js").Position} position */
function setupOf({ stones, cols, turn }) {
  const cells = (/** @type {string} */ color) =>
    stones.flatMap((stone, cell) => (stone === color ? [cellName(cell, cols)] : []));
  return { black: cells("black"), white: cells("white"), turn };
}
