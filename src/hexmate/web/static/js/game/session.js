/** A game on the server, kept up to date over a socket that reconnects by itself. */

import { ApiError } from "../net/api.js";
import { createSocket, socketAddress } from "../net/socket.js";
import { merged } from "./chat.js";
import { duePremove, firstModel, intended, planned, received, refused } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Message} Message */
/** @typedef {import("../net/socket.js").Status} Link */
/**
 * What happened. `moved` has the number of a move that another player made or the server confirmed,
 * `refused` the error that answered a move or a request.
 * @typedef {{kind: "state" | "undone" | "updated" | "intended" | "planned" | "link" | "chat"}
 *   | {kind: "moved", number: number}
 *   | {kind: "searching", info: import("../types/api").SearchInfo}
 *   | {kind: "refused", code: string, message: string}
 *   | {kind: "gone", code: number}} Event
 */
/**
 * A game that a page can show and play, on the server or in this browser.
 * @typedef {object} Session
 * @property {() => Model | null} model null until the first state has arrived
 * @property {(listener: (event: Event) => void) => () => void} subscribe
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} plan a premove, or none
 * @property {(type: string, fields?: object) => Promise<any>} ask send any request except a move; returns the answer
 * @property {() => Link} link
 * @property {() => import("./chat.js").ChatLine[]} chat the chat messages so far
 * @property {() => Promise<void>} reconnect
 * @property {() => void} close
 */

/** @type {Partial<Record<string, "undone" | "updated">>} */
const KINDS = { undo: "undone", update: "updated" };

/**
 * Open a game on the server.
 * @param {string} id of the game
 * @param {{connect?: typeof createSocket, state?: import("./state.js").State}} [options] `state`: the state, if
 *   already known
 * @returns {Session}
 */
export function openSession(id, { connect = createSocket, state } = {}) {
  return new ServerSession(id, connect, state);
}

/** @implements {Session} */
class ServerSession {
  /** @type {Model | null} */ #model;
  #lastRef = 0;
  /** @type {import("./chat.js").ChatLine[]} */ #chat = [];
  /** @type {Set<(event: Event) => void>} */ #listeners = new Set();
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */ #questions = new Map();
  /** @type {import("../net/socket.js").Socket} */ #socket;

  /** @param {string} id @param {typeof createSocket} connect @param {import("./state.js").State} [state] */
  constructor(id, connect, state) {
    this.#model = state ? firstModel(state) : null;
    const since = () => (this.#model ? `?since=${this.#model.state.version}` : "");
    this.#socket = connect({
      address: () => socketAddress(`/games/${encodeURIComponent(id)}/live${since()}`),
      onMessage: (message) => this.#receive(message),
      onStatus: (status) => {
        if (status !== "open") this.#rejectQuestions();
        this.#notify({ kind: "link" });
      },
      onRefused: (code) => this.#notify({ kind: "gone", code }),
    });
  }

  model() {
    return this.#model;
  }

  link() {
    return this.#socket.status();
  }

  chat() {
    return this.#chat;
  }

  /** Connect again, as the person that the browser is now; resolves when the state is here. */
  reconnect() {
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      const unsubscribe = this.subscribe(({ kind }) => {
        if (kind !== "state") return;
        unsubscribe();
        resolve();
      });
      this.#socket.reconnect();
    });
  }

  /** @param {string} move */
  play(move) {
    if (!this.#model) return;
    this.#model = intended(this.#model, move, this.#nextRef());
    if (this.#model.pending) this.#sendMove(this.#model.pending);
    this.#notify({ kind: "intended" });
  }

  /** @param {string | null} move */
  plan(move) {
    if (this.#model) this.#model = planned(this.#model, move);
    this.#notify({ kind: "planned" });
  }

  /** @param {string} type @param {object} [fields] */
  ask(type, fields = {}) {
    const ref = this.#nextRef();
    return new Promise((resolve, reject) => {
      if (!this.#socket.send({ type, ref, ...fields })) reject(new ApiError("offline", "not connected"));
      else this.#questions.set(ref, { resolve, reject });
    });
  }

  /** @param {(event: Event) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close() {
    this.#listeners.clear();
    this.#questions.clear();
    this.#socket.close();
  }

  /** @param {Event} event */
  #notify(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #nextRef() {
    this.#lastRef += 1;
    return `${this.#lastRef}`;
  }

  /** Questions sent over a lost connection are never answered. */
  #rejectQuestions() {
    for (const { reject } of this.#questions.values()) reject(new ApiError("offline", "the connection was lost"));
    this.#questions.clear();
  }

  /** @param {Message} message */
  #receive(message) {
    switch (message.type) {
      case "state":
        return this.#receiveState(message);
      case "move":
      case "undo":
      case "update":
        return this.#receiveChange(message);
      case "chat":
        this.#chat = merged(this.#chat, message.lines);
        return this.#notify({ kind: "chat" });
      case "searching":
        return this.#notify({ kind: "searching", info: message.info });
      case "error":
        return this.#receiveError(message);
      default:
        return this.#receiveAnswer(message);
    }
  }

  /** @param {import("../types/api").GameState} message */
  #receiveState(message) {
    const before = this.#model?.pending ?? null;
    const model = received(this.#model ?? firstModel(message), message);
    this.#model = model;
    // A move that was on its way when the connection broke is sent again. It carries its number, so it cannot
    // count twice.
    if (model?.pending) this.#sendMove(model.pending);
    else if (before && model?.state.moves[before.number - 1]?.move !== before.move) {
      this.#notify({ kind: "refused", code: "stale", message: "" });
    }
    this.#notify({ kind: "state" });
    this.#playPremove();
  }

  /** @param {import("../types/api").Change} message */
  #receiveChange(message) {
    if (!this.#model) return;
    const next = received(this.#model, message);
    if (next === null) return this.#requestState();
    if (next === this.#model) return;
    const dropped = this.#model.premove && !next.premove;
    this.#model = next;
    if (message.type === "move") this.#notify({ kind: "moved", number: message.number });
    else this.#notify({ kind: KINDS[message.type] ?? "updated" });
    if (dropped) this.#notify({ kind: "planned" });
    this.#playPremove();
  }

  /** @param {import("../types/api").ErrorMessage} message */
  #receiveError({ ref: number, code, message }) {
    const ref = `${number}`;
    const question = this.#questions.get(ref);
    this.#questions.delete(ref);
    if (question) return question.reject(new ApiError(code, message));
    if (!this.#model) return;
    this.#model = refused(this.#model, ref);
    // The whole state brings whatever this page has missed.
    if (code === "stale") this.#requestState();
    this.#notify({ kind: "refused", code, message });
  }

  /** @param {Extract<Message, {ref?: unknown}>} message */
  #receiveAnswer(message) {
    const ref = `${message.ref}`;
    this.#questions.get(ref)?.resolve(message);
    this.#questions.delete(ref);
  }

  #requestState() {
    this.#socket.send({ type: "state", ref: this.#nextRef() });
  }

  #playPremove() {
    const due = this.#model && duePremove(this.#model);
    if (due) this.play(due.move);
  }

  /** @param {import("./model.js").Intent} intent */
  #sendMove({ ref, number, move }) {
    this.#socket.send({ type: "move", ref, number, move });
  }
}
