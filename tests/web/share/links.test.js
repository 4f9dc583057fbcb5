import assert from "node:assert/strict";
import { test } from "node:test";

import english from "../../../src/hexmate/web/static/js/i18n/en.js";
import french from "../../../src/hexmate/web/static/js/i18n/fr.js";
import { useTexts } from "../../../src/hexmate/web/static/js/i18n/index.js";
import { examine, isLoss, placeIn, rangeOf } from "../../../src/hexmate/web/static/js/study/links.js";
import { nameOf } from "../../../src/hexmate/web/static/js/study/opening.js";
import { problemText, relocated } from "../../../src/hexmate/web/static/js/study/problems.js";

const HERE = "https://hex.test";
const HEXWORLD = "https://hexworld.org/board/#11c1,a2b3";
const TRMPH = "https://trmph.com/hex/board#13,a6i2";
const GOLEM = "https://littlegolem.net/servlet/sgf/1512976/game1512976.hsgf";
const PLAYHEX = "https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528";

for (const [text, pasted] of /** @type {[string, object][]} */ ([
  ["  \n", { kind: "empty" }],
  [HEXWORLD, { kind: "texts", texts: [HEXWORLD] }],
  [`${HEXWORLD}\n${HEXWORLD}\n`, { kind: "texts", texts: [`${HEXWORLD}\n${HEXWORLD}\n`] }],
  [`${TRMPH} b`, { kind: "texts", texts: [`${TRMPH} b`] }],
  [`Look: ${HEXWORLD}, nice. And (${TRMPH}).`, { kind: "texts", texts: [HEXWORLD, TRMPH] }],
  [`1) ${HEXWORLD}\n2) ${HEXWORLD}`, { kind: "texts", texts: [`${HEXWORLD}\n${HEXWORLD}`] }],
  [`(;GM[11]C[${HEXWORLD}])`, { kind: "texts", texts: [`(;GM[11]C[${HEXWORLD}])`] }],
  [" 5x5 hex - 5/1b3/5/5/5 w\n", { kind: "position", line: "5x5 hex - 5/1b3/5/5/5 w" }],
  ["a2 b3", { kind: "texts", texts: ["a2 b3"] }],
  ["#11,a2", { kind: "texts", texts: ["#11,a2"] }],
  [
    "https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27",
    { kind: "remote", site: "littlegolem", address: GOLEM },
  ],
  ["http://www.littlegolem.net/jsp/game/game.jsp?gid=1512976", { kind: "remote", site: "littlegolem", address: GOLEM }],
  [PLAYHEX, { kind: "remote", site: "playhex", address: PLAYHEX }],
  ["https://example.org/game", { kind: "remote", site: "unknown", address: "https://example.org/game" }],
  [`${HERE}/watch/abc`, { kind: "game", id: "abc" }],
  [`${HERE}/library/abc`, { kind: "game", id: "abc" }],
  ["https://other.test/analyse?study=xyz&at=3", { kind: "study", packed: "xyz", at: "3" }],
  [`${HERE}/analyse#study=xyz`, { kind: "study", packed: "xyz", at: null }],
])) {
  test(`what is pasted: ${text.slice(0, 60)}`, () => assert.deepEqual(examine(text, HERE), pasted));
}

test("a text that is too large is not sent", () => {
  assert.deepEqual(examine("a".repeat(9_000_000), HERE), { kind: "large" });
});

test("remarks about what was kept are no losses", () => {
  assert.equal(isLoss("line 12: the move is out of turn; it is kept with its colour"), false);
  assert.equal(isLoss("line 1: the text is not UTF-8; it is read as latin-1"), false);
  assert.equal(isLoss("line 1, character 3: there is no cell z9; the game is read up to here"), true);
  assert.equal(isLoss("line 2: unknown field 'x' in a node; it is left out"), true);
});

test("the place of a problem is found in the text", () => {
  assert.deepEqual(placeIn("line 2, character 5: there is no cell z9"), {
    line: 2,
    character: 5,
    reason: "there is no cell z9",
  });
  assert.deepEqual(placeIn("line 3: no game"), { line: 3, character: null, reason: "no game" });
  assert.deepEqual(placeIn("line 8, node 5: no"), { line: 8, character: null, reason: "no" });
  assert.deepEqual(placeIn("no game found"), { line: null, character: null, reason: "no game found" });
  const text = "a2 b3\nc4 z9 d5";
  assert.deepEqual(rangeOf(text, text, { line: 2, character: 4 }), [9, 11]);
  assert.deepEqual(rangeOf(text, text, { line: 2, character: null }), [6, 14]);
  assert.equal(rangeOf(text, text, { line: 5, character: 1 }), null);
  assert.equal(rangeOf(text, text, { line: null, character: null }), null);
  const pasted = `Look: ${HEXWORLD}!`;
  assert.deepEqual(rangeOf(pasted, HEXWORLD, { line: 1, character: HEXWORLD.length - 3 }), [
    6 + HEXWORLD.length - 4,
    6 + HEXWORLD.length,
  ]);
});

test("a game in a list has its rows before its columns, and the moves of its main line", () => {
  useTexts("en", english);
  const nodes = [{}, "a1", "b2", { parent: 1, move: "c3" }, "d4", { parent: 2, move: "resign" }];
  assert.equal(nameOf({ schema: "hexmate-game/1", rows: 5, cols: 7, nodes }, 0).facts, "5×7 · 2 moves");
});

test("frequent problems are said in the user's language, at their place in what was pasted", () => {
  useTexts("fr", french);
  const off = "line 1, character 22: z99 is off the 11x11 board; columns are a to k, rows 1 to 11";
  assert.equal(problemText(off), "Ligne 1, caractère 22\u00a0: z99 est hors du plateau 11x11");
  assert.match(problemText(`${off}; the game is read up to here`), /11x11\. La partie est lue jusqu’ici\.$/);
  assert.match(problemText("line 1, character 7: '@@' is not a cell; write one as in c3"), /«\u00a0@@\u00a0» n’est/);
  assert.equal(problemText("something new"), "something new");
  useTexts("en", english);
  const pasted = `First\nlook: ${HEXWORLD}!`;
  assert.equal(relocated(pasted, HEXWORLD, "line 1, character 3: no"), "line 2, character 9: no");
  assert.equal(relocated(pasted, pasted, "line 1, character 3: no"), "line 1, character 3: no");
});
