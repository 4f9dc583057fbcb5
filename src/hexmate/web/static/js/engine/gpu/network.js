/** The network on the GPU: the weights of a `.hexnet` file there, and batches of positions evaluated with them. */

import { CELLS_PER_THREAD, convolution, GROUP, heads, telling } from "./kernels.js";
import {
  joined,
  neighbourTable,
  packedBias,
  packedConvolution,
  packedHeads,
  packedTelling,
  planesOf,
  vectors,
} from "./packing.js";
import { HEAD, HIDDEN, readWeights } from "./weights.js";

/** @typedef {import("./weights.js").Layer} Layer */
/** @typedef {import("../helpers.js").Answers} Answers */
/** @typedef {"planes" | "features" | "inner" | "heads"} Field */
/**
 * @typedef {{pipeline: GPUComputePipeline, kind: Kind, numbers: GPUBuffer[], fields: Field[], outputs: number}} Step
 */
/** @typedef {{side: number, buffers: Record<string, GPUBuffer>, groups: GPUBindGroup[]}} Room for boards of one size */
/** @typedef {"convolution" | "telling" | "heads"} Kind */

/** The most positions of a batch. */
export const BATCH = 64;
/** What each kernel binds, in order: numbers to read, and a field to write at the end. @type {Record<Kind, number>} */
const READ = { convolution: 5, telling: 3, heads: 3 };
const { UNIFORM, STORAGE, COPY_DST, COPY_SRC, MAP_READ } = {
  UNIFORM: 64,
  STORAGE: 128,
  COPY_DST: 8,
  COPY_SRC: 4,
  MAP_READ: 1,
};
const COMPUTE = 4;
const READ_MODE = 1;

export class GpuNetwork {
  /** @type {Step[]} */ #steps = [];
  /** @type {Room | null} */ #room = null;
  /** @type {Partial<Record<Kind, GPUBindGroupLayout>>} */ #layouts = {};

  /** @param {GPUDevice} device */
  constructor(device) {
    this.device = device;
    this.channels = 0;
  }

  /** Throws what the device says against it. @param {GPUDevice} device @param {Uint8Array} file */
  static async create(device, file) {
    const network = new GpuNetwork(device);
    await network.#checked(() => network.#build(readWeights(file)));
    return network;
  }

