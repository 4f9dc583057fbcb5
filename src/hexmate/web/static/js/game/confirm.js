/** Whether a move must be confirmed before it counts. */

/** Boards of this side or more have cells that a finger easily misses. */
const LARGE = 11;

/**
 * @param {"auto" | "never" | "touch" | "always"} when the user's choice; `auto`: on touch screens, on large boards
 * @param {{touch: boolean, rows: number, cols: number}} move
 */
export function mustConfirm(when, { touch, rows, cols }) {
  if (when === "auto") return touch && Math.max(rows, cols) >= LARGE;
  return when === "always" || (when === "touch" && touch);
}
