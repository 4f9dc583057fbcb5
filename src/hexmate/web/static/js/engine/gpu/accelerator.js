/**
 * Decides whether the GPU evaluates for the searches: only if its answers are the core's and it is clearly faster.
 * It is prepared after the first answer of the engine, never before, and measured while nothing is asked.
 */

import { isFaster, rightAnswers } from "./calibration.js";
import { openNetwork } from "./device.js";
import { BATCH } from "./network.js";

/** @typedef {import("../helpers.js").Answers} Answers */
/** @typedef {import("./calibration.js").Processor} Processor */
/** @typedef {import("./device.js").OpenNetwork} OpenNetwork */
/** @typedef {import("../stopping.js").StopToken} StopToken */
/** @typedef {"none" | "slower" | "wrong" | "lost"} Reason why the processor evaluates: no GPU, a slower one … */
/** @typedef {{gpu: boolean, reason: Reason | null}} Choice */

/** Milliseconds for one batch; a GPU that takes longer hangs. */
const PATIENCE = 6000;

export class Accelerator {
  /** The most leaves of one batch. */
  batch = BATCH;
  /** @type {OpenNetwork | null} */ #network = null;
  /** @type {Promise<unknown> | null} */ #preparing = null;
  /** @type {Choice | null} */ #choice = null;

  /**
   * @param {{
   *   known?: boolean | null, // what has been measured in this session
   *   report?: (choice: Choice) => void,
   *   open?: typeof openNetwork,
   * }} [options]
   */
  constructor({ known = null, report = () => {}, open = openNetwork } = {}) {
    this.known = known;
    if (known === false) this.#choice = { gpu: false, reason: null };
    this.report = report;
    this.open = open;
  }

  /** Whether the GPU is to be used. */
  get ready() {
    return this.#choice?.gpu ?? false;
  }

  get decided() {
    return this.#choice !== null;
  }

  /** Bring the network to the GPU, while the processor does other things. @param {Uint8Array} file */
  async prepare(file) {
    this.#preparing ??= this.#opened(file);
    await this.#preparing;
  }

  /** Choose, unless a new request comes in the meantime. @param {Processor} processor @param {StopToken} stop */
  async choose(processor, stop) {
    if (this.#choice) return;
    try {
      const choice = await this.#chosen(processor, stop);
      if (choice !== undefined) this.#decide(choice);
    } catch {
      this.#decide("lost");
    }
  }

  /** Fails if the GPU does; from then on the processor is to be used. @param {Uint8Array} views @param {number} side
   * @returns {Promise<Answers>} */
  async evaluate(views, side) {
    try {
      if (!this.#network) throw new Error("no network is there");
      return await inTime(this.#network.evaluate(views, side));
    } catch (error) {
      this.#decide("lost");
      throw error;
    }
  }

  /** @param {Uint8Array} file */
  async #opened(file) {
    this.#network = await this.open(file);
    void this.#network?.failed.then(() => this.#decide("lost"));
  }

  /** Why the processor is better, null if the GPU is, undefined if the search for an answer was ended.
   * @param {Processor} processor @param {StopToken} stop @returns {Promise<Reason | null | undefined>} */
  async #chosen(processor, stop) {
    if (!this.#network) return "none";
    if (!(await rightAnswers(this, processor))) return "wrong";
    if (this.known) return null;
    const faster = await isFaster(this, processor, stop);
    if (faster === null) return undefined;
    return faster ? null : "slower";
  }

  /** @param {Reason | null} reason */
  #decide(reason) {
    if (this.#choice && !this.#choice.gpu) return;
    this.#choice = { gpu: reason === null, reason };
    if (reason !== null) {
      this.#network?.close();
      this.#network = null;
    }
    this.report(this.#choice);
  }
}

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
function inTime(promise) {
  /** @type {any} */ let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the GPU does not answer")), PATIENCE);
  });
  return Promise.race([promise, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
}
