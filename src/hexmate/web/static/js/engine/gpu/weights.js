/** The numbers of a `.hexnet` file, as docs/networks.md describes it. The core has checked the file before. */

/** @typedef {{outputs: number, inputs: number, taps: number, weights: Float32Array, bias: Float32Array}} Layer */
/** @typedef {{first: Layer, tell: Layer | null, second: Layer}} Block */
/**
 * @typedef {object} Weights
 * @property {number} channels
 * @property {Layer} stem
 * @property {Block[]} blocks
 * @property {{conv: Layer, tell: Layer, out: Layer}} policy
 * @property {{conv: Layer, hidden: Layer, out: Layer}} value
 */

const VERSION = 1;
const INT8 = 2;
const PLANES = 3;
const HEADER = { magic: 8, numbers: 6 };
export const TAPS = 7;
export const HEAD = 32;
export const HIDDEN = 64;

/** @param {number} half a number in 16 bits */
function fromHalf(half) {
  const [exponent, fraction] = [(half >> 10) & 31, half & 0x3ff];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return half & 0x8000 ? -size : size;
}

class Reader {
  #at = HEADER.magic;

  /** @param {Uint8Array} file */
  constructor(file) {
    this.file = file;
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const [version, encoding, blocks, channels, poolEvery, facts] = this.integers(HEADER.numbers);
    if (version !== VERSION) throw new RangeError(`the network file has version ${version}`);
    this.encoding = encoding;
    this.sizes = { blocks, channels, poolEvery };
    this.#at += facts;
  }

  /** @param {number} count */
  integers(count) {
    return Array.from({ length: count }, () => this.view.getUint32(this.#moved(4), true));
  }

  /** @param {number} count @param {boolean} [half] */
  floats(count, half = false) {
    return Float32Array.from({ length: count }, () =>
      half ? fromHalf(this.view.getUint16(this.#moved(2), true)) : this.view.getFloat32(this.#moved(4), true),
    );
  }

  /** @param {number} outputs @param {number} inputs @param {number} [taps] @returns {Layer} */
  layer(outputs, inputs, taps = 1) {
    const weights = this.floats(outputs * inputs * taps, this.encoding > 0);
    return { outputs, inputs, taps, weights, bias: this.floats(outputs) };
  }

  /** A convolution of a block. @param {number} channels @returns {Layer} */
  convolution(channels) {
    if (this.encoding !== INT8) return this.layer(channels, channels, TAPS);
    const row = channels * TAPS;
    const whole = new Int8Array(this.#bytes(channels * row));
    const [scale, step] = [this.floats(channels), this.floats(channels)];
    this.#bytes(channels);
    const number = (/** @type {number} */ each, /** @type {number} */ at) =>
      (each * scale[Math.floor(at / row)]) / step[Math.floor((at % row) / TAPS)];
    const weights = Float32Array.from(whole, number);
    return { outputs: channels, inputs: channels, taps: TAPS, weights, bias: this.floats(channels) };
  }

  /** @param {number} count */
  #bytes(count) {
    const at = this.#moved(count);
    return this.file.slice(at, at + count);
  }

  /** Where the next bytes are, which are then behind. @param {number} count */
  #moved(count) {
    this.#at += count;
    return this.#at - count;
  }
}

/** @param {Uint8Array} file @returns {Weights} */
export function readWeights(file) {
  const reader = new Reader(file);
  const { blocks, channels, poolEvery } = reader.sizes;
  const stem = reader.layer(channels, PLANES, TAPS);
  const tower = Array.from({ length: blocks }, (_, at) => {
    const first = reader.convolution(channels);
    const tell = at % poolEvery === poolEvery - 1 ? reader.layer(channels, 3 * channels) : null;
    return { first, tell, second: reader.convolution(channels) };
  });
  const policy = {
    conv: reader.layer(HEAD, channels),
    tell: reader.layer(HEAD, 3 * HEAD),
    out: reader.layer(1, HEAD),
  };
  const value = {
    conv: reader.layer(HEAD, channels),
    hidden: reader.layer(HIDDEN, 3 * HEAD),
    out: reader.layer(1, HIDDEN),
  };
  return { channels, stem, blocks: tower, policy, value };
}
