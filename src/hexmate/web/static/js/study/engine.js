/** An engine of the server: it analyses positions while you look at them, and reviews games move by move. */

import { createSocket, socketAddress } from "../net/socket.js";

/** @typedef {import("../types/api").AnalysisLineState} Line */
/** @typedef {Omit<import("../types/api").AnalysisInfo, "type" | "ref" | "trained">} Info */
/** @typedef {{time: number, visits?: number}} Limit seconds and visits; the first limit reached ends the search */
/** @typedef {import("../types/api").MoveReviewState} Review */
/** @typedef {NonNullable<Review["classification"]>} Classification */
/** @typedef {import("../types/api").SummaryState} Sum */
/** @typedef {import("../types/api").SolutionMessage} Solution */
/**
 * @typedef {object} Listener
 * @property {(yes: boolean) => void} trained whether the engine's network was trained on boards of this size
 * @property {(yes: boolean) => void} connected whether the connection is open
 * @property {(info: Info) => void} info
 * @property {(review: Review, total: number) => void} review
 * @property {(summary: Record<"black" | "white", Sum>) => void} summary
 * @property {(solution: Solution) => void} solution
 * @property {(code: string, message: string) => void} error
 */

/**
 * @param {Listener} listener
 * @param {{connect?: typeof createSocket}} [options]
 */
export function createEngine(listener, { connect = createSocket } = {}) {
  /** @type {import("../net/socket.js").Socket | null} */ let socket = null;
  /** @type {Record<string, any> | null} the running request */ let asked = null;
  let lastRef = 0;

  /** @param {any} message */
  function receive(message) {
    // Ignore late answers to a request that has been replaced.
    if (!asked || message.ref !== asked.ref) return;
    if ("trained" in message) listener.trained(message.trained);
    switch (message.type) {
      case "info":
        return listener.info(message);
      case "review":
        return listener.review(message.review, message.total);
      case "solution":
        if (message.final) asked = null;
        return listener.solution(message);
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
      onMessage: receive,
      // After a lost connection the running request is sent again.
      onStatus: (status) => {
        if (status !== "open" || !asked) return;
        socket?.send(asked);
        listener.connected(true);
      },
      onLost: () => asked && listener.connected(false),
      onRefused: () => listener.error("offline", ""),
    });
  }

  return {
    /** @param {string} position @param {string} player @param {{lines: number, seconds: number}} limits */
    analyse: (position, player, { lines, seconds }) =>
      ask({ type: "analyse", position, player, lines, limit: { time: seconds } }),
    /**
     * @param {{game: object} | {game_id: string | null}} game a record, or the id of a stored game
     * @param {string} player
     * @param {Limit} limit for each position
     */
    review: (game, player, limit) => ask({ type: "review", ...game, player, limit }),
    /** @param {string} position @param {{seconds: number, moves: boolean}} limits whether every move too */
    solve: (position, { seconds, moves }) => ask({ type: "solve", position, time: seconds, moves }),
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
