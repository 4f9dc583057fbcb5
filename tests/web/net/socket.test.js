import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createSocket } from "../../../src/hexmate/web/static/js/net/socket.js";

class FakeSocket {
  /** @type {any} */ onopen = null;
  /** @type {any} */ onmessage = null;
  /** @type {any} */ onclose = null;
  /** @type {string[]} */ sent = [];
  closed = false;
  /** @type {number | undefined} */ readyState;
  /** @param {string} address */
  constructor(address) {
    this.address = address;
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

/** @param {(log: any) => void} run */
function withTimers(run) {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    /** @type {FakeSocket[]} */ const opened = [];
    /** @type {any[]} */ const heard = [];
    /** @type {string[]} */ const statuses = [];
    /** @type {number[]} */ const refused = [];
    /** @type {number[]} the attempts that failed */ const lost = [];
    let attempt = 0;
    const socket = createSocket({
      address: () => {
        attempt += 1;
        return `ws://test/${attempt}`;
      },
      onMessage: (message) => heard.push(message),
      onStatus: (status) => statuses.push(status),
      onLost: () => lost.push(attempt),
      onRefused: (code) => refused.push(code),
      open: (address) => {
        opened.push(new FakeSocket(address));
        return /** @type {any} */ (opened[opened.length - 1]);
      },
      random: () => 0.5,
    });
    run({ socket, opened, heard, statuses, refused, lost, last: () => opened[opened.length - 1] });
    socket.close();
  } finally {
    mock.timers.reset();
  }
}

test("messages go both ways; pongs stay inside the socket", () =>
  withTimers(({ socket, heard, last }) => {
    assert.equal(socket.send({ type: "x" }), false);
    last().onopen();
    assert.equal(socket.send({ type: "x" }), true);
    assert.deepEqual(last().sent, ['{"type":"x"}']);
    last().onmessage({ data: '{"type":"state"}' });
    last().onmessage({ data: '{"type":"pong"}' });
    last().onmessage({ data: "not JSON" });
    assert.deepEqual(heard, [{ type: "state" }]);
  }));

test("a lost connection is retried, each time after a longer wait", () =>
  withTimers(({ socket, opened, statuses, lost, last }) => {
    last().onopen();
    for (const wait of [250, 500, 1000, 2000, 4000, 4000]) {
      const before = opened.length;
      last().onclose({ code: 1006 });
      mock.timers.tick(wait - 1);
      assert.equal(opened.length, before);
      mock.timers.tick(1);
      assert.equal(opened.length, before + 1);
    }
    last().onopen();
    assert.deepEqual(statuses, ["open", "connecting", "open"]);
    assert.deepEqual(lost, [1, 2, 3, 4, 5, 6]);
    assert.equal(last().address, "ws://test/7");
    assert.equal(socket.status(), "open");
  }));

test("a close code of the server's own ends the attempts", () =>
  withTimers(({ socket, opened, refused, last }) => {
    last().onopen();
    last().onclose({ code: 4404, reason: "no such game" });
    mock.timers.tick(60_000);
    assert.equal(opened.length, 1);
    assert.deepEqual(refused, [4404]);
    assert.equal(socket.status(), "closed");
  }));

test("a quiet connection gets a ping, and reconnects without an answer", () =>
  withTimers(({ opened, last }) => {
    last().onopen();
    const first = last();
    mock.timers.tick(12_000);
    assert.deepEqual(JSON.parse(first.sent[0]).type, "ping");
    first.onmessage({ data: '{"type":"pong"}' });
    mock.timers.tick(12_000);
    assert.equal(opened.length, 1);
    mock.timers.tick(5000);
    assert.equal(first.closed, true);
    mock.timers.tick(250);
    assert.equal(opened.length, 2);
    first.onmessage({ data: '{"type":"late"}' });
    first.onclose({ code: 1006 });
    mock.timers.tick(60_000);
    assert.equal(opened.length, 2, "what the old line still says is not heard");
  }));

test("a socket that is left while it connects is closed once it is open", () =>
  withTimers(({ socket, last }) => {
    last().readyState = 0;
    socket.close();
    assert.equal(last().closed, false);
    last().onopen();
    assert.equal(last().closed, true);
    assert.equal(socket.status(), "closed");
  }));
