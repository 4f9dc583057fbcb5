/** A first move that was chosen before its game existed: on the start page. */

/** @type {{id: string, move: string} | null} */
let kept = null;

/** @param {string} id of the game @param {string} move */
export function keepFirst(id, move) {
  kept = { id, move };
}

/** The first move of a game, once. @param {string} id @returns {string | null} */
export function takeFirst(id) {
  const move = kept?.id === id ? kept.move : null;
  kept = null;
  return move;
}
