/** Types of the API, written by tools/web_types.py from hexmate.web.models. */

export type Side = "black" | "white";

export type ShapeName = "hex" | "offset" | "square" | "triangle";

export type SwapName = "pieces" | "sides";

export type StatusName = "waiting" | "live" | "paused" | "finished" | "cancelled";

export type ModeName = "local" | "online" | "imported";

export type SeatKindName = "person" | "ai" | "hybrid" | "open" | "named";

export type Ref = string | number | null;

export type Code =
  | "analysis"
  | "bad_game"
  | "bad_host"
  | "bad_link"
  | "bad_name"
  | "bad_origin"
  | "bad_request"
  | "bad_seat"
  | "busy"
  | "casual_only"
  | "elsewhere"
  | "illegal"
  | "imported"
  | "internal"
  | "invalid"
  | "live_position"
  | "malformed"
  | "method"
  | "name_alike"
  | "name_length"
  | "name_reserved"
  | "name_taken"
  | "no_chat"
  | "no_claim"
  | "no_engine"
  | "no_hint"
  | "no_person"
  | "not_found"
  | "not_over"
  | "not_rated"
  | "not_your_game"
  | "not_your_seat"
  | "not_your_turn"
  | "nothing"
  | "over"
  | "own_game"
  | "own_move_only"
  | "paused"
  | "player"
  | "playing"
  | "position"
  | "rated"
  | "rated_board"
  | "rated_limit"
  | "record"
  | "solving"
  | "stale"
  | "taken"
  | "time"
  | "too_large"
  | "too_late"
  | "too_many"
  | "too_many_games"
  | "unavailable"
  | "versus_person"
  | "waiting";

export type Change = MoveMessage | UndoMessage | UpdateMessage;

export type ServerMessage =
  | GameState
  | MoveMessage
  | UndoMessage
  | UpdateMessage
  | SearchingMessage
  | ChatMessage
  | AckMessage
  | HintMessage
  | PongMessage
  | ErrorMessage;

export type ClientMessage = Move | Resign | Undo | Hand | Hint | Say | Report | Act;

export type AnalysisMessage = Analyse | Review | Solve | Stop;

/** The program that runs the server. */
export interface About {
  name?: "Hexmate";
  version: string;
  licence: string;
}

/** Your message was accepted. */
export interface AckMessage {
  type: "ack";
  ref: string | number | null;
  version: number;
  /** The number of your move, or how many moves are left after a takeback. */
  number?: number;
  /** How many moves would be left after the takeback that you requested. */
  asked?: number;
  /** The seat that was handed over or back. */
  seat?: Side;
}

/** Any action without arguments. */
export interface Act {
  ref?: string | number | null;
  type:
    | "cancel"
    | "claim"
    | "undo_decline"
    | "redo"
    | "pause"
    | "resume"
    | "restart"
    | "stop_search"
    | "ping"
    | "state";
}

/** Analyse a position. */
export interface Analyse {
  type: "analyse";
  ref?: string | number | null;
  position: string;
  player?: string;
  lines?: number;
  limit?: LimitRequest;
}

/** The answer to `stop` (`ack`) or `ping` (`pong`). */
export interface AnalysisAck {
  type: "ack" | "pong";
  ref: string | number | null;
}

/** The analysis of a position so far. Maps have the values that the engine reports. */
export interface AnalysisInfo {
  type: "info";
  ref: string | number | null;
  lines: AnalysisLineState[];
  /** Win probability by move. */
  cells: Record<string, number>;
  /** Visits by move. */
  visits: Record<string, number>;
  /** The network's policy by move. */
  policy: Record<string, number>;
  /** Whether the engine's network was trained on boards of this size. */
  trained: boolean;
  final: boolean;
}

/** A move and how the game may continue after it. */
export interface AnalysisLineState {
  move: string;
  /** For the side to move. */
  win_probability: number;
  score: number | null;
  pv: string[];
  depth: number | null;
  nodes: number | null;
  visits: number | null;
  prior: number | null;
}

/** How many games were played on one kind of board. */
export interface BoardCount {
  rows: number;
  cols: number;
  shape: ShapeName;
  games: number;
}

