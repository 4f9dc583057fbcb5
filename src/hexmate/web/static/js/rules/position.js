/**
 * The position line: size, shape, swap rule, stones and turn as one line of text, as
 * `hexmate.position` writes it: `5x5 hex pieces 5/1b3/2w2/5/5 b`.
 */

/** @typedef {import("./board.js").Shape} Shape */
/** @typedef {import("./board.js").SwapRule} SwapRule */
/** @typedef {import("./board.js").Color} Color */
/**
 * @typedef {object} Position
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {SwapRule} swap
 * @property {boolean} swapUsed the right to swap is used up although the stones would allow it
 * @property {(Color | null)[]} stones by cell number
 * @property {Color} turn
 */

const LINE = /^(\d{1,3})x(\d{1,3}) (hex|offset|square|triangle) (-|pieces|sides)(\/used)? ([0-9bw/]+) ([bw])$/;
/** @type {Record<string, Color>} */
const COLORS = { b: "black", w: "white" };

/**
 * Read a position line; throws RangeError if it is invalid.
 * @param {string} line
 * @returns {Position}
 */
export function parsePosition(line) {
  const match = LINE.exec(line.trim().replace(/\s+/g, " "));
  if (!match) throw new RangeError(`not a position line: ${line}`);
  const [rows, cols] = [Number(match[1]), Number(match[2])];
  const written = match[6].split("/");
  const stones = written.flatMap(rowOf);
  if (written.length !== rows || written.some((row) => rowOf(row).length !== cols)) {
    throw new RangeError(`the stones of the position do not fill ${rows} rows of ${cols}`);
  }
  return {
    rows,
    cols,
    shape: /** @type {Shape} */ (match[3]),
    swap: match[4] === "-" ? null : /** @type {SwapRule} */ (match[4]),
    swapUsed: match[5] !== undefined,
    stones,
    turn: COLORS[match[7]],
  };
}

/** @param {string} text one row @returns {(Color | null)[]} */
function rowOf(text) {
  return (text.match(/[bw]|\d+/g) ?? []).flatMap((run) =>
    run in COLORS ? [COLORS[run]] : new Array(Math.min(Number(run), 999)).fill(null),
  );
}

/** @param {Position} position */
export function formatPosition({ rows, cols, shape, swap, swapUsed, stones, turn }) {
  const lines = Array.from({ length: rows }, (_, row) =>
    stones
      .slice(row * cols, (row + 1) * cols)
      .map((stone) => (stone ? stone[0] : "."))
      .join("")
      .replace(/\.+/g, (run) => String(run.length)),
  );
  return `${rows}x${cols} ${shape} ${swap ?? "-"}${swapUsed ? "/used" : ""} ${lines.join("/")} ${turn[0]}`;
}

/** The position of a board. @param {import("./board.js").Board} board @returns {Position} */
export function positionOf({ rows, cols, shape, swap, stones, turn, swapAvailable, over }) {
  const lone = turn === "white" && stones.filter((stone) => stone !== null).join() === "black";
  return { rows, cols, shape, swap, swapUsed: swap !== null && lone && !over && !swapAvailable, stones, turn };
}
