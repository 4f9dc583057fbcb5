/**
 * The network's kernels in WGSL.
 *
 * A field holds the channels of every cell, four to a vector: [position][cells + 1][channels / 4]. The last cell of
 * each position is outside the board and stays 0, as the cells off the board do, so neighbours need no conditions.
 */

/** Threads of a workgroup: along the channels, and along the cells. */
export const GROUP = { channels: 8, cells: 8 };
/** Cells that one thread computes: they share the weights it reads. */
export const CELLS_PER_THREAD = 4;
/** Threads that work on one position where its whole board counts. */
const POOLERS = 64;

const SIZES = "struct Sizes { positions: u32, cells: u32 }";

/** The same for each cell of a thread; variables, since drivers may keep arrays in slow memory.
 * @param {(at: number) => string} code */
const unrolled = (code) => Array.from({ length: CELLS_PER_THREAD }, (_, at) => code(at)).join("");

/**
 * max(0, convolution + bias) on the board, with what the output holds already where `residual`: blocks add to it.
 * @param {{inputs: number, outputs: number, taps: number, residual?: boolean}} layer vectors of four channels
 */
export const convolution = ({ inputs, outputs, taps, residual = false }) => `
${SIZES}
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;  // [cells][taps]
@group(0) @binding(2) var<storage, read> planes: array<vec4f>;    // [position][cells + 1]; z: on the board
@group(0) @binding(3) var<storage, read> input: array<vec4f>;
@group(0) @binding(4) var<storage, read> weights: array<mat4x4f>;  // [tap][inputs][outputs]
@group(0) @binding(5) var<storage, read> bias: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> output: array<vec4f>;

@compute @workgroup_size(${GROUP.channels}, ${GROUP.cells})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let channel = id.x;
  let first = id.y * ${CELLS_PER_THREAD}u;
  let all = sizes.positions * sizes.cells;
  if (channel >= ${outputs}u || first >= all) { return; }
${unrolled(
  (at) => `
  let number${at} = min(first + ${at}u, all - 1u);
  let field${at} = number${at} / sizes.cells * (sizes.cells + 1u);  // where its position begins
  let cell${at} = number${at} % sizes.cells;
  var sum${at} = bias[channel];`,
)}
  for (var tap = 0u; tap < ${taps}u; tap++) {
${unrolled((at) => {
  const cell = taps === 1 ? `cell${at}` : `neighbours[cell${at} * ${taps}u + tap]`;
  return `
    let place${at} = (field${at} + ${cell}) * ${inputs}u;`;
})}
    for (var part = 0u; part < ${inputs}u; part++) {
      let weight = weights[(tap * ${inputs}u + part) * ${outputs}u + channel];
${unrolled(
  (at) => `
      sum${at} += weight * input[place${at} + part];`,
)}
    }
  }
${unrolled(
  (at) => `
  if (first + ${at}u < all) {
    let cell = field${at} + cell${at};
    let place = cell * ${outputs}u + channel;
    output[place] = max(vec4f(), sum${at}${residual ? " + output[place]" : ""}) * planes[cell].z;
  }`,
)}
}`;

/** The features of a whole board, in \`pooled\`: mean, mean weighted by the board's size, maximum.
 * @param {number} channels vectors of four */
const pooling = (channels) => `
var<workgroup> pooled: array<f32, ${12 * channels}>;

fn pool(position: u32, thread: u32) {
  let begin = position * (sizes.cells + 1u);
  var area = 0f;
  for (var cell = 0u; cell < sizes.cells; cell++) { area += planes[begin + cell].z; }
  let factor = (sqrt(area) - 10f) / 4f;
  for (var channel = thread; channel < ${channels}u; channel += ${POOLERS}u) {
    var sum = vec4f();
    var most = vec4f();
    for (var cell = 0u; cell < sizes.cells; cell++) {
      let number = field[(begin + cell) * ${channels}u + channel];
      sum += number;
      most = max(most, number);
    }
    let mean = sum / max(area, 1f);
    for (var part = 0u; part < 4u; part++) {
      pooled[4u * channel + part] = mean[part];
      pooled[${4 * channels}u + 4u * channel + part] = mean[part] * factor;
      pooled[${8 * channels}u + 4u * channel + part] = most[part];
    }
  }
}`;

