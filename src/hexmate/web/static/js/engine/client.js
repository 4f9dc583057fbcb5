/**
 * The engine in the page, behind the interface of a socket: it takes the messages of the analysis socket and gives the
 * same answers. The worker starts with the first message and ends when it has been idle for a while.
 */

import { ENGINE_FILES } from "../base.js";
import { knownChoice, rememberChoice } from "./accelerated.js";
import { noteAnswer, takeWorker } from "./early.js";
import { chosenNetwork } from "./network-choice.js";

/** @typedef {import("../net/socket.js").Socket} Socket */
/** @typedef {(message: any) => void} Receive */

/** Milliseconds without a request after which the worker ends and its memory is free. */
const IDLE = 60_000;
/** Milliseconds in which a worker must take a new request, before another one replaces it. */
const PATIENCE = 8000;
/** Milliseconds of silence after which a worker that should be working is asked whether it lives, and until it must
 * have answered: browsers end workers without a word, for want of memory or in the background. */
const SILENCE = { ask: 5000, answer: 20_000 };
const FINAL = new Set(["move", "summary", "error"]);

/** @param {import("./network-choice.js").Network} network @returns {Worker} */
function startWorker(network) {
  if (!ENGINE_FILES) throw new Error("this page has no engine");
  const { worker: address, module, weights, human } = ENGINE_FILES;
  const worker = takeWorker() ?? new Worker(address, { type: "module" });
  const addresses = { module, weights: { [network]: weights[network] }, human };
  worker.postMessage({ type: "open", addresses, gpu: knownChoice() });
  return worker;
}

/**
 * @typedef {object} Options
 * @property {Receive} onMessage
 * @property {(network: any) => Worker} [start]
 * @property {number} [idle]
 * @property {number} [patience]
 * @property {typeof SILENCE} [silence]
 */

/** @param {Options} options @returns {Socket} */
export const connectDevice = (options) => new DeviceSocket(options);

/** @implements {Socket} */
class DeviceSocket {
  /** @type {Worker | null} */ #worker = null;
  /** @type {any} the request that runs */ #asked = null;
  /** @type {any} */ #timer = null;
  /** @type {any} */ #watchdog = null;
  /** @type {any} */ #pulse = null;
  /** Whether the request has been given to a second worker, because the first was silent. */
  #again = false;
  /** The network that the worker has. @type {import("./network-choice.js").Network | null} */ #network = null;
  #closed = false;
  /** Whether the request that runs has been stopped. */
  #stopped = false;

  /** @param {Options} options */
  constructor({ onMessage, start = startWorker, idle = IDLE, patience = PATIENCE, silence = SILENCE }) {
    this.onMessage = onMessage;
    this.start = start;
    this.idle = idle;
    this.patience = patience;
    this.silence = silence;
  }

  status() {
    return this.#closed ? /** @type {const} */ ("closed") : /** @type {const} */ ("open");
  }

  /** @param {any} message */
  send(message) {
    if (this.#closed) return false;
    if (message.type === "stop" && !this.#worker) return true;
    clearTimeout(this.#timer);
    // A search in the core is not interrupted by messages: a worker that stays in one is replaced.
    if (this.#asked && !this.#watchdog) this.#ping(this.patience);
    // A stopped request may still be answered: with its best move so far.
    if (message.type !== "stop") {
      this.#asked = message;
      this.#again = false;
    }
    this.#stopped = message.type === "stop";
    this.#post(message);
    return true;
  }

  reconnect() {
    this.#end();
  }

  close() {
    this.#closed = true;
    this.#end();
  }

  /** @param {any} message */
  #post(message) {
    try {
      // You have chosen another network in the meantime.
      if (this.#worker && this.#network !== chosenNetwork() && message.type !== "stop") {
        this.#worker.terminate();
        this.#worker = null;
        clearTimeout(this.#watchdog);
        this.#watchdog = null;
      }
      this.#worker ??= this.#started();
      this.#worker.postMessage(message);
      if (!this.#watchdog) this.#listen();
    } catch (error) {
      this.#fail(String(error));
    }
  }

  /** Expect a sign of life. @param {number} patience */
  #ping(patience) {
    clearTimeout(this.#pulse);
    this.#watchdog = setTimeout(() => this.#restart(), patience);
    this.#worker?.postMessage({ type: "ping", ref: "awake" });
  }

  /** Ask for a sign of life when the worker has been silent. */
  #listen() {
    clearTimeout(this.#pulse);
    if (this.#asked) this.#pulse = setTimeout(() => this.#ping(this.silence.answer), this.silence.ask);
  }

  #started() {
    this.#network = chosenNetwork();
    const worker = this.start(this.#network);
    worker.onmessage = ({ data }) => worker === this.#worker && this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(event.message ?? "");
    };
    return worker;
  }

  /** @param {any} message */
  #receive(message) {
    clearTimeout(this.#watchdog);
    this.#watchdog = null;
    this.#listen();
    if (message.type === "pong") return;
    noteAnswer();
    if (message.type === "accelerated") return rememberChoice(message);
    const final = message.ref === this.#asked?.ref && (FINAL.has(message.type) || message.final);
    if (final || message.type === "ack") this.#rest();
    this.onMessage(message);
  }

  /** Nothing is asked: after a while the worker ends. */
  #rest() {
    this.#asked = null;
    clearTimeout(this.#pulse);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.idle);
  }

  #restart() {
    const message = this.#asked;
    if (this.#stopped || this.#again) return this.#fail("the search did not end");
    this.#end();
    if (!message) return;
    this.send(message);
    this.#again = true;
  }

  /** The worker has died or could not start. @param {string} reason */
  #fail(reason) {
    const ref = this.#asked?.ref;
    this.#end();
    this.onMessage({ type: "error", ref, code: "device_failed", message: reason });
  }

  #end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    clearTimeout(this.#pulse);
    this.#watchdog = null;
    this.#worker?.terminate();
    this.#worker = null;
    this.#asked = null;
  }
}