/** Finished games on one kind of board. */
export interface BoardLine {
  rows: number;
  cols: number;
  shape: ShapeName;
  games: number;
  black_wins: number;
  white_wins: number;
  draws: number;
  mean_plies: number;
}

/** A reply of the opening book. */
export interface BookMove {
  move: string;
  /** For the side to move. */
  win_rate: number;
  visits: number;
}

/** The replies of the opening book, best first; none if the position is not in it. */
export interface BookMoves {
  moves: BookMove[];
}

/** One chat message; it has a `text` or a `phrase`. */
export interface ChatLine {
  /** Grows with every message; milliseconds since 1970 or a little more. */
  id: number;
  room: "players" | "spectators";
  /** The same number for all messages of one person in this game. */
  author: number;
  /** Whether you wrote it. */
  you: boolean;
  name: string | null;
  /** The seat of a player; null for spectators. */
  seat: Side | null;
  text: string | null;
  phrase: "hello" | "good_luck" | "nice_move" | "oops" | "moment" | "sorry" | "good_game" | "thanks" | "bye" | null;
}

/** Chat messages of your room: the last ones after you connect, then each new one. */
export interface ChatMessage {
  type: "chat";
  lines: ChatLine[];
}

/** The opponent left a game without a clock: who can claim the win, and when. */
export interface ClaimState {
  seat: Side;
  /** Milliseconds until the win can be claimed. */
  wait: number;
}

/** One clock. */
export interface ClockState {
  /** Milliseconds left of the main time or of the current period; null without a limit. */
  left: number | null;
  /** Byo-yomi periods left. */
  periods: number;
  overtime: boolean;
}

/** Both clocks, by seat. */
export interface ClockStates {
  black: ClockState;
  white: ClockState;
  /** The seat whose clock is running. */
  running: Side | null;
  /** Server time of the readings, in milliseconds since 1970. */
  at: number;
}

/** A new game, with a token for each open seat. The tokens are sent only once. */
export interface CreatedGame {
  id: string;
  seats: Partial<Record<Side, string>>;
  state: GameState;
}

/** It may; otherwise the answer is a refusal. */
export interface EngineHelpAnswer {
  allowed: boolean;
}

/** Ask whether a page's own engine may help with a position. */
export interface EngineHelpRequest {
  position: string;
}

/** Your message was refused. */
export interface ErrorMessage {
  type: "error";
  ref: string | number | null;
  /** A stable word for programs, explained in docs/api.md. */
  code: Code;
  message: string;
  version?: number;
  /** The number that the next move must have, for the code `stale`. */
  expected?: number;
}

/** Why a request was refused. */
export interface ErrorResponse {
  /** A stable word for programs, explained in docs/api.md. */
  code: Code;
  /** An explanation in English. */
  message: string;
  expected?: number;
}

/** A move that was played next, and the results of those games. */
export interface ExplorerMove {
  move: string;
  games: number;
  black_wins: number;
  white_wins: number;
}

/** The games with a position, and their next moves. */
export interface ExplorerResult {
  games: number;
  black_wins: number;
  white_wins: number;
  moves: ExplorerMove[];
}

/** A list of games. */
export interface GameList {
  games: GameSummary[];
}

/** Black's win probability at each position of a game, from the start. */
export interface GameRates {
  /** Empty where no network can play, shorter where a record sets up stones on the way. */
  rates: number[];
}

/** The review of a stored game, if there is one. */
export interface GameReview {
  review: KeptReview | null;
}

