import assert from "node:assert/strict";
import { before, test } from "node:test";

import { isIn, lineThrough, readTree } from "../../src/hexmate/web/static/js/game/tree.js";
import english from "../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";
import { annotated } from "../../src/hexmate/web/static/js/study/annotate.js";
import * as learning from "../../src/hexmate/web/static/js/study/learn.js";
import { lessonText } from "../../src/hexmate/web/static/js/study/learn-view.js";
import {
  areOf,
  betterText,
  isMistake,
  mistakeFrom,
  progressText,
  reviewed,
  secondsLeft,
  sumsByColor,
  verdictOf,
  withReview,
} from "../../src/hexmate/web/static/js/study/mistakes.js";
import { gameKey, keepReview, keptReview } from "../../src/hexmate/web/static/js/study/review-store.js";

/** @typedef {import("../../src/hexmate/web/static/js/study/mistakes.js").Reviewed} Reviewed */
/** @typedef {import("../../src/hexmate/web/static/js/study/mistakes.js").Mistake} Mistake */

before(() => useTexts("en", english));

/** @param {number} number @param {Partial<Reviewed>} [facts] @returns {Reviewed} */
const move = (number, facts = {}) => ({
  number,
  color: number % 2 ? "black" : "white",
  seat: number % 2 ? "black" : "white",
  move: `a${number}`,
  best: "d4",
  win_probability: 0.71,
  loss: 0,
  classification: "good",
  pv: ["d4", "c3"],
  ...facts,
});
const REVIEWS = [
  move(1),
  move(2, { classification: "inaccuracy", loss: 0.12 }),
  move(3, { classification: "blunder", loss: 0.5 }),
  move(4, { classification: "mistake", loss: 0.33, best: "swap-pieces" }),
  move(5, { move: null, loss: null, classification: null }),
];

test("a mistake says what was better, and by how much", () => {
  assert.deepEqual(REVIEWS.map(isMistake), [false, true, true, true, false]);
  const [, , blunder, mistake] = /** @type {Mistake[]} */ (REVIEWS);
  assert.equal(betterText(mistake), "Better: swap, 71% instead of 38%");
  assert.equal(verdictOf(blunder), "Blunder. Better: d4, 71% instead of 21%");
});

test("the next and the previous mistake", () => {
  const at = (/** @type {number} */ number, /** @type {1 | -1} */ step) => mistakeFrom(REVIEWS, number, step)?.number;
  assert.deepEqual([at(0, 1), at(2, 1), at(4, 1)], [2, 3, 2]);
  assert.deepEqual([at(9, -1), at(3, -1), at(2, -1)], [4, 2, 4]);
  assert.equal(mistakeFrom([move(1)], 0, 1), undefined);
});

test("the time left goes by the pace so far", () => {
  const progress = { started: 1000, now: 5000, total: 20 };
  assert.equal(secondsLeft({ ...progress, done: 0 }), null);
  assert.equal(secondsLeft({ ...progress, done: 4 }), 16);
  assert.equal(secondsLeft({ ...progress, done: 20 }), 0);
  assert.equal(progressText({ done: 4, total: 20, seconds: 16 }), "4 of 20 positions · 16 s left");
  assert.equal(progressText({ done: 4, total: 900, seconds: 400 }), "4 of 900 positions · about 7 min left");
  assert.equal(progressText({ done: 0, total: 9, seconds: null }), "0 of 9 positions");
});

test("what is kept of a review is short", () => {
  const pv = Array.from({ length: 40 }, (_, at) => `a${at + 1}`);
  const line = /** @type {any} */ ({ move: "a1", pv });
  const kept = reviewed(/** @type {any} */ ({ ...move(1), position: "3x3 …", score: 1, lines: [line, line] }));
  assert.deepEqual(Object.keys(kept).sort(), Object.keys(move(1)).sort());
  assert.equal(kept.pv.length, 12);
});

function storage(room = Number.POSITIVE_INFINITY) {
  /** @type {Map<string, string>} */ const items = new Map();
  return {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (value.length > room) throw new Error("full");
      items.set(key, value);
    },
  };
}

const SUM = { moves: 1, inaccuracies: 0, mistakes: 0, blunders: 0, mean_loss: 0, accuracy: 1 };
/** @param {string} player @returns {import("../../src/hexmate/web/static/js/types/api").KeptReview} */
const kept = (player) => ({ player, moves: REVIEWS, summary: { black: SUM, white: SUM } });
/** @param {string} moves */
const tree = (moves) =>
  readTree({ schema: "hexmate-game/1", rows: 5, cols: 5, swap: "pieces", nodes: [{}, ...moves.split(" ")] });

test("a browser keeps the reviews of its last games, and finds that of a game that continues", () => {
  const place = storage();
  keepReview(gameKey(tree("a2 b3")), kept("one"), place);
  keepReview(gameKey(tree("a2 b3 c4")), kept("two"), place);
  assert.equal(keptReview(gameKey(tree("a2 b3")), place)?.player, "one");
  assert.equal(keptReview(gameKey(tree("a2 b3 d1")), place)?.player, "one");
  assert.equal(keptReview(gameKey(tree("a2 b3 c4 d1")), place)?.player, "two");
  assert.equal(keptReview(gameKey(tree("a2 b31")), place), null);
  for (let at = 0; at < 30; at += 1) keepReview(`game ${at}`, kept("many"), place);
  assert.equal(keptReview("game 9", place), null);
  assert.equal(keptReview("game 10", place)?.player, "many");
  place.setItem("hexmate.reviews", '[{"key": "x", "review": 1}, 7]');
  assert.equal(keptReview("x", place), null);
});