/** Adds to every cell of the board what a layer says about the whole of it. @param {number} channels vectors of four */
export const telling = (channels) => `
${SIZES}
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> planes: array<vec4f>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;  // [input][output]
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> field: array<vec4f>;
${pooling(channels)}
var<workgroup> told: array<f32, ${4 * channels}>;

@compute @workgroup_size(${POOLERS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  pool(group.x, thread);
  workgroupBarrier();
  for (var output = thread; output < ${4 * channels}u; output += ${POOLERS}u) {
    var sum = bias[output];
    for (var part = 0u; part < ${12 * channels}u; part++) {
      sum += pooled[part] * weights[part * ${4 * channels}u + output];
    }
    told[output] = sum;
  }
  workgroupBarrier();
  let begin = group.x * (sizes.cells + 1u);
  for (var place = thread; place < sizes.cells * ${channels}u; place += ${POOLERS}u) {
    let cell = begin + place / ${channels}u;
    let first = place % ${channels}u * 4u;
    let step = vec4f(told[first], told[first + 1u], told[first + 2u], told[first + 3u]);
    field[cell * ${channels}u + place % ${channels}u] += step * planes[cell].z;
  }
}`;

/**
 * The logits of all cells and the win probability, from the field of both heads: the policy's channels, the value's.
 * `weights` has one layer after the other: policy_tell, policy_out, value_hidden, value_out, each with its bias;
 * the middle ones [input][output].
 * @param {number} head channels of each
 * @param {number} hidden
 */
export function heads(head, hidden) {
  const inputs = 3 * head;
  const tell = inputs * head;
  const out = tell + head;
  const hide = out + head + 1;
  const last = hide + inputs * hidden + hidden;
  return `
${SIZES}
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> planes: array<vec4f>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> field: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> answers: array<f32>;  // [position][cells], then [position]
${pooling(head / 2)}
var<workgroup> told: array<f32, ${head}>;
var<workgroup> seen: array<f32, ${hidden}>;

// Of the mean, the weighted mean and the maximum of both heads' channels, those of one head.
fn pooledOf(head: u32, at: u32) -> f32 {
  return pooled[at / ${head}u * ${2 * head}u + head * ${head}u + at % ${head}u];
}

@compute @workgroup_size(${POOLERS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  pool(group.x, thread);
  workgroupBarrier();
  for (var output = thread; output < ${head}u; output += ${POOLERS}u) {
    var sum = weights[${tell}u + output];
    for (var part = 0u; part < ${inputs}u; part++) {
      sum += pooledOf(0u, part) * weights[part * ${head}u + output];
    }
    told[output] = sum;
  }
  for (var output = thread; output < ${hidden}u; output += ${POOLERS}u) {
    var sum = weights[${hide + inputs * hidden}u + output];
    for (var part = 0u; part < ${inputs}u; part++) {
      sum += pooledOf(1u, part) * weights[${hide}u + part * ${hidden}u + output];
    }
    seen[output] = max(0f, sum) * weights[${last}u + output];
  }
  workgroupBarrier();
  for (var cell = thread; cell < sizes.cells; cell += ${POOLERS}u) {
    let place = group.x * (sizes.cells + 1u) + cell;
    var logit = weights[${out + head}u] + select(-1e4f, 0f, planes[place].z > 0f);
    for (var at = 0u; at < ${head}u; at++) {
      let number = field[place * ${head / 2}u + at / 4u][at % 4u];
      logit += max(0f, number + told[at]) * weights[${out}u + at];
    }
    answers[group.x * sizes.cells + cell] = logit;
  }
  if (thread == 0u) {
    var logit = weights[${last + hidden}u];
    for (var at = 0u; at < ${hidden}u; at++) { logit += seen[at]; }
    answers[sizes.positions * sizes.cells + group.x] = 1f / (1f + exp(-logit));
  }
}`;
}