/** Everything about a game. */
export interface GameState {
  /** The colour to move. */
  turn: Side | null;
  /** The seat to move. */
  mover: Side | null;
  swap_available: boolean;
  /** Whether an engine is to move. */
  searching: boolean;
  clocks: ClockStates;
  /** Who can claim the win, since the opponent left. */
  claim: ClaimState | null;
  /** Moves taken back that can be played again. */
  redo: number;
  type: "state";
  id: string;
  version: number;
  status: StatusName;
  rows: number;
  cols: number;
  shape: ShapeName;
  swap: SwapName | null;
  /** The start position as a position line; null for an empty board. */
  start: string | null;
  mode: ModeName;
  training: boolean;
  rated: boolean;
  clock: string;
  created: string;
  /** Your own seats. */
  you: Side[];
  /** Open sockets at this game, players included. */
  audience: number;
  seats: SeatStates;
  moves: MoveState[];
  offers: OfferStates;
  /** The id of the rematch. */
  rematch: string | null;
  /** The score so far; null in the first game of a series. */
  series: SeriesState | null;
  result: ResultState | null;
  /** Changes since the version that you asked for. */
  missed?: (MoveMessage | UndoMessage | UpdateMessage)[];
  ref?: string | number | null;
}

/** A game in a list. */
export interface GameSummary {
  id: string;
  status: StatusName;
  rows: number;
  cols: number;
  shape: ShapeName;
  mode: ModeName;
  rated: boolean;
  clock: string;
  created: string;
  seats: SeatStates;
  moves: number;
  turn: Side | null;
  result: string | null;
  audience: number;
  /** The position line, for the games at the top of the list of online games. */
  position?: string | null;
}

/** Let the engine of a hybrid seat move, or resume control. */
export interface Hand {
  ref?: string | number | null;
  type: "hand_over" | "take_back";
  seat?: Side | null;
}

/** The server works. */
export interface Health {
  status: "ok";
}

/** Ask for a hint. */
export interface Hint {
  ref?: string | number | null;
  type: "hint";
}

/** The hint that you asked for. */
export interface HintMessage {
  type: "hint";
  ref: string | number | null;
  number: number;
  move: string;
  info: AnalysisLineState;
}

/** The result of an import. */
export interface ImportResult {
  /** Ids of the new games. */
  added: string[];
  /** Ids of the games that the library already had. */
  known: string[];
  /** Warnings, and games that could not be read. */
  problems: string[];
}

/** Why a cell need not be played. */
export interface InferiorCell {
  /** Captured cells have the colour of their owner. */
  kind: "dead" | "black" | "white" | "reversible" | "dominated";
  /** The opponent's answer to a reversible move, or the move that is at least as good. */
  by: string | null;
}

/** Joining an open seat. */
export interface Join {
  /** The token from the invitation link. */
  seat_token: string;
}

/** The seat that you joined. */
export interface Joined {
  color: Side;
  state: GameState;
}

/** The review of a game, as it is kept. */
export interface KeptReview {
  /** The engine. */
  player: string;
  moves: ReviewedMove[];
  summary: SummaryStates;
}

/** The best players of a pool. */
export interface Leaderboard {
  pool: "people" | "bots";
  players: LeaderboardPlayer[];
}

/** A player on the leaderboard. */
export interface LeaderboardPlayer {
  rank: number;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  wins: number;
}

/** How many games each choice of a search would find. */
export interface LibraryCounts {
  /** By size and shape, the most frequent first. */
  boards: BoardCount[];
  black_wins: number;
  white_wins: number;
  /** Draws and unknown results. */
  others: number;
}

/** A finished game with its full record. */
export interface LibraryGame {
  line: LibraryLine;
  /** A game in the format of a line of games.jsonl. */
  game: Record<string, any>;
}

/** A finished game in a list. */
export interface LibraryLine {
  id: string;
  rows: number;
  cols: number;
  shape: ShapeName;
  swap: SwapName | null;
  mode: ModeName;
  rated: boolean;
  black: string | null;
  white: string | null;
  result: string;
  termination: string;
  winner_seat: Side | null;
  moves: number;
  finished: string | null;
  /** Where an imported game comes from. */
  source: string | null;
  /** After how many moves the position was found; null without a position search. */
  ply: number | null;
  /** Whether the position was found rotated by 180 degrees. */
  turned: boolean;
  /** The position line of the end of the game; null unless `boards` was asked for. */
  position: string | null;
}

/** One page of search results, newest first. */
export interface LibraryPage {
  games: LibraryLine[];
  total: number;
  page: number;
  per_page: number;
}

/** The limit of a search: seconds, visits, or whichever is reached first. */
export interface LimitRequest {
  time?: number | null;
  visits?: number | null;
}