test("a review is that of the moves in the tree, and of no others", () => {
  const game = tree("a1 a2 a3 a4");
  const moves = lineThrough(game.root).slice(1);
  assert.ok(areOf(REVIEWS, moves));
  assert.ok(areOf(REVIEWS, [...moves, { move: "b5" }]));
  assert.ok(!areOf(REVIEWS, moves.slice(0, 3)));
  assert.ok(
    !areOf(
      REVIEWS,
      moves.map((node, at) => (at === 1 ? { ...node, move: "b2" } : node)),
    ),
  );
  assert.ok(isIn(game, moves[3]));
  moves[1].children = [];
  assert.deepEqual(
    moves.map((node) => isIn(game, node)),
    [true, true, false, false],
  );
  assert.ok(!isIn(tree("a1"), moves[0]));
});

test("a review that begins again after a lost connection replaces the old one", () => {
  let reviews = [move(1), move(2), move(3)];
  for (const number of [1, 2]) reviews = withReview(reviews, move(number, { best: "e5" }));
  assert.deepEqual(
    reviews.map(({ number, best }) => [number, best]),
    [
      [1, "e5"],
      [2, "e5"],
    ],
  );
});

test("the sums are those of the colours that the players have after a swap of sides", () => {
  const summary = { black: SUM, white: { ...SUM, blunders: 2 } };
  const exchanged = { black: summary.white, white: summary.black };
  const moves = [{ move: "a1" }, { move: "swap-sides" }];
  assert.deepEqual(sumsByColor(summary, "sides", moves), exchanged);
  assert.deepEqual(sumsByColor(summary, "sides", moves.slice(0, 1)), summary);
  assert.deepEqual(sumsByColor(summary, "pieces", [{ move: "a1" }, { move: "swap-pieces" }]), summary);
});

test("a full storage keeps the newest review", () => {
  const one = JSON.stringify([{ key: "x", review: kept("x") }]).length;
  const place = storage(2.5 * one);
  for (const key of ["a", "b", "c", "d"]) keepReview(key, kept(key), place);
  assert.equal(keptReview("d", place)?.player, "d");
  assert.equal(keptReview("a", place), null);
  keepReview("huge", { ...kept("huge"), player: "x".repeat(9 * one) }, place);
  assert.equal(keptReview("huge", place), null);
});

test("a review is written into the record as comments, marks and SGF's classifications", () => {
  const game = tree("a1 a2 a3 a4");
  const moves = [game.root.children[0]];
  while (moves.length < 4) moves.push(moves[moves.length - 1].children[0]);
  moves[1].comment = "My own words.";
  moves[1].marks = { circle: ["d4"] };
  const record = annotated(game, REVIEWS, moves);
  assert.equal(record.nodes?.[1], "a1");
  assert.deepEqual(record.nodes?.[2], {
    move: "a2",
    comment: "My own words.\n\nInaccuracy. Better: d4, 71% instead of 59%",
    marks: { circle: ["d4"] },
    properties: { DO: [""] },
  });
  assert.deepEqual(record.nodes?.[3], {
    move: "a3",
    comment: "Blunder. Better: d4, 71% instead of 21%",
    marks: { square: ["d4"] },
    properties: { BM: ["2"] },
  });
  assert.deepEqual(Object.keys(record.nodes?.[4]), ["move", "comment", "properties"]);
  assert.equal(moves[1].comment, "My own words.", "the tree is left as it was");
  const again = readTree(record);
  const twice = annotated(again, REVIEWS, [again.root.children[0], again.root.children[0].children[0]]);
  assert.equal(twice.nodes?.[2].comment, record.nodes?.[2].comment, "a comment is not written twice");
});

test("mistakes are puzzles with retry and solution", () => {
  assert.equal(learning.lesson([move(1)], null), null);
  assert.deepEqual(
    learning.lesson(REVIEWS, "white")?.mistakes.map(({ number }) => number),
    [2, 4],
  );
  let lesson = /** @type {learning.Lesson} */ (learning.lesson(REVIEWS, null));
  assert.match(lessonText(lesson), /^a2 was a mistake here\. Find a better move for (Blue|White)\.$/);
  lesson = learning.tryMove(lesson, "a2");
  assert.deepEqual(
    [lesson.phase, lessonText(lesson)],
    ["wrong", "a2 was played in the game (59%). There is a better move."],
  );
  lesson = learning.tryMove(learning.retry(lesson), "b2");
  assert.equal(lesson.phase, "checking");
  assert.equal(learning.tryMove(lesson, "d4"), lesson, "one move at a time");
  lesson = learning.grade(lesson, 0.3);
  assert.deepEqual([lesson.phase, lessonText(lesson)], ["wrong", "b2 only reaches 30%. There is a better move."]);
  lesson = learning.grade(learning.tryMove(lesson, "c2"), 0.68);
  assert.deepEqual([lesson.phase, lesson.solved], ["right", 1]);
  lesson = /** @type {learning.Lesson} */ (learning.next(lesson));
  assert.deepEqual([lesson.at, lesson.phase], [1, "ask"]);
  lesson = learning.tryMove(lesson, "d4");
  assert.equal(lessonText(lesson), "Yes! d4 is the best move (71%).");
  lesson = learning.solution(/** @type {learning.Lesson} */ (learning.next(lesson)));
  assert.deepEqual([lesson.phase, lesson.solved, lessonText(lesson)], ["shown", 2, "Better: swap, 71% instead of 38%"]);
  assert.equal(learning.next(lesson), null);
});
