import assert from "node:assert/strict";
import { before, test } from "node:test";

import { inviteLink, keepInvite, secretIn } from "../../src/hexmate/web/static/js/game/invites.js";
import { stepsOf } from "../../src/hexmate/web/static/js/game/line.js";
import { recordOf } from "../../src/hexmate/web/static/js/game/record.js";
import { boardAt, endOf, lineThrough, loserAt, readTree } from "../../src/hexmate/web/static/js/game/tree.js";
import english from "../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";
import { ApiError } from "../../src/hexmate/web/static/js/net/api.js";
import { Board } from "../../src/hexmate/web/static/js/rules/board.js";
import { createEngine } from "../../src/hexmate/web/static/js/study/engine.js";
import { preferred } from "../../src/hexmate/web/static/js/study/engine-settings.js";
import { exactPicture } from "../../src/hexmate/web/static/js/study/exact-overlays.js";
import { faultsOf, pathsOf, plyAt, pointsOf } from "../../src/hexmate/web/static/js/study/graph.js";
import { handedOn, handOn } from "../../src/hexmate/web/static/js/study/handoff.js";
import { effortOf } from "../../src/hexmate/web/static/js/study/lines.js";
import { notesOf } from "../../src/hexmate/web/static/js/study/notes.js";
import { bestMoves, enginePicture, pictureOf } from "../../src/hexmate/web/static/js/study/overlays.js";
import { playOut } from "../../src/hexmate/web/static/js/study/playout.js";
import { answerText, legendText, progressText, solvedPicture } from "../../src/hexmate/web/static/js/study/solve.js";
import { stateOf } from "./game/samples.js";

/** @typedef {import("../../src/hexmate/web/static/js/types/api").SolutionMessage} Solution */
/** @typedef {import("../../src/hexmate/web/static/js/study/engine.js").Line} Line */
/** @typedef {import("../../src/hexmate/web/static/js/study/engine.js").Info} Info */

before(() => {
  useTexts("en", english);
  Object.assign(globalThis, { location: { protocol: "http:", host: "test", origin: "http://test" } });
});

function storage() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
  };
}

const review = (
  /** @type {number} */ number,
  /** @type {number} */ winProbability,
  /** @type {any} */ classification = "good",
  loss = 0,
) => ({
  number,
  color: number % 2 ? "black" : "white",
  seat: "black",
  move: "a1",
  best: "b2",
  win_probability: winProbability,
  loss,
  classification,
  lines: [],
});

test("the graph shows Black's win probability, and each mistake at the value after it", () => {
  const reviews = /** @type {any[]} */ ([
    review(1, 0.6),
    review(2, 0.5, "blunder", 0.4),
    review(3, 0.9),
    review(4, 0.2, "mistake", 0.1),
  ]);
  assert.deepEqual(
    pointsOf(reviews).map(({ ply, winProbability }) => [ply, Math.round(winProbability * 100)]),
    [
      [0, 60],
      [1, 50],
      [2, 90],
      [3, 80],
    ],
  );
  assert.deepEqual(
    faultsOf(reviews).map(({ ply, winProbability, classification }) => [
      ply,
      Math.round(winProbability * 100),
      classification,
    ]),
    [
      [2, 90, "blunder"],
      [4, 90, "mistake"],
    ],
  );
  assert.deepEqual([plyAt(-1, 10), plyAt(0.51, 10), plyAt(2, 10)], [0, 5, 10]);
});

test("a graph paints both sides where they are known, and nothing elsewhere", () => {
  const at = (/** @type {number[]} */ ...rates) => rates.map((winProbability, ply) => ({ ply, winProbability }));
  const begun = pathsOf(at(0.5, 1, 0), 4);
  assert.equal(begun.curve, "M0.0 48.0L80.0 0.0L160.0 96.0");
  assert.equal(begun.black, "M0.0 96L0.0 48.0L80.0 0.0L160.0 96.0L160.0 96Z");
  assert.equal(begun.white, "M0.0 0L0.0 48.0L80.0 0.0L160.0 96.0L160.0 0Z");
  const gap = pathsOf([...at(0.5, 0.5), { ply: 4, winProbability: 1 }], 4);
  assert.equal(gap.curve, "M0.0 48.0L80.0 48.0");
  assert.equal(gap.dots, "M320.0 0.0h0");
  assert.deepEqual(pathsOf([], 4), { curve: "", black: "", white: "", dots: "" });
});

