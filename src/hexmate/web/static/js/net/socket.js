/**
 * A socket that comes back by itself: after the network, the server or the machine slept. What
 * must not be lost is the caller's business, who is told of every opening.
 */

/** @typedef {"connecting" | "open" | "closed"} Status closed: gone for good */
/**
 * @typedef {object} Socket
 * @property {(message: object) => boolean} send false when there is no connection now
 * @property {() => Status} status
 * @property {() => void} close for good
 */
/**
 * @typedef {object} Options
 * @property {() => string} address asked for at each attempt
 * @property {(message: any) => void} onMessage
 * @property {(status: Status) => void} [onStatus]
 * @property {(code: number, reason: string) => void} [onRefused] the server wants no more attempts
 * @property {(address: string) => WebSocket} [open]
 * @property {() => number} [random]
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
/** A quiet line is asked for a sign of life, and given up without one. */
const QUIET = 12_000;
const PATIENCE = 5000;
/** Codes from here on are the server's own and mean that no attempt will do better. */
const REFUSED = 4000;

/** @param {string} path of a socket under /api */
export function socketAddress(path) {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api${path}`;
}

/**
 * @param {Options} options
 * @returns {Socket}
 */
export function createSocket({
  address,
  onMessage,
  onStatus,
  onRefused,
  open = (url) => new WebSocket(url),
  random = Math.random,
}) {
  /** @type {WebSocket | null} */ let socket = null;
  /** @type {Status} */ let status = "connecting";
  let attempts = 0;
  /** @type {any} */ let retry = null;
  /** @type {any} */ let watchdog = null;

  /** @param {Status} next */
  function become(next) {
    if (next === status) return;
    status = next;
    onStatus?.(status);
  }

  function connect() {
    clearTimeout(retry);
    retry = null;
    const mine = open(address());
    socket = mine;
    mine.onopen = () => {
      if (socket !== mine) return;
      attempts = 0;
      become("open");
      listenForLife();
    };
    mine.onmessage = (event) => {
      if (socket !== mine) return;
      listenForLife();
      const message = decoded(event.data);
      if (message && message.type !== "pong") onMessage(message);
    };
    mine.onclose = (event) => {
      if (socket !== mine) return;
      drop();
      if (event.code >= REFUSED) {
        become("closed");
        onRefused?.(event.code, event.reason);
      } else {
        again();
      }
    };
  }

  /** Leave the present connection without waiting for the other side. */
  function drop() {
    clearTimeout(watchdog);
    const old = socket;
    socket = null;
    old?.close();
  }

  function again() {
    if (status === "closed") return;
    become("connecting");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts) * (0.75 + random() / 2);
    attempts += 1;
    clearTimeout(retry);
    retry = setTimeout(connect, wait);
  }

  function listenForLife() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      send({ type: "ping", ref: "ping" });
      watchdog = setTimeout(restart, PATIENCE);
    }, QUIET);
  }

  function restart() {
    if (status === "closed") return;
    drop();
    again();
  }

  /** The network is back, or the page is looked at again: no need to wait. */
  function hurry() {
    if (status !== "connecting" || retry === null || document.hidden) return;
    attempts = 0;
    connect();
  }

  /** @param {object} message */
  function send(message) {
    if (status !== "open" || !socket) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  const stop = new AbortController();
  globalThis.addEventListener?.("online", hurry, { signal: stop.signal });
  globalThis.addEventListener?.("offline", restart, { signal: stop.signal });
  globalThis.document?.addEventListener("visibilitychange", hurry, { signal: stop.signal });
  connect();

  return {
    send,
    status: () => status,
    close() {
      status = "closed";
      stop.abort();
      clearTimeout(retry);
      drop();
    },
  };
}

/** @param {string} data @returns {any} */
function decoded(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
