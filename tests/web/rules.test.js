import assert from "node:assert/strict";
import { test } from "node:test";

import { adjacency, Board, edgeCells, mirrored, SHAPES } from "../../src/hexmate/web/static/js/rules/board.js";
import { cellName, cellNumber, columnName } from "../../src/hexmate/web/static/js/rules/names.js";
import { oracle } from "./oracle.js";

/** @param {Board} board @param {"black" | "white"} color */
function named(board, color) {
  return board.stones.flatMap((stone, cell) => (stone === color ? [board.name(cell)] : []));
}

/** @param {Board} board @param {number[]} chain */
function assertChain(board, chain) {
  const color = /** @type {"black" | "white"} */ (board.winner);
  const { from, to } = edgeCells(board.shape, board.rows, board.cols, color);
  assert.ok(from.includes(chain[0]));
  assert.ok(to.includes(chain[chain.length - 1]));
  assert.ok(chain.every((cell) => board.stones[cell] === color));
  chain.slice(1).forEach((cell, i) => assert.ok(board.neighbours[chain[i]].includes(cell)));
}

for (const shape of SHAPES) {
  test(`1,000 games on ${shape} boards go as the package says`, () => {
    const games = oracle.games.filter((game) => game.shape === shape);
    assert.equal(games.length, 1000);
    for (const game of games) {
      const board = new Board(game);
      game.moves.forEach((/** @type {string} */ move, /** @type {number} */ ply) => {
        assert.equal(board.over, false);
        assert.equal(board.turn, game.turns[ply]);
        assert.equal(board.swapAvailable, game.swaps[ply]);
        board.push(move);
      });
      assert.equal(board.over, true);
      assert.equal(board.winner, game.winner);
      assert.deepEqual(named(board, "black"), game.black);
      assert.deepEqual(named(board, "white"), game.white);
      if (board.chain) {
        assertChain(board, board.chain);
        assert.equal(board.chain.length, game.path);
      }
      for (let ply = game.moves.length - 1; ply >= 0; ply -= 1) {
        assert.deepEqual(board.pop(), { color: game.turns[ply], move: game.moves[ply] });
        assert.equal(board.turn, game.turns[ply]);
        assert.equal(board.swapAvailable, game.swaps[ply]);
      }
      assert.ok(board.stones.every((stone) => stone === null));
    }
  });
}

test("adjacency is symmetric", () => {
  for (const shape of SHAPES) {
    const near = adjacency(shape, 4, 8);
    near.forEach((cells, cell) => cells.forEach((next) => assert.ok(near[next].includes(cell))));
  }
});

test("the mirror is its own inverse", () => {
  for (const [shape, cols] of /** @type {const} */ ([
    ["hex", 5],
    ["square", 5],
    ["triangle", 10],
  ])) {
    for (let cell = 0; cell < 5 * cols; cell += 1) {
      assert.equal(mirrored(mirrored(cell, { shape, cols }), { shape, cols }), cell);
    }
  }
});

test("illegal moves are refused and change nothing", () => {
  const board = new Board({ rows: 3, cols: 3, swap: "pieces" });
  assert.throws(() => board.push("swap-pieces"), RangeError);
  board.push("b1");
  for (const move of ["b1", "d1", "a4", "swap-sides", "nonsense"]) {
    assert.throws(() => board.push(move), RangeError, move);
  }
  assert.equal(board.moves.length, 1);
  board.push("swap-pieces");
  assert.deepEqual(board.stonesByName(), { a2: "white" });
  assert.throws(() => new Board({ rows: 3, cols: 4, swap: "pieces" }), RangeError);
  assert.throws(() => new Board({ rows: 3, cols: 3, shape: "triangle" }), RangeError);
});

test("names of cells", () => {
  assert.deepEqual([0, 8, 25, 26, 27, 51, 52].map(columnName), ["a", "i", "z", "aa", "ab", "az", "ba"]);
  for (let cell = 0; cell < 32 * 32; cell += 1) assert.equal(cellNumber(cellName(cell, 32), 32, 32), cell);
  assert.equal(cellNumber(" C2 ", 5, 5), 7);
  for (const bad of ["", "a", "1", "a0", "f1", "a6", "a01", "é1", "aaa1", "a-1"]) {
    assert.equal(cellNumber(bad, 5, 5), null, bad);
  }
});
