/** Games for the tests, as the server sends them. */

/** @typedef {import("../../../src/hexmate/web/static/js/game/state.js").State} State */
/** @typedef {import("../../../src/hexmate/web/static/js/game/state.js").Seat} Seat */

/** @param {Partial<Seat>} [fields] @returns {Seat} */
export const seat = (fields = {}) => ({
  kind: "person",
  name: "Ada",
  ai: null,
  rating: null,
  handed_over: false,
  online: true,
  ...fields,
});

/**
 * A game of a person, Black, against the computer, after some moves.
 * @param {string} moves
 * @param {Partial<State>} [fields]
 * @returns {State}
 */
export function stateOf(moves, fields = {}) {
  /** @type {"black" | "white"} */ let turn = "black";
  const played = moves
    .split(" ")
    .filter(Boolean)
    .map((move, at) => {
      const color = turn;
      if (move !== "swap-sides") turn = turn === "black" ? "white" : "black";
      return { number: at + 1, color, move };
    });
  const exchanged = moves.includes("swap-sides");
  return {
    id: "g1",
    version: 7,
    status: "live",
    rows: 5,
    cols: 5,
    shape: "hex",
    swap: exchanged ? "sides" : moves.includes("swap-pieces") ? "pieces" : null,
    start: null,
    mode: "local",
    training: false,
    rated: false,
    clock: "none",
    you: ["black"],
    seats: { black: seat(), white: seat({ kind: "ai", name: "level 3", ai: "level:n=3" }) },
    moves: played,
    turn,
    mover: exchanged ? (turn === "black" ? "white" : "black") : turn,
    swap_available: false,
    clocks: null,
    offers: { undo: null },
    searching: false,
    redo: 0,
    rematch: null,
    claim: null,
    series: null,
    result: null,
    ...fields,
  };
}
