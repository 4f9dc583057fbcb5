/** The networks of the page: each in 32 bits, and in 8 bits where these are faster. */

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./gpu/accelerator.js").Accelerator} Accelerator */
/** @typedef {import("./helpers.js").Helper} Helper */

/** Where a `.hexnet` file says how its weights are stored, and what stands for 8 bits: see docs/networks.md. */
const ENCODING = 12;
const INT8 = 2;
/** Steps of each precision that are compared, and those before, in which browsers still compile. */
const STEPS = { compared: 9, before: 5 };

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((one, two) => one - two)[numbers.length >> 1];

/** Compares 32 and 8 bits in turns, in a search that uses the answers of both. */
class Trial {
  /** Seconds per leaf. */
  #exact = /** @type {number[]} */ ([]);
  #brief = /** @type {number[]} */ ([]);

  /** Whether the next step is in 8 bits. */
  get next() {
    return this.#brief.length < this.#exact.length;
  }

  /** Whether 8 bits are faster; null while that is unknown. @param {boolean} int8 @param {number} seconds per leaf */
  take(int8, seconds) {
    (int8 ? this.#brief : this.#exact).push(seconds);
    if (this.#brief.length < STEPS.before + STEPS.compared) return null;
    const [exact, brief] = [this.#exact, this.#brief].map((found) => median(found.slice(STEPS.before)));
    return brief < exact;
  }
}

export class Net {
  /** In the core, by precision. @type {Map<boolean, number>} */ #made = new Map();
  #trial = new Trial();
  /** Whether 8 bits are faster; null while that is unknown. @type {boolean | null} */ #brief;

  /**
   * @param {Engine} engine
   * @param {string} name
   * @param {Uint8Array} file
   * @param {{helpers?: Helper[], gpu?: Accelerator | null}} [options]
   */
  constructor(engine, name, file, { helpers = [], gpu = null } = {}) {
    this.engine = engine;
    this.name = name;
    this.file = file;
    this.helpers = helpers;
    this.gpu = gpu;
    this.#brief = engine.relaxed && file[ENCODING] === INT8 ? null : false;
  }

  /** The network in the core. @param {boolean} int8 */
  inCore(int8) {
    const known = this.#made.get(int8);
    if (known) return known;
    const made = this.engine.network(this.file, { int8 });
    this.#made.set(int8, made);
    return made;
  }

  /** Whether the next step of a search by time is in 8 bits. */
  get prefersInt8() {
    return this.#brief ?? this.#trial.next;
  }

  /** How long a step took. @param {boolean} int8 @param {number} seconds per leaf */
  noteStep(int8, seconds) {
    this.#brief ??= this.#trial.take(int8, seconds);
  }

  /** Whether it is known which precision is faster. */
  get decided() {
    return this.#brief !== null;
  }

  /** The sizes of boards that it was trained on. @returns {readonly number[]} */
  get boards() {
    return JSON.parse(this.engine.facts(this.inCore(false))["hexmate.sizes"] ?? "{}").boards ?? [];
  }
}
