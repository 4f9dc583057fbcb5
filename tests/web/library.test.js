import assert from "node:assert/strict";
import { before, test } from "node:test";

import english from "../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";
import { explorerRows, isPlayable, Recent, turnOf } from "../../src/hexmate/web/static/js/library/explorer-rows.js";
import { pathsOrNone, thumbnailPaths } from "../../src/hexmate/web/static/js/library/thumbnail.js";
import {
  boardKey,
  boardOf,
  choiceText,
  recordedResult,
  resultText,
} from "../../src/hexmate/web/static/js/library/words.js";

before(() => useTexts("en", english));

const move = (/** @type {string} */ name, /** @type {number} */ games, /** @type {number} */ black) => ({
  move: name,
  games,
  black_wins: black,
  white_wins: games - black,
});

test("the explorer counts the wins of the side that plays the move", () => {
  const found = { games: 10, black_wins: 4, white_wins: 6, moves: [move("a2", 8, 2), move("b3", 2, 2)] };
  const { rows, more } = explorerRows(found, "white", { a2: 0.6 });
  assert.equal(more, 0);
  assert.deepEqual(
    rows.map((row) => [row.move, row.share, row.wins, row.blackShare, row.engine]),
    [
      ["a2", 0.8, 0.75, 0.25, 0.6],
      ["b3", 0.2, 0, 1, null],
    ],
  );
  assert.equal(explorerRows(found, "black", {}).rows[0].wins, 0.25);
});

test("moves without a winner, and moves beyond the table", () => {
  const moves = Array.from({ length: 15 }, (_, i) => ({ ...move(`a${i + 1}`, 1, 0), white_wins: 0 }));
  const { rows, more } = explorerRows({ games: 15, black_wins: 0, white_wins: 0, moves }, "black", {});
  assert.deepEqual([rows.length, more, rows[0].wins, rows[0].blackShare], [12, 3, null, null]);
});

test("a swap can be played where the board has a rule for it", () => {
  assert.deepEqual(["swap", "swap-pieces", "a1"].map(isPlayable), [false, true, true]);
  assert.deepEqual(["5x5 hex - 5/5/5/5/5 b", "5x5 hex - 5/5/b4/5/5 w"].map(turnOf), ["black", "white"]);
});

test("the last answers are kept, the oldest go", () => {
  /** @type {Recent<number>} */ const recent = new Recent(2);
  for (const [at, key] of ["a", "b", "a", "c"].entries()) recent.set(key, at);
  assert.deepEqual([recent.get("a"), recent.get("b"), recent.get("c")], [2, undefined, 3]);
});

test("winners in words", () => {
  const line = { black: "Ada", white: null, winner_seat: /** @type {const} */ ("black") };
  const text = (/** @type {object} */ change) =>
    resultText(/** @type {any} */ ({ ...line, result: "B+Resign", termination: "resignation", ...change }));
  assert.equal(text({}), "Ada won by resignation");
  assert.equal(text({ result: "B+", termination: "connection" }), "Ada won");
  assert.match(text({ winner_seat: "white", result: "W+Time", termination: "timeout" }), /won on time$/);
  assert.equal(text({ winner_seat: null, result: "?", termination: "unknown" }), "Result unknown");
  assert.equal(text({ winner_seat: null, result: "Draw", termination: "full board" }), "Draw");
});

test("the result of a record in words", () => {
  const text = (/** @type {string} */ result, /** @type {object} */ more = {}) =>
    recordedResult({ headers: { black: "Ada", white: "Bob", result }, swap: null, ...more }, [{ move: "a1" }]);
  assert.deepEqual(
    ["B+", "W+Resign", "b+T", "White+F", "Draw", "Void", "?", "a win for Ada"].map((result) => text(result)),
    [
      "Ada won",
      "Bob won by resignation",
      "Ada won on time",
      "Bob won by forfeit",
      "Draw",
      "Void",
      "Result unknown",
      "a win for Ada",
    ],
  );
  const swapped = { headers: { black: "Ada", white: "Bob", result: "B+" }, swap: /** @type {const} */ ("sides") };
  assert.equal(recordedResult(swapped, [{ move: "a1" }, { move: "swap-sides" }]), "Bob won");
  assert.equal(recordedResult({ headers: { result: "W+" }, swap: null }, []), "Blue won");
});

test("choices show counts once they are known", () => {
  assert.equal(choiceText("Any"), "Any");
  assert.equal(choiceText("Any", 1234), "Any (1,234)");
  const board = { rows: 8, cols: 16, shape: "triangle" };
  assert.deepEqual(boardOf(boardKey(board)), { rows: "8", cols: "16", shape: "triangle" });
  assert.equal(boardOf(""), null);
});

test("a thumbnail has a path for each colour", () => {
  for (const line of [
    "3x3 hex - b2/1w1/2b w",
    "3x4 offset - 4/1w2/4 b",
    "2x2 square - bw/2 b",
    "1x2 triangle - b1 w",
  ]) {
    const { stones, ground, box } = thumbnailPaths(line);
    const count = (/** @type {string} */ path) => path.split("M").length - 1;
    assert.equal(count(stones.black), (line.split(" ")[3].match(/b/g) ?? []).length);
    assert.equal(count(stones.white), (line.split(" ")[3].match(/w/g) ?? []).length);
    const [rows, cols] = line.split(" ")[0].split("x").map(Number);
    assert.equal(count(ground), rows * cols);
    assert.ok(box.width > 0 && box.height > 0);
  }
});

test("an address with a text that is no position gets no picture", () => {
  for (const line of ["rubbish", "", "3x3 hex", "99x99 hex - b2/1w1/2b w"]) assert.equal(pathsOrNone(line), null, line);
  assert.ok(pathsOrNone("3x3 hex - b2/1w1/2b w"));
});
