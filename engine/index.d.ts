/** A strong Hex engine for browsers and Node. Moves are named `a1`, `b2`…, `swap-pieces` or `swap-sides`. */

export type Color = "black" | "white";
export type SwapRule = "pieces" | "sides" | null;

export interface Game {
  rows: number;
  cols: number;
  swap?: SwapRule;
  moves: string[];
}

export interface Line {
  move: string;
  /** For the side to move. */
  win_probability: number;
  pv: string[];
  visits: number | null;
  prior: number | null;
}

export interface Info {
  type: "info";
  lines: Line[];
  /** Win probability, visits and policy by move. */
  cells: Record<string, number>;
  visits: Record<string, number>;
  policy: Record<string, number>;
  /** Whether the network was trained on boards of this size. */
  trained: boolean;
  final: boolean;
}

export interface Solution {
  type: "solution";
  result: Color | "draw" | null;
  move: string | null;
  moves: Record<string, "win" | "draw" | "loss">;
  nodes: number;
  seconds: number;
  complete: boolean;
  /** While the result is unknown: the fewest positions that must still be proven to know that the side to move wins or
   * loses, and the line that is being searched. */
  progress: { to_win: number; to_lose: number; line: string[] } | null;
  final: boolean;
}

/** What a move of a game cost, in win probability. */
export interface ReviewedMove {
  type: "review";
  ply: number;
  total: number;
  review: {
    number: number;
    color: Color;
    move: string | null;
    best: string;
    win_probability: number;
    loss: number | null;
    classification: "good" | "inaccuracy" | "mistake" | "blunder" | null;
    proven: "win" | "draw" | "loss" | null;
    lines: Line[];
  };
}

export interface Summary {
  type: "summary";
  summary: Record<Color, { moves: number; mistakes: number; blunders: number; accuracy: number }>;
}

/** Why something failed; `code` is `device_memory`, `device_network`, `position`… */
export class EngineFailure extends Error {
  code: string;
}

/** One request at a time: a new one ends the one before. */
export class HexEngine {
  /**
   * The network `tiny` is much weaker and a third of the size. Addresses are those of the files, by default beside this
   * module. `worker: null` searches in this thread.
   */
  static load(options?: {
    network?: "small" | "tiny";
    module?: string;
    weights?: string;
    /** The network of `human`, fetched when that player first plays. */
    human?: string;
    worker?: string | null;
  }): Promise<HexEngine>;
  /**
   * The move of `level:n=1` to `level:n=15`, `hexmate:time=SECONDS`, `uct:time=SECONDS`, or `human:rating=1600`, which
   * plays like people with that rating, and may answer `resign`.
   */
  play(
    game: Game,
    options?: { player?: string; seed?: number },
  ): Promise<{ move: string; winProbability: number | null }>;
  analyse(
    position: string,
    options?: { player?: string; seconds?: number; visits?: number; lines?: number },
  ): AsyncGenerator<Info>;
  solve(position: string, options?: { seconds?: number; moves?: boolean }): AsyncGenerator<Solution>;
  /** The reviews of a record's moves (`hexmate-game/1`), then a summary. */
  review(game: object, options?: { player?: string; visits?: number }): AsyncGenerator<ReviewedMove | Summary>;
  stop(): void;
  close(): void;
}

/** The rules. */
export class Board {
  constructor(position: { rows: number; cols: number; swap?: SwapRule });
  readonly turn: Color;
  readonly over: boolean;
  readonly winner: Color | null;
  readonly swapAvailable: boolean;
  readonly stones: (Color | null)[];
  readonly moves: { color: Color; move: string }[];
  isLegal(move: string): boolean;
  push(move: string): void;
  pop(): { color: Color; move: string } | undefined;
  name(cell: number): string;
}

/** Position lines, such as `5x5 hex - 5/1b3/2w2/5/5 b`. */
export function parsePosition(line: string): object;
export function formatPosition(position: object): string;
export function positionOf(board: Board): object;
