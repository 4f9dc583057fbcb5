/** Answers the messages of the analysis socket with the core, and plays moves; knows nothing of workers. */

import { Board } from "../rules/board.js";
import { parsePosition } from "../rules/position.js";
import { watchPosition } from "./analysis.js";
import { mayBeSwapped } from "./boards.js";
import { createEngine, EngineError } from "./core.js";
import { DeviceError } from "./files.js";
import { Net } from "./nets.js";
import { analystOf, createPlayer } from "./players.js";
import { GameReviewer, stepsOf, summaryOf } from "./review.js";
import { BATCH } from "./searches.js";
import { Solver, watchSolution } from "./solving.js";
import { HUMAN, needsHuman } from "./specs.js";
import { StopToken } from "./stopping.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./gpu/accelerator.js").Accelerator} Accelerator */
/** @typedef {import("./helpers.js").Helper} Helper */
/** @typedef {Record<string, Uint8Array>} Weights of networks, by name */
/** @typedef {{module: WebAssembly.Module, weights: Weights}} Files */
/** @typedef {() => Promise<Uint8Array>} FetchHuman fetches the network that predicts people's moves */
/** @typedef {() => Promise<Weights>} FetchMain fetches the main network, unless it comes with the files */
/**
 * @typedef {{fetchMain?: FetchMain, fetchHuman?: FetchHuman, startHelpers?: (files: Files) => Helper[],
 *   gpu?: Accelerator | null}} Means
 */
/** @typedef {{type: string, ref?: string} & Record<string, any>} Message */
/** @typedef {ReturnType<typeof createPlayer>} Player */

/** The most seconds of one request, as on a server. */
const MOST = { analysis: 60, review: 10 };

/** A core, its networks, and the players that keep what they know between two requests. */
class Desk {
  /** @type {Map<string, Net>} */ #nets = new Map();
  /** @type {Map<string, Player>} */ #players = new Map();
  /** @type {Solver | null} */ #solver = null;
  /** Workers that evaluate with the main network. @type {Helper[]} */ #helpers = [];

  /**
   * @param {Engine} engine
   * @param {Files} files
   * @param {Accelerator | null} gpu
   */
  constructor(engine, files, gpu) {
    this.engine = engine;
    this.files = files;
    this.gpu = gpu;
  }

  /** The network that evaluates positions; empty until it is here. The page loads one. */
  get main() {
    return Object.keys(this.files.weights).find((name) => name !== HUMAN) ?? "";
  }