/** You. */
export interface Me {
  id: number;
  name: string;
  rating?: number | null;
}

/** Play a move. */
export interface Move {
  ref?: string | number | null;
  type: "move";
  /** The number that the move will have. */
  number: number;
  move: string;
}

/** A move was played; `result` and `status` are set if it ended the game. */
export interface MoveMessage {
  /** The colour to move. */
  turn: Side | null;
  /** The seat to move. */
  mover: Side | null;
  swap_available: boolean;
  /** Whether an engine is to move. */
  searching: boolean;
  clocks: ClockStates;
  /** Who can claim the win, since the opponent left. */
  claim: ClaimState | null;
  /** Moves taken back that can be played again. */
  redo: number;
  type: "move";
  version: number;
  number: number;
  color: Side;
  move: string;
  at: string;
  result?: ResultState;
  status?: StatusName;
}

/** The review of one move. */
export interface MoveReviewState {
  number: number;
  color: Side;
  seat: Side;
  position: string;
  move: string | null;
  best: string;
  score: number | null;
  win_probability: number;
  /** By how much the move lowered the win probability. */
  loss: number | null;
  classification: "good" | "inaccuracy" | "mistake" | "blunder" | null;
  /** What the mover gets with perfect play, where that is proven. */
  proven?: "win" | "draw" | "loss" | null;
  /** Whether the move turned a proven win into a proven loss. */
  threw_win?: boolean;
  lines: AnalysisLineState[];
}

/** A move that was played. */
export interface MoveState {
  number: number;
  color: Side;
  move: string;
  /** When it was played, in ISO 8601. */
  at: string;
}

/** Your own games. */
export interface MyGames {
  unfinished: GameSummary[];
  /** Your latest finished games. */
  recent: GameSummary[];
}

/** A new game. */
export interface NewGameRequest {
  rows?: number;
  cols?: number;
  shape?: ShapeName;
  swap?: SwapName | null;
  /** `none`, `30/move`, `300`, `300+5` (Fischer) or `60+3x10` (byo-yomi), in seconds. */
  clock?: string;
  mode?: "local" | "online";
  /** Whether moves can be taken back at any time. */
  training?: boolean;
  rated?: boolean;
  /** The start position as a position line; null for an empty board. */
  start?: string | null;
  seats: NewSeatsRequest;
}

/**
 * A seat of a new game.
 *
 * `person` is you, `open` is for the player who opens the invitation link, `ai` is an engine of
 * this server, and `hybrid` is you with an engine that can move for you.
 */
export interface NewSeatRequest {
  kind: "person" | "ai" | "hybrid" | "open";
  /** The spec of the engine, for the kinds `ai` and `hybrid`. */
  ai?: string | null;
}

/** Both seats of a new game. */
export interface NewSeatsRequest {
  black: NewSeatRequest;
  white: NewSeatRequest;
}

/** Offers that wait for an answer. */
export interface OfferStates {
  /** The seat that requests a takeback. */
  undo: Side | null;
}

/** A virtual connection of two groups or edges. */
export interface OverlayLink {
  /** The stones of a group, or an edge and the stones at it. */
  ends: string[][];
  /** Two cells between which a line shows it; empty if there are none. */
  line: string[];
  /** The empty cells that it needs. */
  carrier: string[];
  /** A full connection holds as it is. A semi connection needs a stone here. */
  key: string | null;
}

/** An overlay to compute for a position. */
export interface OverlayRequest {
  position: string;
  kind:
    | "distance"
    | "two-distance"
    | "resistance"
    | "bridges"
    | "legal"
    | "winning-chain"
    | "connections"
    | "must-play"
    | "inferior";
  color?: Side;
}

/** An overlay. */
export interface OverlayResult {
  /** A value for each cell shown. */
  cells: Record<string, number>;
  /** Paths over the board, as cells and edges. */
  paths: string[][];
  /** The value of the whole position. */
  value: number | null;
  /** Virtual connections. */
  links: OverlayLink[];
  /** Inferior cells. */
  inferior: Record<string, InferiorCell>;
}

