/** The networks of the page: each in 32 bits, and in 8 bits where these are faster. */

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {import("./gpu/accelerator.js").Accelerator} Accelerator */
/** @typedef {import("./helpers.js").Helper} Helper */

/** Where a `.hexnet` file says how its weights are stored, and what stands for 8 bits: see docs/networks.md. */
const ENCODING = 12;
const INT8 = 2;

export class Net {
  /** In the core, by precision. @type {Map<boolean, number>} */ #made = new Map();

  /**
   * @param {Engine} engine
   * @param {string} name
   * @param {Uint8Array} file
   * @param {{helpers?: Helper[], gpu?: Accelerator | null, relaxed?: boolean}} [options]
   */
  constructor(engine, name, file, { helpers = [], gpu = null, relaxed = engine.relaxed } = {}) {
    this.engine = engine;
    this.name = name;
    this.file = file;
    this.helpers = helpers;
    this.gpu = gpu;
    /** Whether 8 bits are faster. Only searches by time use them: the same visits play the same game everywhere. */
    this.brief = relaxed && file[ENCODING] === INT8;
  }

  /** The network in the core. @param {boolean} int8 */
  in(int8) {
    const known = this.#made.get(int8);
    if (known) return known;
    const made = this.engine.network(this.file, { int8 });
    this.#made.set(int8, made);
    return made;
  }

  /** The sizes of boards that it was trained on. @returns {readonly number[]} */
  get boards() {
    return JSON.parse(this.engine.facts(this.in(this.brief))["hexmate.sizes"] ?? "{}").boards ?? [];
  }
}
