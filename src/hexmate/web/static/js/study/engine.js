/** A player of the server that analyses: positions as long as one looks, games move by move. */

import { createSocket, socketAddress } from "../net/socket.js";

/** @typedef {{move: string, win_probability: number, score: number | null, visits: number | null, prior: number | null,
 *   depth: number | null, nodes: number | null, pv: string[]}} Line chances are those of the side to move */
/** @typedef {{lines: Line[], cells: Record<string, number>, visits: Record<string, number>, policy: Record<string,
 *   number>,
 *   final: boolean}} Info chances, visits and a network's shares by move, as far as the player tells them */
/** @typedef {{time: number, visits?: number}} Limit seconds, visits, or whichever ends first */
/** @typedef {"good" | "inaccuracy" | "mistake" | "blunder"} Classification */
/** @typedef {{number: number, color: "black" | "white", seat: "black" | "white", move: string | null, best: string,
 *   win_probability: number, loss: number | null, classification: Classification | null, lines: Line[]}} Review */
/** @typedef {{moves: number, inaccuracies: number, mistakes: number, blunders: number, mean_loss: number}} Sum */
/**
 * @typedef {object} Listener
 * @property {(yes: boolean) => void} trained whether the player's network has seen boards of this size
 * @property {(info: Info) => void} info
 * @property {(review: Review, total: number) => void} review
 * @property {(summary: Record<"black" | "white", Sum>) => void} summary
 * @property {(code: string, message: string) => void} error
 */

/**
 * @param {Listener} listener
 * @param {{connect?: typeof createSocket}} [options]
 */
export function createEngine(listener, { connect = createSocket } = {}) {
  /** @type {import("../net/socket.js").Socket | null} */ let socket = null;
  /** @type {Record<string, any> | null} what is being worked on */ let asked = null;
  let lastRef = 0;

  /** @param {any} message */
  function hear(message) {
    // An answer to a question that has been replaced may still be on its way.
    if (!asked || message.ref !== asked.ref) return;
    if ("trained" in message) listener.trained(message.trained);
    switch (message.type) {
      case "info":
        return listener.info(message);
      case "review":
        return listener.review(message.review, message.total);
      case "summary":
        asked = null;
        return listener.summary(message.summary);
      case "error":
        asked = null;
        return listener.error(message.code, message.message);
    }
  }

  /** @param {Record<string, any>} question */
  function ask(question) {
    lastRef += 1;
    asked = { ...question, ref: `${lastRef}` };
    if (socket) return void socket.send(asked);
    socket = connect({
      address: () => socketAddress("/analysis"),
      onMessage: hear,
      // Also after a lost connection: what was being worked on is asked for again.
      onStatus: (status) => status === "open" && asked && socket?.send(asked),
      onRefused: () => listener.error("offline", ""),
    });
  }

  return {
    /** @param {string} position @param {string} player @param {{lines: number, seconds: number}} limits */
    analyse: (position, player, { lines, seconds }) =>
      ask({ type: "analyse", position, player, lines, limit: { time: seconds } }),
    /** @param {object} game @param {string} player @param {Limit} limit for each position */
    review: (game, player, limit) => ask({ type: "review", game, player, limit }),
    stop() {
      if (asked) socket?.send({ type: "stop", ref: "stop" });
      asked = null;
    },
    close() {
      asked = null;
      socket?.close();
    },
  };
}