/** An engine that you can choose for a seat or an analysis. */
export interface PlayerOffer {
  spec: string;
  name: string;
  help: string;
  /** Whether it can analyse positions. */
  analyses: boolean;
  levels: number[];
  options: string[];
  /** Further levels on boards of the `hex` shape; they use a network. */
  hex_levels: number[];
  /** The board shapes it plays. */
  shapes: string[];
  /** The board sizes its network was trained on; null for an engine without a network. */
  trained: number[] | null;
}

/** The answer to `ping`, with the server's time in milliseconds since 1970. */
export interface PongMessage {
  type: "pong";
  ref: string | number | null;
  at: number;
}

/** The games found in a text. */
export interface ReadRecords {
  format: "sgf" | "hsgf" | "jsonl" | "hexfile" | "trmph" | "hexworld" | "moves";
  games: (Record<string, any>)[];
  /** Warnings, and games that could not be read. */
  problems: string[];
}

/** Your new name: 1 to 40 characters once spaces are trimmed. */
export interface Rename {
  name: string;
}

/** Report a chat message to the people who run the server. */
export interface Report {
  ref?: string | number | null;
  type: "report";
  id: number;
}

/** Resign. If you hold both seats, `seat` says which one resigns. */
export interface Resign {
  ref?: string | number | null;
  type: "resign";
  seat?: Side | null;
}

/** How a game ended. */
export interface ResultState {
  /** As SGF writes it: `B+`, `W+Resign`, `B+Time`, `Draw`. */
  result: string;
  /** The winning colour. */
  winner: Side | null;
  /** The seat of the winner. After swap-sides it differs from the colour. */
  winner_seat: Side | null;
  termination: string;
  /** The cells of the winning chain. */
  chain: string[];
}

/** Analyse every position of a game. */
export interface Review {
  type: "review";
  ref?: string | number | null;
  /** A game in the format of a line of `games.jsonl`. */
  game?: Record<string, any> | null;
  /** Or the id of a finished game of this server. Its review is kept. */
  game_id?: string | null;
  player?: string;
  /** For each position. */
  limit?: LimitRequest;
}

/** The review of one move of a game. */
export interface ReviewMessage {
  type: "review";
  ref: string | number | null;
  ply: number;
  total: number;
  review: MoveReviewState;
  /** Whether the engine's network was trained on boards of this size. */
  trained: boolean;
}

/** The review of one move, as it is kept. */
export interface ReviewedMove {
  number: number;
  color: Side;
  seat: Side;
  move: string | null;
  best: string;
  /** Of the side to move, before the move. */
  win_probability: number;
  loss: number | null;
  classification: "good" | "inaccuracy" | "mistake" | "blunder" | null;
  /** What the mover gets with perfect play, where that is proven. */
  proven?: "win" | "draw" | "loss" | null;
  /** Whether the move turned a proven win into a proven loss. */
  threw_win?: boolean;
  /** The first moves of the best line. */
  pv: string[];
}

/** Write to the players if you are one, and to the spectators otherwise. */
export interface Say {
  ref?: string | number | null;
  type: "chat";
  text?: string | null;
  phrase?: "hello" | "good_luck" | "nice_move" | "oops" | "moment" | "sorry" | "good_game" | "thanks" | "bye" | null;
}

/** What an engine reports about its move; values it does not report are left out. */
export interface SearchInfo {
  score?: number;
  /** For the side to move. */
  win_probability?: number;
  depth?: number;
  nodes?: number;
  visits?: number;
  time?: number;
  move?: string;
  pv?: string[];
}

/** The evaluation of an engine that is about to move. Has no version. */
export interface SearchingMessage {
  type: "searching";
  info: SearchInfo;
}

/** A seat: the person or engine that joined the game as a colour. */
export interface SeatState {
  kind: SeatKindName;
  name: string | null;
  /** The spec of the engine, for the kinds `ai` and `hybrid`. */
  ai: string | null;
  rating: number | null;
  /** Whether the engine of a `hybrid` seat is moving. */
  handed_over: boolean;
  online: boolean;
}

/** Both seats. */
export interface SeatStates {
  black: SeatState;
  white: SeatState;
}