  /** A network by its name; the main one if it is not here. @param {string} name @returns {Net} */
  net(name) {
    const { weights } = this.files;
    const found = weights[name] ? name : this.main;
    if (!found) throw new DeviceError("files", name);
    const known = this.#nets.get(found);
    if (known) return known;
    const gpu = found === this.main ? this.gpu : null;
    const net = new Net(this.engine, found, weights[found], { helpers: this.#helpers, gpu });
    this.#nets.set(found, net);
    return net;
  }

  /** Whether the network is here that a request needs. @param {boolean} people that of people's moves */
  knows(people) {
    return people ? HUMAN in this.files.weights : this.main !== "";
  }

  /** Make the main network ready. @param {(files: Files) => Helper[]} startHelpers */
  open(startHelpers) {
    const { module, weights } = this.files;
    const { [HUMAN]: _, ...own } = weights;
    this.#helpers = startHelpers({ module, weights: own });
    const net = this.net(this.main);
    // The GPU may have been compared with this network before there were helpers.
    net.helpers = this.#helpers;
    // A damaged file is found now, not in the middle of a game.
    net.inCore(false);
  }

  /**
   * The player at a place; another one there is freed.
   * @param {string} place
   * @param {string} spec
   * @param {number} seed
   */
  player(place, spec, seed) {
    const key = `${place} ${spec} ${seed}`;
    const known = this.#players.get(key);
    if (known) return known;
    for (const [other, player] of this.#players) {
      if (!other.startsWith(`${place} `)) continue;
      player.free();
      this.#players.delete(other);
    }
    const made = createPlayer(this.engine, spec, seed, (name) => this.net(name));
    this.#players.set(key, made);
    return made;
  }

  /** The main network without the GPU. @returns {import("./gpu/calibration.js").Processor} */
  processor() {
    const net = this.net(this.main);
    const evaluate = (/** @type {boolean} */ int8) => (/** @type {Uint8Array} */ views, /** @type {number} */ side) =>
      this.engine.evaluate(net.inCore(int8), views, side, side);
    const ways = (net.decided ? [net.prefersInt8] : [false, true]).map(evaluate);
    return { exact: evaluate(false), ways, workers: net.helpers.length + 1, batch: BATCH };
  }

  get solver() {
    this.#solver ??= new Solver(this.engine);
    return this.#solver;
  }
}

/** One request at a time; a new one ends the one before. */
export class Engines {
  /** @type {Desk | null} */ #desk = null;
  /** @type {Helper[] | null} */ #helpers = null;
  /** Whether the main network is being fetched before it is needed. */
  #ahead = false;
  #stop = new StopToken();
  /** @type {Promise<void>} */ #running = Promise.resolve();

  /**
   * @param {() => Promise<Files>} fetchFiles
   * @param {(message: Message) => void} send
   * @param {Means} [means]
   */
  constructor(
    fetchFiles,
    send,
    { fetchMain = async () => ({}), fetchHuman = noHuman, startHelpers = () => [], gpu = null } = {},
  ) {
    this.fetchFiles = fetchFiles;
    this.fetchMain = fetchMain;
    this.fetchHuman = fetchHuman;
    this.send = send;
    this.startHelpers = startHelpers;
    this.gpu = gpu;
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "ping") return this.send({ type: "pong", ref: message.ref });
    this.#stop.stopped = true;
    const stop = new StopToken();
    this.#stop = stop;
    this.#running = this.#running.then(() => this.#answer(message, stop));
  }

  /** @param {Message} message @param {StopToken} stop */
  async #answer(message, stop) {
    if (message.type === "stop") return this.send({ type: "ack", ref: message.ref });
    if (stop.stopped) return;
    try {
      const desk = await this.#prepared(message.type === "play" && needsHuman(message.player));
      for await (const answer of answers(desk, message, stop)) this.send({ ref: message.ref, ...answer });
      void this.#fetchAhead(desk);
      void this.#accelerate(desk, stop);
    } catch (error) {
      // After an error of the core nothing of it can be used.
      this.#desk = null;
      const { code, message: text } = problemOf(error);
      this.send({ type: "error", ref: message.ref, code, message: text });
    }
  }

  /** Prepare the GPU, and choose when nothing is asked. @param {Desk} desk @param {StopToken} stop */
  async #accelerate(desk, stop) {
    const { gpu } = this;
    if (!gpu || gpu.decided || !desk.main) return;
    await gpu.prepare(desk.files.weights[desk.main]);
    if (stop.stopped || desk !== this.#desk) return;
    this.#running = this.#running.then(() => (stop.stopped ? undefined : gpu.choose(desk.processor(), stop)));
  }