test("overlays become pictures; an edge of the board is not a cell", () => {
  const board = { rows: 5, cols: 5 };
  const nothing = { links: [], inferior: {} };
  const bridges = pictureOf(
    "bridges",
    {
      cells: { b3: 1 },
      paths: [
        ["b2", "b3", "c2", "c3"],
        ["a1", "a2", "b1", "top"],
      ],
      value: 1,
      ...nothing,
    },
    "black",
    board,
  );
  assert.deepEqual(bridges.paths, [{ cells: ["b2", "c3"], kind: "black" }]);
  const distance = pictureOf(
    "distance",
    { cells: { c3: 1 }, paths: [["c1", "c2"]], value: 2, ...nothing },
    "white",
    board,
  );
  assert.deepEqual([distance.heat, distance.marks], [{}, { c3: "dot" }]);
  assert.deepEqual(
    pictureOf("resistance", { cells: { c3: 0.5 }, paths: [], value: 2, ...nothing }, "white", board).heat,
    {
      c3: 0.5,
    },
  );
});

test("connections are lines, and the carrier shows around the pointer", () => {
  const links = [
    { ends: [["top"], ["d2"]], line: ["d1", "d2"], carrier: ["d1", "e1"], key: null },
    { ends: [["d2"], ["b3", "b4"]], line: ["d2", "b3"], carrier: ["c2", "c3"], key: "c3" },
  ];
  const answer = { cells: {}, paths: [], value: 1, links, inferior: {} };
  const { drawn, under, note } = exactPicture("connections", answer, "white", 23);
  assert.deepEqual(drawn.marks, { d1: "dot", e1: "dot" });
  assert.deepEqual(
    drawn.paths?.map(({ kind }) => kind),
    ["white", "quiet"],
  );
  assert.deepEqual(under("e1"), { heat: { d1: 1, e1: 1 }, spots: {} });
  assert.deepEqual(under("b4"), { heat: { c2: 1, c3: 1 }, spots: { c3: "hint" } });
  assert.deepEqual(under(null), { heat: {}, spots: {} });
  assert.deepEqual(note, ["Connections: 1. With one more stone: 1."]);
});

/** @param {Partial<Solution>} facts @returns {Solution} */
const solution = (facts) => ({
  type: "solution",
  ref: "1",
  result: null,
  move: null,
  moves: {},
  nodes: 9,
  seconds: 59.7,
  complete: false,
  progress: null,
  final: true,
  ...facts,
});

test("a solution in words, and its moves on the board", () => {
  const moves = /** @type {const} */ ({ c3: "win", b2: "win", a1: "loss" });
  const won = { result: /** @type {const} */ ("black"), move: "c3" };
  /** @type {[Partial<Solution>, "black" | "white", string][]} */
  const table = [
    [{}, "black", "Not solved within 60 seconds."],
    [{ final: false }, "black", ""],
    [{ ...won, moves, complete: true }, "black", "Proven: Red wins, 2 winning moves."],
    [{ ...won, moves: { c3: "win" }, complete: true }, "black", "Proven: Red wins, 1 winning move."],
    [{ ...won, moves: { c3: "win" } }, "black", "Proven: Red wins with c3. Not every other move is solved."],
    [{ ...won, moves, final: false }, "black", "Proven: Red wins, 2 winning moves so far."],
    [won, "white", "Proven: Red wins. Every move of Blue loses."],
    [{ result: "draw", complete: true }, "white", "Proven: a draw."],
  ];
  for (const [facts, turn, text] of table) assert.equal(answerText(solution(facts), turn), text);
  const { describe, ...picture } = solvedPicture(solution({ moves }));
  assert.deepEqual(picture, { spots: { c3: "hint", b2: "hint" }, marks: { a1: "cross" } });
  const said = ["c3", "a1", "d4"].map((name) => describe?.({ name, stone: null, last: false, playable: true }));
  assert.deepEqual(said, ["c3, empty, wins", "a1, empty, loses", "d4, empty"]);
  assert.equal(legendText(solution({ moves })), "Green rim: wins. Cross: loses.");
  assert.equal(legendText(solution({ moves: { b1: "loss", a2: "draw" } })), "Square: draws. Cross: loses.");
  assert.equal(legendText(solution({})), "");
});

