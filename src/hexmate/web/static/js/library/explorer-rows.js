/** What the opening explorer shows, without drawing it. */

/** @typedef {import("../types/api").ExplorerMove} ExplorerMove */
/** @typedef {import("../types/api").ExplorerResult} ExplorerResult */
/**
 * @typedef {object} ExplorerRow
 * @property {string} move
 * @property {number} games
 * @property {number} share of the games with the position, 0 to 1
 * @property {number} black games that Black won
 * @property {number} white
 * @property {number | null} wins of the side that plays the move, among the games with a winner, 0 to 1
 * @property {number | null} blackShare Black's wins among the games with a winner, 0 to 1
 * @property {number | null} engine win rate of the side to move, 0 to 1
 */

/** Moves in the table; the rest is counted. */
export const MOST_ROWS = 12;

/** The side to move in a position line. @param {string} position */
export const turnOf = (position) => (position.endsWith(" w") ? "white" : "black");

/**
 * @param {ExplorerResult} found
 * @param {"black" | "white"} turn
 * @param {Readonly<Record<string, number>>} rates win rates of the side to move, by move
 * @returns {{rows: ExplorerRow[], more: number}}
 */
export function explorerRows(found, turn, rates) {
  const all = found.moves.reduce((sum, { games }) => sum + games, 0);
  const rows = found.moves.slice(0, MOST_ROWS).map(({ move, games, black_wins: black, white_wins: white }) => {
    const won = black + white;
    return {
      move,
      games,
      share: games / all,
      black,
      white,
      wins: won > 0 ? (turn === "black" ? black : white) / won : null,
      blackShare: won > 0 ? black / won : null,
      engine: rates[move] ?? null,
    };
  });
  return { rows, more: Math.max(0, found.moves.length - MOST_ROWS) };
}

/** Whether the move can be played: a swap only if the board has a rule for it. @param {string} move */
export const isPlayable = (move) => move !== "swap";

/** The last answers of the server, so that a step back shows at once. @template T */
export class Recent {
  /** @param {number} most */
  constructor(most) {
    this.most = most;
    /** @type {Map<string, T>} */ this.known = new Map();
  }

  /** @param {string} key @param {T} value */
  set(key, value) {
    this.known.delete(key);
    this.known.set(key, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.most) this.known.delete(oldest);
  }

  /** @param {string} key */
  get(key) {
    return this.known.get(key);
  }
}
