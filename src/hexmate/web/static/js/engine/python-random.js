/** Python's `random.Random`, as far as players use it: the same seed draws the same moves here and there. */

const SIZE = 624;
const SHIFT = 397;

export class PythonRandom {
  #state = new Uint32Array(SIZE);
  #at = SIZE;

  /** @param {number} seed a whole number from 0 to 2^53 */
  constructor(seed) {
    const high = Math.floor(seed / 2 ** 32);
    this.#seed(high > 0 ? [seed % 2 ** 32, high] : [seed]);
  }

  /** One of the values, each as likely. @template T @param {readonly T[]} values @returns {T} */
  choice(values) {
    return values[this.#below(values.length)];
  }

  /** A number from 0 to 1. */
  random() {
    const [high, low] = [this.#next() >>> 5, this.#next() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /**
   * One of the values, by weight.
   * @template T
   * @param {readonly T[]} values
   * @param {readonly number[]} weights
   * @returns {T}
   */
  weighted(values, weights) {
    /** @type {number[]} */ const sums = [];
    for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
    const drawn = this.random() * sums[sums.length - 1];
    const at = sums.findIndex((sum) => drawn < sum);
    return values[at < 0 ? values.length - 1 : at];
  }

  /** @param {number} count */
  #below(count) {
    const bits = 32 - Math.clz32(count);
    let drawn = this.#next() >>> (32 - bits);
    while (drawn >= count) drawn = this.#next() >>> (32 - bits);
    return drawn;
  }

  /** The Mersenne Twister's initialization by an array. @param {number[]} key */
  #seed(key) {
    const state = this.#state;
    state[0] = 19650218;
    for (let at = 1; at < SIZE; ++at) state[at] = Math.imul(1812433253, mixed(state[at - 1])) + at;
    let at = 1;
    const advance = () => {
      at += 1;
      if (at < SIZE) return;
      state[0] = state[SIZE - 1];
      at = 1;
    };
    for (let step = 0; step < SIZE; ++step) {
      const of = step % key.length;
      state[at] = (state[at] ^ Math.imul(mixed(state[at - 1]), 1664525)) + key[of] + of;
      advance();
    }
    for (let step = 1; step < SIZE; ++step) {
      state[at] = (state[at] ^ Math.imul(mixed(state[at - 1]), 1566083941)) - at;
      advance();
    }
    state[0] = 0x80000000;
  }

  #next() {
    if (this.#at === SIZE) this.#twist();
    let word = this.#state[this.#at];
    this.#at += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist() {
    const state = this.#state;
    for (let at = 0; at < SIZE; ++at) {
      const word = (state[at] & 0x80000000) | (state[(at + 1) % SIZE] & 0x7fffffff);
      state[at] = state[(at + SHIFT) % SIZE] ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
    this.#at = 0;
  }
}

/** @param {number} word */
const mixed = (word) => word ^ (word >>> 30);
