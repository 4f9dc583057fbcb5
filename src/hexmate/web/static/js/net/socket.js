/**
 * A socket that reconnects by itself: after a lost network, a restarted server or a machine that
 * slept. Messages are not kept: the caller learns of every opening and sends again what must arrive.
 */

import { BASE } from "../base.js";

/** @typedef {"connecting" | "open" | "closed"} Status closed: will not reconnect */
/**
 * @typedef {object} Socket
 * @property {(message: object) => boolean} send false when there is no connection now
 * @property {() => Status} status
 * @property {() => void} reconnect drop this connection and make another
 * @property {() => void} close for good
 */
/**
 * @typedef {object} Options
 * @property {() => string} address called at each attempt
 * @property {(message: any) => void} onMessage
 * @property {(status: Status) => void} [onStatus]
 * @property {() => void} [onLost] there is no connection, and another one is tried later
 * @property {(code: number, reason: string) => void} [onRefused] the server refused the connection for good
 * @property {(address: string) => WebSocket} [open]
 * @property {() => number} [random]
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
/** Milliseconds without a message before a ping, and then without an answer before reconnecting. */
const QUIET = 12_000;
const PATIENCE = 5000;
/** Close codes from here on are the server's own: trying again would not help. */
const REFUSED = 4000;
/** A socket's `readyState` before it is open. */
const CONNECTING = 0;

/** @param {string} path of a socket under /api */
export function socketAddress(path) {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${BASE}/api${path}`;
}

/**
 * Connect, and stay connected.
 * @param {Options} options
 * @returns {Socket}
 */
export const createSocket = (options) => new ReconnectingSocket(options);

/** @implements {Socket} */
class ReconnectingSocket {
  /** @type {Required<Pick<Options, "open" | "random">> & Options} */ #options;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Status} */ #status = "connecting";
  #attempts = 0;
  /** @type {any} */ #retry = null;
  /** @type {any} */ #watchdog = null;
  #stop = new AbortController();

  /** @param {Options} options */
  constructor(options) {
    this.#options = { open: (url) => new WebSocket(url), random: Math.random, ...options };
    const { signal } = this.#stop;
    globalThis.addEventListener?.("online", () => this.#retryNow(), { signal });
    globalThis.addEventListener?.("offline", () => this.#restart(), { signal });
    globalThis.document?.addEventListener("visibilitychange", () => this.#retryNow(), { signal });
    this.#connect();
  }

  status() {
    return this.#status;
  }

  /** @param {object} message */
  send(message) {
    if (this.#status !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  reconnect() {
    this.#restart();
  }

  close() {
    this.#status = "closed";
    this.#stop.abort();
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** @param {Status} status */
  #setStatus(status) {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onStatus?.(status);
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#retry = null;
    const socket = this.#options.open(this.#options.address());
    this.#socket = socket;
    // Events of a socket that has been dropped since are ignored.
    socket.onopen = () => {
      if (this.#socket !== socket) return socket.close();
      this.#attempts = 0;
      this.#setStatus("open");
      this.#watch();
    };
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#watch();
      const message = decoded(event.data);
      if (message && message.type !== "pong") this.#options.onMessage(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#drop();
      if (event.code < REFUSED) return this.#retryLater();
      this.#setStatus("closed");
      this.#options.onRefused?.(event.code, event.reason);
    };
  }

  /** Drop the current connection without waiting for the other side. */
  #drop() {
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#socket = null;
    // Browsers report a socket that is closed while it connects as an error: it is closed once it is open.
    if (socket?.readyState !== CONNECTING) socket?.close();
  }

  #retryLater() {
    if (this.#status === "closed") return;
    this.#setStatus("connecting");
    this.#options.onLost?.();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts) * (0.75 + this.#options.random() / 2);
    this.#attempts += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** Called at every sign of life: ping after a quiet time, and reconnect without an answer. */
  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.send({ type: "ping", ref: "ping" });
      this.#watchdog = setTimeout(() => this.#restart(), PATIENCE);
    }, QUIET);
  }

  #restart() {
    if (this.#status === "closed") return;
    this.#drop();
    this.#retryLater();
  }

  /** The network is back, or the page is visible again: no need to wait. */
  #retryNow() {
    if (this.#status !== "connecting" || this.#retry === null || document.hidden) return;
    this.#attempts = 0;
    this.#connect();
  }
}

/** @param {string} data @returns {any} */
function decoded(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
