/** Puzzles: their files, attempts, ratings and what the browser remembers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  again,
  begin,
  boardAfter,
  isOpen,
  movesBefore,
  movesOf,
  play,
} from "../../src/hexmate/web/static/js/puzzles/attempt.js";
import {
  chooseNext,
  dailyNumber,
  dayOf,
  gradeOf,
  readIndex,
  unpack,
} from "../../src/hexmate/web/static/js/puzzles/catalogue.js";
import { rate } from "../../src/hexmate/web/static/js/puzzles/glicko.js";
import { areaOf } from "../../src/hexmate/web/static/js/puzzles/hint.js";
import { createProgress } from "../../src/hexmate/web/static/js/puzzles/progress.js";
import { boardOf, readPuzzle } from "../../src/hexmate/web/static/js/puzzles/puzzle.js";

const FOLDER = new URL("../../src/hexmate/web/static/puzzles/", import.meta.url);
const index = readIndex(JSON.parse(readFileSync(new URL("index.json", FOLDER), "utf-8")));
const LINE =
  '{"id":"1","position":"5x5 hex - w1w2/2b2/1bwb1/3b1/2wb1 w","last":"d5","rating":1169,"themes":[],' +
  '"line":[["d2","c4","e1 d1:e1e2","e1"],["e2","d1","e2","b4"],["b2","","b2",""]]}';
const puzzle = readPuzzle(LINE);

/** A browser's storage. */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
}

test("every shipped puzzle can be read, and its line played", async () => {
  const files = index.files.map((name) => readFileSync(new URL(name, FOLDER)));
  const puzzles = (await Promise.all(files.map((file) => unpack(new Uint8Array(file).buffer)))).flat();
  assert.deepEqual(
    puzzles.map(({ id, rating, themes }) => ({ id, rating, themes })),
    index.entries.map(({ id, rating, themes }) => ({ id, rating, themes })),
  );
  for (const each of puzzles) {
    let attempt = begin(each);
    for (const { move } of each.line) attempt = play(attempt, move);
    assert.equal(attempt.phase, "solved", each.id);
    const start = boardOf(each);
    const moves = start.stones.flatMap((stone, cell) => (stone === null ? [start.name(cell)] : []));
    for (const move of moves) {
      const { phase, wrong } = play(begin(each), move);
      if (phase === "wrong") assert.notEqual(boardAfter(each, wrong).moves.length, 0);
    }
  }
});

test("a file that the browser has decompressed already is read too", async () => {
  const [read] = await unpack(/** @type {ArrayBuffer} */ (new TextEncoder().encode(`${LINE}\n`).buffer));
  assert.equal(read.id, "1");
});

test("a right move is answered, a losing one refuted, another winning one accepted", () => {
  const first = play(begin(puzzle), "d2");
  assert.deepEqual([first.phase, movesOf(first)], ["more", ["d2", "e1"]]);
  const wrong = play(first, "d1");
  assert.deepEqual([wrong.phase, movesOf(wrong)], ["also", ["d2", "e1", "e2", "b4"]]);
  const lost = play(begin(puzzle), "e1");
  assert.deepEqual([lost.phase, lost.wrong], ["wrong", ["e1", "d1"]]);
  assert.equal(isOpen(lost), false);
  assert.equal(play(lost, "d2"), lost);
  assert.deepEqual(again(lost), begin(puzzle));
  assert.deepEqual(play(begin(puzzle), "a5").wrong, ["a5", "e1"]);
});

test("at the start, a move that only delays the win is not the solution", () => {
  const delayed = play(begin(puzzle), "c4");
  assert.deepEqual([delayed.phase, delayed.at, movesOf(delayed)], ["delay", 0, []]);
  assert.equal(play(delayed, "d2").phase, "more");
});

test("an occupied cell changes nothing", () => {
  const attempt = begin(puzzle);
  assert.equal(play(attempt, "a1"), attempt);
});

test("the end of the line solves the puzzle", () => {
  const solved = ["d2", "e2", "b2"].reduce(play, begin(puzzle));
  assert.equal(solved.phase, "solved");
  assert.deepEqual(movesOf(solved), movesBefore(puzzle, 3));
});

test("the first hint marks empty cells around the move", () => {
  const board = boardOf(puzzle);
  const area = areaOf(board, "d2");
  assert.ok(area.includes("d2") && area.length < 15);
  assert.ok(area.every((cell) => board.isLegal(cell)));
});

test("ratings are those of the package", () => {
  const after = rate({ rating: 1500, deviation: 350, volatility: 0.06 }, { rating: 1500, deviation: 50 }, 1);
  assert.deepEqual([Math.round(after.rating), Math.round(after.deviation)], [1675, 248]);
  const sure = rate({ rating: 1500, deviation: 30, volatility: 0.06 }, { rating: 1500, deviation: 30 }, 0.5);
  assert.ok(Math.abs(sure.rating - 1500) < 1e-9 && sure.deviation > 30);
});

test("only the first attempt counts", () => {
  const kept = storage();
  const progress = createProgress(kept);
  progress.record(puzzle, 1);
  const { rating } = progress.rating();
  assert.ok(rating > 1200 && progress.ratingOf(puzzle) < puzzle.rating);
  progress.record(puzzle, 0);
  assert.equal(createProgress(kept).rating().rating, rating);
  assert.deepEqual([progress.solved(), progress.streak(), progress.best()], [1, 1, 1]);
  progress.record({ id: "2", rating: 1500 }, 0.5);
  progress.record({ id: "3", rating: 1500 }, 0);
  assert.deepEqual([progress.solved(), progress.tries(), progress.streak(), progress.best()], [2, 3, 0, 1]);
});

test("days in a row are counted, and end after a missed day", () => {
  const progress = createProgress(storage());
  for (const day of [10, 11, 11]) progress.finishDay(day);
  assert.deepEqual([progress.days(11), progress.days(12), progress.days(13)], [2, 2, 0]);
  assert.ok(progress.isDayDone(11) && !progress.isDayDone(12));
  progress.finishDay(14);
  assert.equal(progress.days(14), 1);
});

test("damaged memory is forgotten", () => {
  const kept = storage();
  kept.setItem("hexmate.puzzles", '{"rating":{"rating":"x"},"results":{"a":[1]},"streak":-1}');
  assert.deepEqual([createProgress(kept).rating().rating, createProgress(kept).tries()], [1200, 0]);
});

test("the next puzzle fits the rating and the filter, and was not tried", () => {
  const all = { filter: /** @type {const} */ ({ grade: 0, theme: "any" }), rating: 1200, tried: () => false };
  for (let i = 0; i < 12; i += 1) {
    const found = chooseNext(index, { ...all, random: () => i / 12 });
    assert.ok(found && Math.abs(found.rating - 1200) < 150);
  }
  const bridge = chooseNext(index, { ...all, filter: { grade: 3, theme: "bridge" } });
  assert.ok(bridge && gradeOf(bridge.rating) === 3 && bridge.themes.includes("bridge"));
  const only = index.entries[5].id;
  assert.equal(chooseNext(index, { ...all, tried: (id) => id !== only })?.id, only);
  assert.notEqual(chooseNext(index, { ...all, tried: () => true, now: only })?.id, only);
  assert.equal(chooseNext({ files: [], entries: [] }, all), null);
});

test("the puzzle of a day is that of the package", () => {
  assert.deepEqual([dayOf(new Date(2026, 0, 1, 23)), dayOf(new Date(2026, 0, 2, 1))], [0, 1]);
  assert.deepEqual([dailyNumber(0, 1000), dailyNumber(1, 1000), dailyNumber(-1, 1000)], [0, 619, 381]);
});