test("how far the solver is, in words", () => {
  const line = ["d4", "c5", "e3", "b6", "f2", "a7"];
  const known = { to_win: 12, to_lose: 3400 };
  for (const [moves, shown] of /** @type {[string[], string][]} */ ([
    [line, "d4 c5 e3 b6 f2 a7"],
    [[...line, "g1"], "d4 c5 e3 b6 f2 a7 …"],
  ])) {
    const text = `At least 12 more to prove a win, ${(3400).toLocaleString()} more to prove a loss. Searching ${shown}`;
    assert.equal(progressText({ ...known, line: moves }), text);
  }
});

test("the must-play is dotted unless every move is open", () => {
  const answer = (/** @type {Record<string, number>} */ cells) => ({
    cells,
    paths: [],
    value: 0,
    links: [],
    inferior: {},
  });
  const marksOf = (/** @type {Record<string, number>} */ cells, /** @type {number} */ empty) =>
    exactPicture("must-play", answer(cells), "black", empty);
  assert.deepEqual(marksOf({ a1: 1 }, 8).drawn.marks, { a1: "dot" });
  assert.deepEqual(marksOf({ a1: 1, b1: 1 }, 2).drawn.marks, {});
  assert.match(String(marksOf({}, 8).note[0]), /No move of Red can win/);
});

/** @param {string} move @param {number} winProbability @param {Partial<Line>} [facts] @returns {Line} */
const line = (move, winProbability, facts = {}) => ({
  move,
  win_probability: winProbability,
  score: null,
  visits: 1,
  prior: null,
  depth: null,
  nodes: null,
  pv: [move],
  ...facts,
});
/** @param {Line[]} lines @param {Partial<Info>} [facts] @returns {Info} */
const info = (lines, facts = {}) => ({ lines, cells: {}, visits: {}, policy: {}, final: false, ...facts });

test("an engine's values by move: shares by colour and number, win rates around one half", () => {
  const board = { rows: 5, cols: 5 };
  const found = info([line("swap-pieces", 0.9), line("c3", 0.6)], {
    cells: { c3: 0.6, b2: 0.25 },
    visits: { c3: 75, b2: 24, a1: 1 },
    policy: { c3: 0.49, b2: 0.504, d4: 0.006, a1: 0.0001 },
  });
  const policy = enginePicture("policy", found, board);
  assert.deepEqual(
    [policy.labels, Object.keys(policy.heat), policy.spots],
    [{ c3: "49", b2: "50" }, ["c3", "b2", "d4"], { c3: "hint" }],
  );
  assert.deepEqual(enginePicture("visits", found, board).labels, { c3: "75", b2: "24", a1: "1" });
  const winRates = enginePicture("winrate", found, board);
  assert.deepEqual(winRates.labels, { c3: "60", b2: "25" });
  assert.ok(winRates.heat.c3 > 0 && winRates.heat.b2 < 0);
  assert.deepEqual(enginePicture("best", found, board).labels, { c3: "60" });
  const nothing = enginePicture("policy", info([line("c3", 0.5)]), board);
  assert.deepEqual([nothing.heat, nothing.spots], [{}, {}]);
});

test("screen readers get the values of an engine overlay", () => {
  const facts = (/** @type {string} */ name) => ({ name, stone: null, last: false, playable: true });
  const { describe } = enginePicture("visits", info([line("c3", 0.5)], { visits: { c3: 3, b2: 1 } }), {
    rows: 5,
    cols: 5,
  });
  assert.equal(describe?.(facts("c3")), "c3, empty, visits 75%");
  assert.equal(describe?.(facts("a1")), "a1, empty");
});

test("lines show the work that the engine reports", () => {
  assert.equal(effortOf([line("swap-pieces", 0.5, { visits: null }), line("c3", 0.5)]), "visits");
  assert.equal(effortOf([line("c3", 0.5, { visits: null, depth: 4 })]), "depth");
  assert.equal(effortOf([]), null);
});

