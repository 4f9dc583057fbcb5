/** How strongly a heat map colours each cell; the same scale as in `hexmate.svg`. */

/** @typedef {{kind: "heat" | "cool", opacity: number}} Shade */

const MOST = 0.85;

/**
 * Values of one sign are scaled from the lowest to the highest, others on both sides of zero.
 * NaN leaves its cell uncoloured; infinite values count as the largest.
 * @param {Map<number, number>} values
 * @returns {Map<number, Shade>}
 */
export function shades(values) {
  const finite = [...values.values()].filter(Number.isFinite);
  const low = finite.length ? Math.min(...finite) : 0;
  const high = finite.length ? Math.max(...finite) : 0;
  /** @type {Map<number, Shade>} */
  const found = new Map();
  for (const [cell, value] of values) {
    if (Number.isNaN(value)) continue;
    const strength = scaled(Math.min(Math.max(value, low), high), low, high);
    const opacity = Math.round(Math.abs(strength) * MOST * 1000) / 1000;
    found.set(cell, { kind: strength > 0 ? "heat" : "cool", opacity });
  }
  return found;
}

/** @param {number} value @param {number} low @param {number} high */
function scaled(value, low, high) {
  if (low < 0 && high > 0) return value / Math.max(-low, high);
  if (low === high) return 1;
  // The lowest value is still visible, to differ from no value.
  return 0.08 + (0.92 * (value - low)) / (high - low);
}
