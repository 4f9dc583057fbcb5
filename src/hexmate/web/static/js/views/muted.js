/** Authors of chat messages that the user has muted in a game; this tab remembers them. */

/** @param {string} game */
const keyOf = (game) => `hexmate.muted.${game}`;

/** @param {string} game @returns {Set<number>} */
export function mutedIn(game) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(game)) ?? "[]");
    return new Set(kept.filter((/** @type {unknown} */ author) => typeof author === "number"));
  } catch {
    return new Set();
  }
}

/** @param {string} game @param {Set<number>} authors */
export function keepMuted(game, authors) {
  try {
    sessionStorage.setItem(keyOf(game), JSON.stringify([...authors]));
  } catch {
    // Without storage they are muted until the page is left.
  }
}
