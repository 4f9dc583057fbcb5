/** What a clock shows at a moment, computed from the server's last message. */

/** @typedef {import("./state.js").Clocks} Clocks */
/** @typedef {import("./state.js").Reading} Reading */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {{kind: "none" | "move" | "game" | "fischer" | "byoyomi", main: number, extra: number,
 *   periods: number}} Control seconds */

const TEXT = /^(\d+(?:\.\d+)?)(?:\/move|\+(?:(\d+)x)?(\d+(?:\.\d+)?))?$/;

/**
 * Read a time control as the server writes it: `none`, `30/move`, `300`, `300+5`, `60+3x10`.
 * @param {string} text
 * @returns {Control}
 */
export function parseControl(text) {
  const match = TEXT.exec(text);
  if (!match) return { kind: "none", main: 0, extra: 0, periods: 0 };
  const main = Number(match[1]);
  if (text.endsWith("/move")) return { kind: "move", main, extra: 0, periods: 0 };
  const extra = Number(match[3] ?? 0);
  if (match[2]) return { kind: "byoyomi", main, extra, periods: Number(match[2]) };
  return { kind: extra ? "fischer" : "game", main, extra, periods: 0 };
}

/** The inverse of `parseControl`. @param {Control} control */
export function formatControl({ kind, main, extra, periods }) {
  switch (kind) {
    case "none":
      return "none";
    case "move":
      return `${main}/move`;
    case "game":
      return String(main);
    case "fischer":
      return `${main}+${extra}`;
    case "byoyomi":
      return `${main}+${periods}x${extra}`;
  }
}

/**
 * @param {Clocks} clocks
 * @param {Color} seat
 * @param {number} elapsed milliseconds since the clocks' last message
 * @param {Control} control
 * @returns {Reading}
 */
export function readingAfter(clocks, seat, elapsed, control) {
  const reading = clocks[seat];
  if (reading.left === null || clocks.running !== seat) return reading;
  let left = reading.left - Math.max(0, elapsed);
  let { periods, overtime = false } = reading;
  while (left <= 0 && control.kind === "byoyomi" && periods > (overtime ? 1 : 0)) {
    left += control.extra * 1000;
    if (overtime) periods -= 1;
    overtime = true;
  }
  return { left: Math.max(0, left), periods, overtime };
}

/**
 * A time as a clock shows it: `12:05`, `1:02:05`, with tenths in the last ten seconds.
 * @param {number} milliseconds
 */
export function formatTime(milliseconds) {
  if (milliseconds < 10_000) return `0:0${(Math.floor(milliseconds / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
