/** Words for the games of the library. */

import { formatNumber, t } from "../i18n/index.js";
import { seatOf } from "../rules/swap.js";
import { shownName } from "../setup/computers.js";
import { colorName } from "../words.js";

/** @typedef {import("../types/api").LibraryLine} Line */
/** @typedef {import("../types/api").LibraryCounts} Counts */
/** @typedef {import("../types/api").BoardCount} BoardCount */

const ENDINGS = /** @type {const} */ (["connection", "resignation", "timeout", "forfeit", "full board"]);

/** Who won, and how. @param {Pick<Line, "result" | "termination" | "winner_seat" | "black" | "white">} line */
export function resultText({ result, termination, winner_seat: seat, black, white }) {
  if (result === "Draw") return t("library.draw");
  if (result === "Void") return t("library.void");
  if (!seat) return t("library.noResult");
  const how = ENDINGS.find((ending) => ending === termination) ?? "unknown";
  const name = shownName(seat === "black" ? black : white);
  return t(`library.won.${how}`, { name: name ?? colorName(result.startsWith("B") ? "black" : "white") });
}

/** @type {Record<string, "resignation" | "timeout" | "forfeit">} */
const SHORT_ENDINGS = { r: "resignation", t: "timeout", f: "forfeit" };

/**
 * The result that a record names, in words; as it stands if it is not in SGF notation.
 * @param {Pick<import("../game/tree.js").Tree, "headers" | "swap">} tree
 * @param {readonly {move: string | null}[]} moves of its main line
 */
export function recordedResult({ headers, swap }, moves) {
  const result = (headers.result ?? "").trim();
  if (/^(draw|0)$/i.test(result)) return t("library.draw");
  if (/^void$/i.test(result)) return t("library.void");
  if (result === "?" || result === "") return t("library.noResult");
  const match = /^(b|w|black|white)\+\s*(\w?)/i.exec(result);
  if (!match) return result;
  const color = match[1][0].toLowerCase() === "b" ? "black" : "white";
  const how = SHORT_ENDINGS[match[2].toLowerCase()] ?? "connection";
  return t(`library.won.${how}`, { name: shownName(headers[seatOf(color, swap, moves)]) ?? colorName(color) });
}

/** A kind of board as it is kept in a select. @param {{rows: number, cols: number, shape: string}} board */
export const boardKey = ({ rows, cols, shape }) => `${rows}x${cols} ${shape}`;

/** The parts of such a key. @param {string} key */
export function boardOf(key) {
  const match = /^(\d+)x(\d+) (\w+)$/.exec(key);
  return match ? { rows: match[1], cols: match[2], shape: match[3] } : null;
}

/** A choice with the number of its games, once that is known. @param {string} label @param {number} [count] */
export const choiceText = (label, count) =>
  count === undefined ? label : t("library.choice", { label, count: formatNumber(count) });

/** @param {{rows: number, cols: number, shape: import("../rules/board.js").Shape}} board */
export const boardName = ({ rows, cols, shape }) =>
  shape === "hex" ? t("watch.size", { rows, cols }) : `${t("watch.size", { rows, cols })} ${t(`shape.${shape}`)}`;

/** The number of games of all results together. @param {Counts} counts */
export const allResults = ({ black_wins: black, white_wins: white, others }) => black + white + others;