test("a line is played out in numbered ghost stones, and the board is left as it was", () => {
  const board = new Board({ rows: 4, cols: 4, swap: "pieces" });
  board.push("b1");
  assert.deepEqual(playOut(board, ["c3", "d4", "c3", "a1"]), {
    stones: { b1: "black" },
    ghosts: { c3: "white", d4: "black" },
    numbers: { c3: 1, d4: 2 },
  });
  assert.deepEqual(playOut(board, ["swap-pieces", "d4"]), {
    stones: {},
    ghosts: { a2: "white", d4: "black" },
    numbers: { a2: 1, d4: 2 },
  });
  assert.deepEqual([board.stonesByName(), board.turn], [{ b1: "black" }, "white"]);
});

test("the network is the default engine where it plays the board", () => {
  const offers = /** @type {any[]} */ ([
    { spec: "uct", shapes: ["hex", "square"] },
    { spec: "hexmate", shapes: ["hex"] },
  ]);
  assert.deepEqual(
    [preferred(offers, "hex"), preferred(offers, "square"), preferred(offers.slice(0, 1), "hex"), preferred([], "hex")],
    ["hexmate", "uct", "uct", "uct"],
  );
});

test("the best moves have their win rates; a swap has no cell", () => {
  const shown = bestMoves(info([line("swap-pieces", 0.8), line("c3", 0.614), line("b2", 0.5)]), { rows: 5, cols: 5 });
  assert.deepEqual([shown.labels, shown.spots], [{ c3: "61", b2: "50" }, { c3: "hint" }]);
  assert.deepEqual(Object.keys(shown.heat), ["c3", "b2"]);
});

test("the notes of a node", () => {
  const { root } = readTree({
    schema: "hexmate-game/1",
    rows: 5,
    cols: 5,
    nodes: [{ marks: { circle: ["a1"], selected: ["b2"] }, labels: { c3: "A" } }],
  });
  assert.deepEqual(notesOf(root), { marks: { a1: "circle" }, labels: { c3: "A" }, spots: { b2: "selected" } });
});

test("games are passed to the next page, broken ones are not", () => {
  const place = storage();
  assert.equal(handedOn(place), null);
  const game = { schema: "hexmate-game/1", rows: 3, cols: 3 };
  handOn([game, game], 1, place);
  assert.equal(handedOn(place)?.at, 1);
  place.setItem("hexmate.games", '{"games": 7}');
  assert.equal(handedOn(place), null);
});

test("invitations are kept by game, and their secret is read from the address", () => {
  const place = storage();
  keepInvite("g1", "s/1", place);
  keepInvite("g2", "s2", place);
  assert.equal(inviteLink("g1", place), "http://test/game/g1#seat=s%2F1");
  assert.equal(inviteLink("g3", place), null);
  assert.equal(secretIn("#seat=s%2F1"), "s/1");
  assert.equal(secretIn("#main"), null);
  place.setItem("hexmate.invites", "{");
  assert.equal(inviteLink("g1", place), null);
});

test("a live game becomes a record with its start, its moves and its end", () => {
  const result = {
    result: "B+Resign",
    winner: /** @type {const} */ ("black"),
    winner_seat: /** @type {const} */ ("black"),
    termination: "resignation",
    chain: [],
  };
  const state = stateOf("b3 c1", { rows: 3, cols: 3, start: "3x3 hex - 3/1b1/2w w", result });
  const tree = readTree(
    recordOf(
      {
        ...state,
        moves: [
          { number: 1, color: "white", move: "b3" },
          { number: 2, color: "black", move: "c1" },
        ],
      },
      { black: "Ada", white: "Bob" },
    ),
  );
  assert.deepEqual(tree.headers, { black: "Ada", white: "Bob", result: "B+Resign" });
  assert.deepEqual(boardAt(tree, endOf(tree)).stonesByName(), { c1: "black", b2: "black", b3: "white", c3: "white" });
  assert.equal(loserAt(endOf(tree)), "white");
  assert.deepEqual(
    stepsOf(lineThrough(tree.root)).map(({ move }) => move),
    ["b3", "c1", "resign"],
  );
});

