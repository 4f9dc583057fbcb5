/** The network's weights in the order in which the kernels read them. */

/** @typedef {import("./weights.js").Layer} Layer */

/** Vectors of four that hold so many channels. @param {number} channels */
export const vectors = (channels) => Math.ceil(channels / 4);

/** A convolution as matrices of four inputs and four outputs: [tap][inputs][outputs][input][output].
 * @param {Layer} layer */
export function packedConvolution({ outputs, inputs, taps, weights }) {
  const [across, down] = [vectors(outputs), vectors(inputs)];
  const packed = new Float32Array(16 * across * down * taps);
  for (let output = 0; output < outputs; ++output)
    for (let input = 0; input < inputs; ++input)
      for (let tap = 0; tap < taps; ++tap) {
        const matrix = (tap * down + (input >> 2)) * across + (output >> 2);
        packed[16 * matrix + 4 * (input & 3) + (output & 3)] = weights[(output * inputs + input) * taps + tap];
      }
  return packed;
}

/** @param {Layer} layer */
export function packedBias({ outputs, bias }) {
  const packed = new Float32Array(4 * vectors(outputs));
  packed.set(bias);
  return packed;
}

/** Two convolutions of the same inputs as one. @param {Layer} one @param {Layer} two @returns {Layer} */
export function joined(one, two) {
  const weights = Float32Array.of(...one.weights, ...two.weights);
  return { ...one, outputs: one.outputs + two.outputs, weights, bias: Float32Array.of(...one.bias, ...two.bias) };
}

/** A layer of three pooled features of each channel: [input][output], the channels padded to vectors.
 * @param {Layer} layer */
export function packedTelling({ outputs, inputs, weights }) {
  const channels = inputs / 3;
  const [width, padded] = [4 * vectors(outputs), 4 * vectors(channels)];
  const packed = new Float32Array(3 * padded * width);
  for (let output = 0; output < outputs; ++output)
    for (let input = 0; input < inputs; ++input) {
      const row = Math.floor(input / channels) * padded + (input % channels);
      packed[row * width + output] = weights[output * inputs + input];
    }
  return packed;
}

/** What the kernel of the heads reads. @param {import("./weights.js").Weights} weights */
export function packedHeads({ policy, value }) {
  const layers = [packedTelling(policy.tell), policy.tell.bias, policy.out.weights, policy.out.bias];
  layers.push(packedTelling(value.hidden), value.hidden.bias, value.out.weights, value.out.bias);
  const packed = new Float32Array(layers.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const layer of layers) {
    packed.set(layer, at);
    at += layer.length;
  }
  return packed;
}

/** A hexagon and its six neighbours, in the order of the file. */
const STEPS = [
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 0],
  [0, 1],
  [1, -1],
  [1, 0],
];

/** The cells around each cell of a board: [cells][7]; the number of cells stands for those outside.
 * @param {number} side */
export function neighbourTable(side) {
  const cells = side * side;
  return Uint32Array.from({ length: cells * STEPS.length }, (_, at) => {
    const cell = Math.floor(at / STEPS.length);
    const [down, across] = STEPS[at % STEPS.length];
    const [row, col] = [Math.floor(cell / side) + down, (cell % side) + across];
    return row < 0 || col < 0 || row >= side || col >= side ? cells : row * side + col;
  });
}

const [OWN, ENEMY, OFF_BOARD] = [1, 2, 3];

/** Views as the first field: own stones, enemy stones, cells of the board.
 * @param {Uint8Array} views @param {number} side */
export function planesOf(views, side) {
  const cells = side * side;
  const planes = new Float32Array(4 * (views.length + views.length / cells));
  views.forEach((seen, at) => {
    const place = 4 * (at + Math.floor(at / cells));
    if (seen === OFF_BOARD) return;
    if (seen === OWN) planes[place] = 1;
    if (seen === ENEMY) planes[place + 1] = 1;
    planes[place + 2] = 1;
  });
  return planes;
}
