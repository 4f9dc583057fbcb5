/** A board that goes to any position of a list of moves with as few steps as possible. */

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("./state.js").Move} Move */

/**
 * @param {Board} board at its first position
 * @returns {(moves: readonly Pick<Move, "color" | "move">[], ply: number) => Board} the board after
 *   `ply` of these moves; the same object each time
 */
export function createWalk(board) {
  return (moves, ply) => {
    const same = board.moves.findIndex(
      ({ move, color }, at) => at >= ply || move !== moves[at].move || color !== moves[at].color,
    );
    const kept = same < 0 ? board.moves.length : same;
    while (board.moves.length > kept) board.pop();
    for (const { move, color } of moves.slice(kept, ply)) board.push(move, color);
    return board;
  };
}