  /** The desk with the network that a request needs; players like people do without the main one, at least at first.
   * @param {boolean} people */
  async #prepared(people) {
    const missing = !this.#desk?.knows(people);
    const fetched = missing ? (people ? this.#fetchPeople() : this.fetchMain()) : {};
    const [desk, weights] = await Promise.all([this.#ready(), fetched]);
    Object.assign(desk.files.weights, weights);
    if (!people) desk.open((files) => (this.#helpers ??= this.startHelpers(files)));
    return desk;
  }

  /** After a move like people's: get the main network for hints, which may be asked for without a connection.
   * @param {Desk} desk */
  async #fetchAhead(desk) {
    if (desk.knows(false) || this.#ahead) return;
    this.#ahead = true;
    Object.assign(desk.files.weights, await this.fetchMain().catch(() => ({})));
    this.#ahead = false;
  }

  /** @returns {Promise<Weights>} */
  async #fetchPeople() {
    return { [HUMAN]: await this.fetchHuman() };
  }

  async #ready() {
    if (this.#desk) return this.#desk;
    const files = await this.fetchFiles();
    this.#desk = new Desk(await createEngine(files.module), files, this.gpu);
    return this.#desk;
  }
}

/** @type {FetchHuman} */
const noHuman = () => Promise.reject(new DeviceError("files", "human"));

/** @param {unknown} error */
function problemOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DeviceError) return error;
  if (/memory/i.test(message)) return new DeviceError("memory", message);
  if (error instanceof EngineError && /network|checksum|weights|file/.test(message)) {
    return new DeviceError("network", message);
  }
  return error instanceof RangeError && !/memory|array/i.test(message)
    ? { code: "position", message }
    : new DeviceError("failed", message);
}

/** @param {Desk} desk @param {Message} message @param {StopToken} stop */
async function* answers(desk, message, stop) {
  if (message.type === "analyse") yield* analysed(desk, message, stop);
  else if (message.type === "review") yield* reviewed(desk, message, stop);
  else if (message.type === "solve") yield* solved(desk, message, stop);
  else if (message.type === "play") yield* played(desk, message, stop);
  else throw new RangeError(`no message has the type ${message.type}`);
}

/** @param {Message} message @param {number} usual @param {number} most */
function limitOf({ limit = {} }, usual, most) {
  const seconds = limit.time ?? (limit.visits ? most : usual);
  return { seconds: Math.min(seconds, most), visits: limit.visits ?? null };
}

/** The engine of an analysis, which keeps its tree. @param {Desk} desk @param {Message} message @returns {any} */
const analystFor = (desk, { player }) => analystOf(desk.player("analysis", player, 0));

/** @param {Desk} desk @param {Message} message @param {StopToken} stop */
async function* analysed(desk, message, stop) {
  const board = boardOf(message.position);
  const player = analystFor(desk, message);
  const trained = player.trainedOn(board);
  const limit = limitOf(message, 5, MOST.analysis);
  let last = null;
  for await (const view of watchPosition(player, board, limit, message.lines ?? 1, stop)) {
    last = { type: "info", ...view, trained, final: false };
    if (!stop.stopped) yield last;
  }
  if (last && !stop.stopped) yield { ...last, final: true };
}

/** @param {Desk} desk @param {Message} message @param {StopToken} stop */
async function* reviewed(desk, message, stop) {
  const steps = stepsOf(message.game);
  const player = analystFor(desk, message);
  const reviewer = new GameReviewer(player, desk.solver, limitOf(message, 0.5, MOST.review), stop);
  const trained = steps.every(({ before }) => player.trainedOn(before));
  const total = steps.filter(({ move }) => move !== null).length + 1;
  const seen = [];
  for await (const review of reviewer.reviews(steps)) {
    seen.push(review);
    yield { type: "review", ply: review.number, total, review, trained };
  }
  if (!stop.stopped) yield { type: "summary", total: seen.length, summary: summaryOf(seen) };
}

/** @param {Desk} desk @param {Message} message @param {StopToken} stop */
async function* solved(desk, message, stop) {
  const board = boardOf(message.position);
  const limits = { seconds: Math.min(message.time ?? 30, MOST.analysis), moves: message.moves ?? true };
  let last = null;
  for await (const known of watchSolution(desk.solver, board, limits, stop)) {
    const { verdict, ...rest } = known;
    const winner = verdict === "win" ? board.turn : verdict === "loss" ? otherOf(board) : null;
    last = { type: "solution", ...rest, result: verdict === "draw" ? "draw" : winner, final: false };
    if (!stop.stopped) yield last;
  }
  if (last && !stop.stopped) yield { ...last, final: true };
}

/** The move of a player in a game. @param {Desk} desk @param {Message} message @param {StopToken} stop */
async function* played(desk, { game, player: spec, seed, place = "game", limit }, stop) {
  const board = new Board({ ...game, moves: undefined });
  for (const move of game.moves) board.push(move);
  const player = desk.player(place, spec, seed);
  const choice = await chosen(player, board, stop, limit);
  yield { type: "move", move: choice.move, win_probability: choice.winProbability };
}

/** @param {Player} player @param {Board} board @param {StopToken} stop @param {any} [limit] */
async function chosen(player, board, stop, limit) {
  if (mayBeSwapped(board)) return { move: await player.proposeOpening(board), winProbability: null };
  if (board.swapAvailable && !(await player.acceptOpening(board))) {
    return { move: `swap-${board.swap}`, winProbability: null };
  }
  return player.play(board, stop, limit);
}

/** @param {string} line */
function boardOf(line) {
  const board = new Board(parsePosition(line));
  if (board.over) throw new RangeError("The game is over: there is nothing to analyse.");
  return board;
}

/** @param {Board} board */
const otherOf = ({ turn }) => (turn === "black" ? "white" : "black");
