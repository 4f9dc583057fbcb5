/** A position line as a record: the stones are set up. */

import { draftOf, recordOfDraft } from "../game/setup.js";
import { Board } from "../rules/board.js";
import { parsePosition } from "../rules/position.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

const LONGEST_SIDE = 32;

/** The record of a position line; throws RangeError if it is invalid. @param {string} line @returns {GameRecord} */
export function readPosition(line) {
  const position = parsePosition(line);
  const { rows, cols } = position;
  if (Math.min(rows, cols) < 1 || Math.max(rows, cols) > LONGEST_SIDE) {
    throw new RangeError(`a board has 1 to ${LONGEST_SIDE} rows and columns, not ${rows}x${cols}`);
  }
  return recordOfDraft(draftOf(new Board(position)));
}