  /**
   * Evaluates at most `BATCH` positions, one batch at a time.
   * @param {Uint8Array} views [count, side, side], as the core sees them
   * @param {number} side
   * @returns {Promise<Answers>}
   */
  async evaluate(views, side) {
    if (this.#room?.side !== side) this.#room = await this.#checked(async () => this.#furnish(side));
    const { buffers, groups } = this.#room;
    const cells = side * side;
    const count = views.length / cells;
    const { queue } = this.device;
    queue.writeBuffer(buffers.sizes, 0, Uint32Array.of(count, cells));
    queue.writeBuffer(buffers.planes, 0, planesOf(views, side));
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#steps.forEach(({ pipeline, kind, outputs }, at) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[at]);
      const rows = Math.ceil((count * cells) / CELLS_PER_THREAD / GROUP.cells);
      if (kind === "convolution") pass.dispatchWorkgroups(Math.ceil(outputs / GROUP.channels), rows);
      else pass.dispatchWorkgroups(count);
    });
    pass.end();
    const bytes = 4 * count * (cells + 1);
    encoder.copyBufferToBuffer(buffers.answers, 0, buffers.copy, 0, bytes);
    queue.submit([encoder.finish()]);
    await buffers.copy.mapAsync(READ_MODE, 0, bytes);
    const answers = new Float32Array(buffers.copy.getMappedRange(0, bytes).slice(0));
    buffers.copy.unmap();
    return { logits: answers.subarray(0, count * cells), wins: answers.subarray(count * cells) };
  }

  /** @param {import("./weights.js").Weights} weights */
  async #build(weights) {
    this.channels = vectors(weights.channels);
    const { channels } = this;
    const known = new Map();
    /** @param {Kind} kind @param {string} code */
    const pipeline = (kind, code) => {
      if (!known.has(code)) known.set(code, this.#pipeline(kind, code));
      return known.get(code);
    };
    /** @param {Layer} layer @param {Field} from @param {Field} to @param {boolean} [residual] */
    const convolved = async (layer, from, to, residual = false) => {
      const [inputs, outputs] = [vectors(layer.inputs), vectors(layer.outputs)];
      const made = await pipeline("convolution", convolution({ inputs, outputs, taps: layer.taps, residual }));
      const numbers = [this.#numbers(packedConvolution(layer)), this.#numbers(packedBias(layer))];
      this.#steps.push({ pipeline: made, kind: "convolution", numbers, fields: [from, to], outputs });
    };
    await convolved(weights.stem, "planes", "features");
    for (const { first, tell, second } of weights.blocks) {
      await convolved(first, "features", "inner");
      if (tell) {
        const numbers = [this.#numbers(packedTelling(tell)), this.#numbers(packedBias(tell))];
        const made = await pipeline("telling", telling(channels));
        this.#steps.push({ pipeline: made, kind: "telling", numbers, fields: ["inner"], outputs: channels });
      }
      await convolved(second, "inner", "features", true);
    }
    await convolved(joined(weights.policy.conv, weights.value.conv), "features", "heads");
    const numbers = [this.#numbers(packedHeads(weights))];
    const made = await pipeline("heads", heads(HEAD, HIDDEN));
    this.#steps.push({ pipeline: made, kind: "heads", numbers, fields: ["heads"], outputs: 0 });
  }

  /** @param {Kind} kind @param {string} code */
  #pipeline(kind, code) {
    this.#layouts[kind] ??= this.device.createBindGroupLayout({
      entries: Array.from({ length: READ[kind] + 2 }, (_, binding) => ({
        binding,
        visibility: COMPUTE,
        buffer: {
          type: binding === 0 ? "uniform" : binding <= READ[kind] ? "read-only-storage" : "storage",
        },
      })),
    });
    const layout = this.device.createPipelineLayout({ bindGroupLayouts: [this.#layouts[kind]] });
    const module = this.device.createShaderModule({ code });
    return this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint: "main" } });
  }

  /** @param {Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>} numbers */
  #numbers(numbers) {
    const buffer = this.device.createBuffer({ size: numbers.byteLength, usage: STORAGE | COPY_DST });
    this.device.queue.writeBuffer(buffer, 0, numbers);
    return buffer;
  }

  /** Buffers for a size of board, in place of those of another one. @param {number} side @returns {Room} */
  #furnish(side) {
    for (const buffer of Object.values(this.#room?.buffers ?? {})) buffer.destroy();
    const cells = side * side;
    const create = (/** @type {number} */ size, /** @type {number} */ usage) =>
      this.device.createBuffer({ size, usage });
    const field = (/** @type {number} */ width) => create(16 * BATCH * (cells + 1) * width, STORAGE | COPY_DST);
    const answers = 4 * BATCH * (cells + 1);
    /** @type {Record<string, GPUBuffer>} */
    const buffers = {
      sizes: create(8, UNIFORM | COPY_DST),
      neighbours: this.#numbers(neighbourTable(side)),
      planes: field(1),
      features: field(this.channels),
      inner: field(this.channels),
      heads: field(HEAD / 2),
      answers: create(answers, STORAGE | COPY_SRC),
      copy: create(answers, MAP_READ | COPY_DST),
    };
    const groups = this.#steps.map((step) => this.#group(step, buffers));
    return { side, buffers, groups };
  }

  /** @param {Step} step @param {Record<string, GPUBuffer>} buffers */
  #group({ kind, numbers, fields }, { sizes, neighbours, planes, answers, ...others }) {
    /** @type {Record<string, GPUBuffer>} */ const known = { ...others, planes };
    const [first, last] = fields.map((name) => known[name]);
    const bound = {
      convolution: [sizes, neighbours, planes, first, ...numbers, last],
      telling: [sizes, planes, ...numbers, first],
      heads: [sizes, planes, ...numbers, first, answers],
    }[kind];
    return this.device.createBindGroup({
      layout: /** @type {GPUBindGroupLayout} */ (this.#layouts[kind]),
      entries: bound.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** What a function makes on the device, unless the device refuses it. @template T @param {() => Promise<T>} make */
  async #checked(make) {
    this.device.pushErrorScope("out-of-memory");
    this.device.pushErrorScope("validation");
    const made = await make().catch((/** @type {unknown} */ error) => error);
    const problems = [await this.device.popErrorScope(), await this.device.popErrorScope()];
    for (const problem of problems) if (problem) throw new Error(problem.message);
    if (made instanceof Error) throw made;
    return /** @type {T} */ (made);
  }
}
