/** A game on the server, kept in step over a socket that comes back by itself. */

import { ApiError } from "../net/api.js";
import { createSocket, socketAddress } from "../net/socket.js";
import { duePremove, firstModel, intended, planned, received, refused } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Message} Message */
/** @typedef {import("../net/socket.js").Status} Link */
/**
 * What has happened: `moved` tells the number of a move that another has made or the server has
 * confirmed, `refused` why a move or a question was not granted.
 * @typedef {{kind: "state" | "undone" | "updated" | "intended" | "planned" | "link"}
 *   | {kind: "moved", number: number}
 *   | {kind: "thinking", info: any}
 *   | {kind: "refused", code: string, message: string}
 *   | {kind: "gone", code: number}} Event
 */
/**
 * A game that a page can show and play, wherever it is kept.
 * @typedef {object} Session
 * @property {() => Model | null} model null until the first word about the game
 * @property {(listener: (event: Event) => void) => () => void} subscribe
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} plan a premove, or none
 * @property {(type: string, fields?: object) => Promise<any>} ask for anything but a move; the answer
 * @property {() => Link} link
 * @property {() => void} close
 */

/** @type {Partial<Record<string, "undone" | "updated">>} */
const KINDS = { undo: "undone", update: "updated" };

/**
 * @param {string} id of the game
 * @param {{connect?: typeof createSocket, state?: import("./state.js").State}} [options] a state that is
 *   known already
 * @returns {Session}
 */
export function openSession(id, { connect = createSocket, state } = {}) {
  /** @type {Model | null} */ let model = state ? firstModel(state) : null;
  let lastRef = 0;
  /** @type {Set<(event: Event) => void>} */
  const listeners = new Set();
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const questions = new Map();

  /** @param {Event} event */
  const tell = (event) => [...listeners].forEach((listener) => listener(event));
  const freshRef = () => {
    lastRef += 1;
    return `${lastRef}`;
  };

  const socket = connect({
    address: () =>
      socketAddress(`/games/${encodeURIComponent(id)}/live${model ? `?since=${model.state.version}` : ""}`),
    onMessage: hear,
    onStatus(status) {
      if (status !== "open") forsake();
      tell({ kind: "link" });
    },
    onRefused: (code) => tell({ kind: "gone", code }),
  });

  /** Nobody will answer questions that went over a lost connection. */
  function forsake() {
    for (const { reject } of questions.values()) reject(new ApiError("offline", "the connection was lost"));
    questions.clear();
  }

  /** @param {Message} message */
  function hear(message) {
    switch (message.type) {
      case "state":
        return takeState(message);
      case "move":
      case "undo":
      case "update":
        return takeChange(message);
      case "thinking":
        return tell({ kind: "thinking", info: message.info });
      case "error":
        return takeError(message);
      default:
        return answer(message);
    }
  }

  /** @param {Message} message */
  function takeState(message) {
    const before = model?.pending ?? null;
    model = received(model ?? firstModel(/** @type {any} */ (message)), message);
    // A move that was on its way when the line broke goes out again; it carries its number, so
    // that it cannot count twice.
    if (model?.pending) sendMove(model.pending);
    else if (before && model?.state.moves[before.number - 1]?.move !== before.move) {
      tell({ kind: "refused", code: "stale", message: "" });
    }
    tell({ kind: "state" });
    playPremove();
  }

  /** @param {Message} message */
  function takeChange(message) {
    if (!model) return;
    const next = received(model, message);
    if (next === null) return void socket.send({ type: "state", ref: freshRef() });
    if (next === model) return;
    const dropped = model.premove && !next.premove;
    model = next;
    tell(
      message.type === "move" ? { kind: "moved", number: message.number } : { kind: KINDS[message.type] ?? "updated" },
    );
    if (dropped) tell({ kind: "planned" });
    playPremove();
  }

  function playPremove() {
    const due = model && duePremove(model);
    if (due) play(due.move);
  }

  /** @param {Message} message */
  function takeError({ ref, error, message }) {
    const question = questions.get(ref);
    questions.delete(ref);
    if (question) return question.reject(new ApiError(error, message));
    if (!model) return;
    model = refused(model, ref);
    // What the server knows and this page does not will come with the whole state.
    if (error === "stale") socket.send({ type: "state", ref: freshRef() });
    tell({ kind: "refused", code: error, message });
  }

  /** @param {Message} message */
  function answer(message) {
    questions.get(message.ref)?.resolve(message);
    questions.delete(message.ref);
  }

  /** @param {import("./model.js").Intent} intent */
  function sendMove({ ref, number, move }) {
    socket.send({ type: "move", ref, number, move });
  }

  /** @param {string} move */
  function play(move) {
    if (!model) return;
    model = intended(model, move, freshRef());
    if (model.pending) sendMove(model.pending);
    tell({ kind: "intended" });
  }

  return {
    model: () => model,
    link: () => socket.status(),
    play,
    plan(move) {
      if (model) model = planned(model, move);
      tell({ kind: "planned" });
    },
    ask(type, fields = {}) {
      const ref = freshRef();
      return new Promise((resolve, reject) => {
        if (!socket.send({ type, ref, ...fields })) reject(new ApiError("offline", "there is no connection"));
        else questions.set(ref, { resolve, reject });
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      questions.clear();
      socket.close();
    },
  };
}
