import assert from "node:assert/strict";
import { before, test } from "node:test";

import { openSession } from "../../../src/hexmate/web/static/js/game/session.js";
import { stateOf } from "./samples.js";

before(() => {
  Object.assign(globalThis, { location: { protocol: "http:", host: "test" } });
});

/** A session whose other end is the test. */
function setUp() {
  /** @type {any} */ let options = null;
  /** @type {any[]} */ const sent = [];
  let status = "open";
  const session = openSession("g1", {
    connect: (given) => {
      options = given;
      return {
        send: (message) => status === "open" && sent.push(message) > 0,
        status: () => /** @type {any} */ (status),
        close() {},
        reconnect() {},
      };
    },
  });
  /** @type {string[]} */ const events = [];
  session.subscribe((event) => events.push(event.kind === "refused" ? `refused ${event.code}` : event.kind));
  return {
    session,
    sent,
    events,
    say: (/** @type {object} */ message) => options.onMessage(message),
    address: () => options.address(),
    cut() {
      status = "connecting";
      options.onStatus(status);
    },
    mend() {
      status = "open";
      options.onStatus(status);
    },
  };
}
const moved = (/** @type {number} */ version, /** @type {number} */ number, /** @type {string} */ move) => ({
  type: "move",
  version,
  number,
  color: number % 2 ? "black" : "white",
  move,
  turn: number % 2 ? "white" : "black",
  mover: number % 2 ? "white" : "black",
  swap_available: false,
  clocks: null,
});
const shown = (/** @type {import("../../../src/hexmate/web/static/js/game/session.js").Session} */ session) =>
  session
    .model()
    ?.state.moves.map(({ move }) => move)
    .join(" ");

test("a move is sent with its number and confirmed by the answer", () => {
  const { session, sent, events, say } = setUp();
  say({ type: "state", ...stateOf("") });
  session.play("c3");
  assert.deepEqual(sent, [{ type: "move", ref: "1", number: 1, move: "c3" }]);
  say({ type: "ack", ref: "1" });
  say(moved(8, 1, "c3"));
  assert.equal(session.model()?.pending, null);
  assert.deepEqual(events, ["state", "intended", "moved"]);
});

test("a refused move is taken off the board, a stale one requests the whole state", () => {
  const { session, sent, events, say } = setUp();
  say({ type: "state", ...stateOf("") });
  session.play("c3");
  say({ type: "error", ref: "1", code: "illegal", message: "no" });
  assert.equal(session.model()?.pending, null);
  session.play("c4");
  say({ type: "error", ref: "2", code: "stale", message: "late" });
  assert.equal(sent.at(-1).type, "state");
  assert.deepEqual(events, ["state", "intended", "refused illegal", "intended", "refused stale"]);
});

test("a move that was on its way when the connection broke is sent again", () => {
  const { session, sent, say, cut, mend, address } = setUp();
  say({ type: "state", ...stateOf("") });
  session.play("c3");
  cut();
  mend();
  assert.equal(address(), "ws://test/api/games/g1/live?since=7");
  say({ type: "state", ...stateOf("", { version: 9 }) });
  assert.deepEqual(
    sent.map(({ type, ref, number }) => [type, ref, number]),
    [
      ["move", "1", 1],
      ["move", "1", 1],
    ],
  );
  say(moved(10, 1, "c3"));
  assert.equal(shown(session), "c3");
});

test("a connection that broke after the server had the move loses nothing", () => {
  const { session, sent, events, say, cut, mend } = setUp();
  say({ type: "state", ...stateOf("") });
  session.play("c3");
  cut();
  mend();
  say({ type: "state", ...stateOf("c3 b2", { version: 9 }) });
  assert.equal(sent.length, 1);
  assert.equal(shown(session), "c3 b2");
  assert.ok(!events.some((event) => event.startsWith("refused")));
});

test("a gap in the messages requests the whole state", () => {
  const { sent, say } = setUp();
  say({ type: "state", ...stateOf("") });
  say(moved(9, 2, "b2"));
  assert.equal(sent[0].type, "state");
});

test("a premove is played when its turn comes", () => {
  const { session, sent, events, say } = setUp();
  say({ type: "state", ...stateOf("c3") });
  session.plan("d2");
  assert.equal(sent.length, 0);
  say(moved(8, 2, "b2"));
  assert.deepEqual(sent, [{ type: "move", ref: "1", number: 3, move: "d2" }]);
  assert.deepEqual(events, ["state", "planned", "moved", "intended"]);
});

test("requests get their own answers, and fail when the connection breaks", async () => {
  const { session, say, cut } = setUp();
  say({ type: "state", ...stateOf("") });
  const hint = session.ask("hint");
  const resign = session.ask("resign");
  const lost = session.ask("pause");
  say({ type: "error", ref: "2", code: "over", message: "the game is over" });
  say({ type: "hint", ref: "1", move: "c3" });
  assert.equal((await hint).move, "c3");
  await assert.rejects(resign, { code: "over" });
  cut();
  await assert.rejects(lost, { code: "offline" });
  await assert.rejects(session.ask("pause"), { code: "offline" });
});