/** The score of a series of rematches before this game, by the seats of this game. */
export interface SeriesState {
  /** The number of this game in the series. */
  number: number;
  /** Earlier games won by the player at this seat. */
  black: number;
  white: number;
}

/** What is known of a position that is being solved. Swaps are not considered. */
export interface SolutionMessage {
  type: "solution";
  ref: string | number | null;
  /** Who wins with perfect play; null while that is unknown. */
  result: "black" | "white" | "draw" | null;
  /** A move that keeps the result for the side to move, where one is known. */
  move: string | null;
  /** The moves that are solved, for the side to move. */
  moves: Record<string, "win" | "draw" | "loss">;
  /** Positions searched. */
  nodes: number;
  seconds: number;
  /** Whether all that was asked for is known. */
  complete: boolean;
  /** Null on other shapes than hex, and when the result is known. */
  progress: SolveProgressState | null;
  final: boolean;
}

/** Find out who wins a position with perfect play. */
export interface Solve {
  type: "solve";
  ref?: string | number | null;
  position: string;
  /** Whether to solve every move too. */
  moves?: boolean;
  /** Seconds of search. */
  time?: number;
}

/** How far the search of a position is. */
export interface SolveProgressState {
  /** The fewest positions that must still be proven to know that the side to move wins. */
  to_win: number;
  /** The fewest positions that must still be proven to know that it loses. */
  to_lose: number;
  /** The line that is being searched. */
  line: string[];
}

/** Counts of all games and players. */
export interface StatisticsResult {
  people: number;
  bots: number;
  /** By status. */
  games: Record<string, number>;
  modes: Record<string, number>;
  terminations: Record<string, number>;
  swap_offered: number;
  swap_taken: number;
  boards: BoardLine[];
}

/** Stop the analysis, or test the connection. */
export interface Stop {
  type: "stop" | "ping";
  ref?: string | number | null;
}

/** The end of a review. */
export interface SummaryMessage {
  type: "summary";
  ref: string | number | null;
  total: number;
  summary: SummaryStates;
}

/** How one player did. */
export interface SummaryState {
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  mean_loss: number;
  /** From 0 to 1. */
  accuracy: number;
}

/** How both players did, by seat. */
export interface SummaryStates {
  black: SummaryState;
  white: SummaryState;
}

/** Take moves back, request a takeback, or accept one. */
export interface Undo {
  ref?: string | number | null;
  type: "undo";
  /** How many moves to keep; null takes back to before your last move. */
  to?: number | null;
}

/** Moves were taken back. */
export interface UndoMessage {
  /** The colour to move. */
  turn: Side | null;
  /** The seat to move. */
  mover: Side | null;
  swap_available: boolean;
  /** Whether an engine is to move. */
  searching: boolean;
  clocks: ClockStates;
  /** Who can claim the win, since the opponent left. */
  claim: ClaimState | null;
  /** Moves taken back that can be played again. */
  redo: number;
  type: "undo";
  version: number;
  /** Moves that are left. */
  number: number;
  status: StatusName;
  result: null;
  offers: OfferStates;
}

/** Some fields of the state changed. Fields left out did not. */
export interface UpdateMessage {
  type: "update";
  version: number;
  status?: StatusName;
  turn?: Side | null;
  mover?: Side | null;
  swap_available?: boolean;
  searching?: boolean;
  seats?: SeatStates;
  clocks?: ClockStates;
  claim?: ClaimState | null;
  offers?: OfferStates;
  rematch?: string | null;
  result?: ResultState | null;
}

/** The network's win rates of moves, for the side to move. */
export interface WinRates {
  rates: Record<string, number>;
}

/** A game to write in a format. */
export interface WriteRecord {
  /** A game in the format of a line of games.jsonl. */
  game: Record<string, any>;
  format?: "sgf" | "hsgf" | "jsonl" | "hexfile" | "trmph" | "hexworld" | "moves";
  /** Whether to drop what the format cannot hold, instead of answering with an error. */
  lossy?: boolean;
}

/** A game as text. */
export interface WrittenRecord {
  text: string;
}
