/** Moves of the engine in the page, for games without a server. */

import { ApiError } from "../net/api.js";
import { connectDevice } from "./client.js";

/** @typedef {import("../game/kept.js").Rules & {moves: string[]}} PlayedGame */
/** @typedef {{move: string, win_probability: number | null}} FoundMove */
/**
 * @typedef {object} Mover
 * @property {(game: PlayedGame, player: string, seed: number, limit?: {seconds: number}) => Promise<FoundMove>} find
 *   replaces the search before, which is never answered
 * @property {() => void} stop ends the search, which answers with its best move so far
 * @property {() => void} close
 */

/** @param {{connect?: typeof connectDevice}} [options] @returns {Mover} */
export function createMover({ connect = connectDevice } = {}) {
  /** @type {import("../net/socket.js").Socket | null} */ let socket = null;
  /** @type {{ref: string, resolve: (found: FoundMove) => void, reject: (error: Error) => void} | null} */
  let waiting = null;
  let lastRef = 0;

  /** @param {any} message */
  function receive({ ref, type, code, message, move, win_probability }) {
    if (!waiting || waiting.ref !== ref) return;
    const { resolve, reject } = waiting;
    waiting = null;
    if (type === "error") reject(new ApiError(code, message));
    else resolve({ move, win_probability });
  }

  return {
    find({ rows, cols, shape, swap, moves }, player, seed, limit) {
      lastRef += 1;
      const ref = `${lastRef}`;
      return new Promise((resolve, reject) => {
        waiting = { ref, resolve, reject };
        socket ??= connect({ onMessage: receive });
        const game = { rows, cols, shape, swap, moves };
        socket.send({ type: "play", ref, game, player, seed, limit, place: limit ? "hint" : "game" });
      });
    },
    stop: () => void socket?.send({ type: "stop", ref: "stop" }),
    close() {
      waiting = null;
      socket?.close();
    },
  };
}
