/** Hints of the engine in the page, for games on the server. */

import { isLocal } from "../game/kept.js";
import { createMover } from "./mover.js";

const SECONDS = 1;

/**
 * The best move of a game on one screen; null where the server has to find it, or this device cannot.
 * @param {import("../game/state.js").State} state
 * @param {typeof createMover} [create]
 */
export async function hintHere({ id, mode, shape, start, rows, cols, swap, moves }, create = createMover) {
  const known = !isLocal(id) && mode === "local" && shape === "hex" && start === null;
  if (!known || (create === createMover && !globalThis.Worker)) return null;
  const mover = create();
  try {
    const game = { rows, cols, shape, swap, moves: moves.map(({ move }) => move) };
    const { move, win_probability } = await mover.find(game, "hexmate", 0, { seconds: SECONDS });
    return { move, info: { win_probability } };
  } catch {
    return null;
  } finally {
    mover.close();
  }
}
