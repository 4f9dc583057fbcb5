/**
 * An engine that analyses positions while you look at them, and reviews games move by move: in this page or on the
 * server, which speak the same messages. What the page cannot do, or fails to do, the server does.
 */

import { HAS_SERVER } from "../base.js";
import { connectDevice } from "../engine/client.js";
import { isBroken, markBroken } from "../engine/health.js";
import { answersHere } from "../engine/offers.js";
import { askPermit, refusalOf } from "../net/fair-play.js";
import { createSocket, socketAddress } from "../net/socket.js";
import { study } from "./preferences.js";

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
 * @property {(code: string) => void} [fallback] this device cannot run the engine; the server answers instead
 */
/** @typedef {"device" | "server"} Place */

/**
 * @typedef {object} Means
 * @property {typeof createSocket} connect
 * @property {typeof connectDevice | null} device null where there is none
 * @property {boolean} server whether there is one
 * @property {(position: string) => Promise<unknown>} permit fails where engines may not help
 */

/** @param {Listener} listener @param {Partial<Means>} [means] */
export function createEngine(listener, means = {}) {
  const device = globalThis.Worker ? connectDevice : null;
  return new AnalysisEngine(listener, {
    connect: createSocket,
    device,
    server: HAS_SERVER,
    permit: askPermit,
    ...means,
  });
}

class AnalysisEngine {
  /** @type {Partial<Record<Place, import("../net/socket.js").Socket>>} */ #sockets = {};
  /** @type {Record<string, any> | null} the running request */ #asked = null;
  /** Where it runs. @type {Place} */ #place = "server";
  #lastRef = 0;

  /** @param {Listener} listener @param {Means} means */
  constructor(listener, means) {
    this.listener = listener;
    this.means = means;
  }

  /** @param {string} position @param {string} player @param {{lines: number, seconds: number}} limits */
  analyse(position, player, { lines, seconds }) {
    this.#ask({ type: "analyse", position, player, lines, limit: { time: seconds } }, position);
  }

  /**
   * @param {{game: object} | {game_id: string | null}} game a record, or the id of a stored game
   * @param {string} player
   * @param {Limit} limit for each position
   * @param {string} end its last position
   */
  review(game, player, limit, end) {
    this.#ask({ type: "review", ...game, player, limit }, end);
  }

  /** @param {string} position @param {{seconds: number, moves: boolean}} limits whether every move too */
  solve(position, { seconds, moves }) {
    this.#ask({ type: "solve", position, time: seconds, moves }, position);
  }

  stop() {
    if (this.#asked) this.#sockets[this.#place]?.send({ type: "stop", ref: "stop" });
    this.#asked = null;
  }

  close() {
    this.#asked = null;
    for (const socket of Object.values(this.#sockets)) socket.close();
  }

  /** Whether this device would review a game. @param {object} game @param {string} player */
  reviewsHere(game, player) {
    return this.#placeFor({ type: "review", game, player }) === "device";
  }

  /** @param {Record<string, any>} question @param {string} position that it is about */
  #ask(question, position) {
    this.#lastRef += 1;
    this.#asked = { ...question, ref: `${this.#lastRef}` };
    this.#send(this.#placeFor(question), this.#asked);
    if (this.#place === "device" && this.means.server) void this.#checkFairPlay(this.#asked, position);
  }

  /** @param {Record<string, any>} question @returns {Place} */
  #placeFor(question) {
    const { server, device } = this.means;
    if (!server) return "device";
    const wanted = study.get("place") === "device" && device !== null && !isBroken();
    return wanted && answersHere(question) ? "device" : "server";
  }

  /** @param {Place} to @param {Record<string, any>} question */
  #send(to, question) {
    if (to !== this.#place) this.#sockets[this.#place]?.send({ type: "stop", ref: "stop" });
    this.#place = to;
    const socket = this.#sockets[to];
    if (socket) socket.send(question);
    else if (to === "server") this.#sockets.server = this.#connected();
    else {
      this.#sockets.device = this.means.device?.({ onMessage: (message) => this.#receive(message) });
      if (!this.#sockets.device?.send(question)) this.listener.error("device_unsupported", "");
    }
  }

  #connected() {
    return this.means.connect({
      address: () => socketAddress("/analysis"),
      onMessage: (message) => this.#receive(message),
      // After a lost connection the running request is sent again.
      onStatus: (status) => {
        if (status !== "open" || !this.#asked || this.#place !== "server") return;
        this.#sockets.server?.send(this.#asked);
        this.listener.connected(true);
      },
      onLost: () => this.#asked && this.#place === "server" && this.listener.connected(false),
      onRefused: () => this.listener.error("offline", ""),
    });
  }

  /** @param {any} message */
  #receive(message) {
    const { listener } = this;
    // Ignore late answers to a request that has been replaced.
    if (!this.#asked || message.ref !== this.#asked.ref) return;
    if ("trained" in message) listener.trained(message.trained);
    switch (message.type) {
      case "info":
        return listener.info(message);
      case "review":
        return listener.review(message.review, message.total);
      case "solution":
        if (message.final) this.#asked = null;
        return listener.solution(message);
      case "summary":
        this.#asked = null;
        return listener.summary(message.summary);
      case "error":
        return this.#refused(message);
    }
  }

  /** @param {{code: string, message: string}} error */
  #refused({ code, message }) {
    const retreats = this.#place === "device" && this.means.server && code.startsWith("device_");
    if (!retreats || !this.#asked) {
      this.#asked = null;
      return this.listener.error(code, message);
    }
    // From now on the server answers.
    markBroken();
    this.listener.fallback?.(code);
    this.#send("server", this.#asked);
  }

  /** Positions that people play online get no engine here either. @param {any} question @param {string} position */
  async #checkFairPlay(question, position) {
    const refusal = await refusalOf(position, this.means.permit);
    if (this.#asked !== question || !refusal) return;
    this.stop();
    this.listener.error(refusal.code, refusal.message);
  }
}