test("an engine works on one request; answers to another are ignored", () => {
  /** @type {any} */ let options = null;
  /** @type {any[]} */ const sent = [];
  /** @type {string[]} */ const heard = [];
  const engine = createEngine(
    {
      trained: (yes) => heard.push(`trained ${yes}`),
      connected: (yes) => heard.push(`connected ${yes}`),
      info: () => heard.push("info"),
      review: ({ number }, total) => heard.push(`review ${number}/${total}`),
      summary: () => heard.push("summary"),
      solution: ({ final }) => heard.push(`solution ${final}`),
      error: (code) => heard.push(`error ${code}`),
    },
    {
      connect: (given) => {
        options = given;
        return { send: (message) => sent.push(message) > 0, status: () => "open", close() {}, reconnect() {} };
      },
    },
  );
  engine.analyse("3x3 hex - 3/3/3 b", "uct", { lines: 3, seconds: 5 });
  options.onStatus("open");
  assert.deepEqual(sent, [
    { type: "analyse", position: "3x3 hex - 3/3/3 b", player: "uct", lines: 3, limit: { time: 5 }, ref: "1" },
  ]);
  options.onMessage({ type: "info", ref: "1", lines: [], cells: {}, trained: true, final: false });
  engine.review({ game: {} }, "hexmate", { time: 1, visits: 50 }, "3x3 hex - 3/3/3 b");
  assert.deepEqual(sent[1], { type: "review", game: {}, player: "hexmate", limit: { time: 1, visits: 50 }, ref: "2" });
  options.onMessage({ type: "info", ref: "1", trained: true });
  options.onMessage({ type: "review", ref: "2", review: { number: 1 }, total: 4, trained: false });
  options.onLost();
  options.onStatus("open");
  assert.equal(sent.filter(({ type }) => type === "review").length, 2, "asked for again after a lost connection");
  options.onMessage({ type: "summary", ref: "2", summary: {} });
  engine.analyse("x", "missing", { lines: 1, seconds: 1 });
  options.onMessage({ type: "error", ref: "3", code: "player", message: "" });
  engine.stop();
  options.onLost();
  options.onStatus("open");
  assert.deepEqual(heard, [
    "connected true",
    "trained true",
    "info",
    "trained false",
    "review 1/4",
    "connected false",
    "connected true",
    "summary",
    "error player",
  ]);
});

test("a device answers what it can; when it fails, the server does, and fair play ends both", async () => {
  /** @type {any} */ let device = null;
  /** @type {any} */ let server = null;
  /** @type {string[]} */ const sent = [];
  /** @type {string[]} */ const heard = [];
  const socket = (/** @type {string} */ name) => ({
    send: (/** @type {any} */ { type }) => sent.push(`${name} ${type}`) > 0,
    status: () => /** @type {const} */ ("open"),
    close() {},
    reconnect() {},
  });
  /** @type {any} */ let refusal = null;
  const silent = () => {};
  const engine = createEngine(
    {
      trained: silent,
      connected: silent,
      info: () => heard.push("info"),
      review: silent,
      summary: silent,
      solution: silent,
      error: (code) => heard.push(`error ${code}`),
      fallback: (code) => heard.push(`fallback ${code}`),
    },
    {
      device: (given) => {
        device = given;
        return socket("device");
      },
      connect: (given) => {
        server = given;
        return socket("server");
      },
      permit: () => (refusal ? Promise.reject(refusal) : Promise.resolve()),
    },
  );
  const limits = { lines: 1, seconds: 1 };
  engine.analyse("3x3 hex - 3/3/3 b", "hexmate", limits);
  device.onMessage({ type: "info", ref: "1", lines: [] });
  engine.analyse("3x3 square - 3/3/3 b", "uct", limits);
  server.onStatus("open");
  engine.analyse("3x3 hex - 3/3/3 b", "negamax", limits);
  assert.deepEqual(sent, ["device analyse", "device stop", "server analyse", "server analyse"]);
  refusal = new ApiError("playing", "", 409);
  engine.analyse("3x3 hex - 3/3/3 b", "hexmate", limits);
  await new Promise((resolve) => setTimeout(resolve));
  refusal = null;
  engine.analyse("3x3 hex - 3/3/3 b", "hexmate", limits);
  device.onMessage({ type: "error", ref: "5", code: "device_memory", message: "" });
  engine.analyse("3x3 hex - 3/3/3 b", "hexmate", limits);
  assert.deepEqual(sent.slice(4), [
    ...["server stop", "device analyse", "device stop", "device analyse"],
    ...["device stop", "server analyse", "server analyse"],
  ]);
  assert.deepEqual(heard, ["info", "error playing", "fallback device_memory"]);
});
