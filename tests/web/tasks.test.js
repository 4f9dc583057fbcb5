/** The tasks of the rules page: every answer is proved by the solver of the package. */

import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../src/hexmate/web/static/js/i18n/en.js";
import { Board } from "../../src/hexmate/web/static/js/rules/board.js";
import { parsePosition } from "../../src/hexmate/web/static/js/rules/position.js";
import {
  again,
  begin,
  boardOf,
  decide,
  play,
  positionOf,
  solutions,
} from "../../src/hexmate/web/static/js/tasks/attempt.js";
import { createProgress } from "../../src/hexmate/web/static/js/tasks/progress.js";
import { createSolver } from "../../src/hexmate/web/static/js/tasks/solver.js";
import { TASKS } from "../../src/hexmate/web/static/js/tasks/tasks.js";
import { oracle } from "./oracle.js";

/** @typedef {import("../../src/hexmate/web/static/js/tasks/tasks.js").MoveTask} MoveTask */

const moveTasks = TASKS.flatMap((task) => ("swap" in task ? [] : [task]));
const swapTasks = TASKS.flatMap((task) => ("swap" in task ? [task] : []));
/** @param {Board} board */
const empty = (board) => board.stones.flatMap((stone, cell) => (stone === null ? [board.name(cell)] : []));

/** Whether the side to move wins, by trying everything. @param {Board} board @returns {boolean} */
function wins(board) {
  return empty(board).some((move) => {
    board.push(move);
    const won = board.winner !== null || !wins(board);
    board.pop();
    return won;
  });
}

test("there are ten tasks, with all their texts", () => {
  assert.equal(TASKS.length, 10);
  assert.equal(new Set(TASKS.map(({ id }) => id)).size, 10);
  for (const { id } of TASKS) {
    for (const part of ["title", "goal", "hint", "why"]) assert.ok(`task.${id}.${part}` in en, `${id} ${part}`);
  }
});

test("the accepted first moves are exactly those that win against every defence", () => {
  for (const { id, position, first } of moveTasks) {
    assert.deepEqual([...first].sort(), oracle.tasks[position], id);
    assert.deepEqual(
      solutions(begin(/** @type {MoveTask} */ ({ id, position, first }))).sort(),
      oracle.tasks[position],
    );
  }
});

test("a swap is right exactly when the opening wins", () => {
  for (const { id, position, last, swap, reply } of swapTasks) {
    const winning = oracle.tasks[position];
    assert.equal(swap, winning.length === 0, id);
    if (!swap) assert.ok(winning.includes(/** @type {string} */ (reply)), id);
    const board = positionOf({ id, position, last, swap, reply });
    assert.equal(board.name(board.stones.indexOf("black")), last);
  }
});

test("the solver agrees with plain minimax", () => {
  for (const line of ["3x3 hex - 3/3/3 b", "3x3 hex - 3/1b1/3 w", "3x4 hex - b3/1w1b/w3 b"]) {
    const board = new Board(parsePosition(line));
    const winning = empty(board).filter((move) => {
      board.push(move);
      const won = board.winner !== null || !wins(board);
      board.pop();
      return won;
    });
    assert.deepEqual(createSolver(board).winningMoves().sort(), winning.sort(), line);
  }
});

test("winning moves complete the chain against the defence, and in a few moves", () => {
  for (const task of moveTasks) {
    for (const first of task.first) {
      let attempt = play(begin(task), first);
      while (attempt.phase === "more") {
        assert.ok(attempt.moves.length <= 12, task.id);
        const [next] = solutions(attempt);
        attempt = play(attempt, next);
      }
      assert.equal(attempt.phase, "solved", task.id);
      assert.equal(boardOf(attempt).winner, positionOf(task).turn, task.id);
    }
  }
});

test("every other first move is refuted by an answer that leaves no win", () => {
  for (const task of moveTasks) {
    const start = begin(task);
    for (const move of empty(positionOf(task)).filter((cell) => !task.first.includes(cell))) {
      const attempt = play(start, move);
      assert.equal(attempt.phase, "wrong", `${task.id} ${move}`);
      assert.equal(attempt.moves.length, 2);
      if (!boardOf(attempt).over) assert.deepEqual(solutions(attempt), [], `${task.id} ${move}`);
      assert.equal(play(attempt, task.first[0]), attempt, "nothing can be played until the user tries again");
      assert.equal(play(again(attempt), task.first[0]).moves[0], task.first[0]);
    }
  }
});

test("stones and other cells cannot be played", () => {
  const attempt = begin(moveTasks[0]);
  for (const move of ["d1", "z9", "pass", "swap-pieces", ""]) assert.equal(play(attempt, move), attempt);
});

test("a swap task takes one answer", () => {
  for (const task of swapTasks) {
    const start = begin(task);
    assert.equal(play(start, "c3"), start);
    assert.equal(decide(start, !task.swap).phase, "wrong");
    const solved = decide(start, task.swap);
    assert.equal(solved.phase, "solved");
    assert.equal(boardOf(solved).turn, "black");
    assert.equal(decide(solved, false), solved);
  }
});

test("last moves are stones of the opponent", () => {
  for (const task of TASKS) {
    const board = positionOf(task);
    const stone = task.last && board.stonesByName()[task.last];
    assert.ok(stone && stone !== board.turn, task.id);
  }
});

test("progress is remembered, and a broken memory is no obstacle", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  const progress = createProgress(storage);
  assert.deepEqual([progress.count(), progress.next()], [0, 0]);
  progress.solve("chain");
  progress.solve("chain");
  progress.solve("reach");
  const later = createProgress(storage);
  assert.deepEqual([later.count(), later.next(), later.isSolved("reach")], [2, 1, true]);
  for (const { id } of TASKS) later.solve(id);
  assert.deepEqual([later.count(), later.next()], [10, 0]);
  for (const broken of ["", "[]", '{"solved": 3}', '{"solved": ["chain", "no such task"]}']) {
    kept.set("hexmate.tasks", broken);
    assert.equal(createProgress(storage).count(), 0, broken);
  }
});
