/** How long an opponent who left can still come back before the win can be claimed. */

/** @typedef {import("../game/state.js").State} State */

/** Milliseconds: the win is claimed a little later than the server allows it. */
const MARGIN = 100;
/** The longest time that a browser can wait. */
const MOST = 2 ** 31 - 1;

/**
 * @param {() => void} due called when the win can be claimed
 * @param {() => number} [now] milliseconds
 */
export function absenceTimer(due, now = () => performance.now()) {
  /** @type {State["claim"]} */ let known = null;
  let since = 0;
  /** @type {any} */ let timer = null;
  return {
    /** Milliseconds until the user can claim the win; null if there is nothing to claim. @param {State} state */
    wait({ claim, you }) {
      if (claim !== known) {
        known = claim;
        since = now();
        clearTimeout(timer);
        if (claim) timer = setTimeout(due, Math.min(MOST, claim.wait + MARGIN));
      }
      if (!claim || !you.includes(claim.seat)) return null;
      return Math.max(0, claim.wait - (now() - since));
    },
    stop: () => clearTimeout(timer),
  };
}
