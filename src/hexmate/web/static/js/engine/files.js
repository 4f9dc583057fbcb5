/** The files of the engine: the module and the weights, plain or compressed. */

/** @typedef {"unsupported" | "files" | "network" | "memory" | "failed"} Kind */
/** @typedef {`device_${Kind}`} DeviceCode */

/** Why the engine cannot run here. */
export class DeviceError extends Error {
  /** @param {Kind} kind @param {string} [message] */
  constructor(kind, message = "") {
    super(message || kind);
    /** @type {DeviceCode} */
    this.code = `device_${kind}`;
  }
}

/** A function that returns a vector: it compiles only where WebAssembly has SIMD. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Whether this browser can run the engine. */
export const hasSimd = () => typeof WebAssembly === "object" && WebAssembly.validate(SIMD);

/** Files that the page sends; null for one that it could not fetch. @type {Map<string, Promise<ArrayBuffer | null>>} */
const sent = new Map();
/** @type {Map<string, (bytes: ArrayBuffer | null) => void>} */
const arrivals = new Map();

/** The page will send these files. @param {string[]} addresses */
export function expectFiles(addresses) {
  for (const address of addresses) sent.set(address, new Promise((resolve) => void arrivals.set(address, resolve)));
}

/** A file that the page sends. @param {{address: string, bytes: ArrayBuffer | null}} file */
export function takeFile({ address, bytes }) {
  arrivals.get(address)?.(bytes);
}

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  const known = await sent.get(address);
  sent.delete(address);
  const response = known ? new Response(known) : await fetch(address).catch(() => null);
  if (!response?.ok || !response.body) throw new DeviceError("files", address);
  if (!address.endsWith(".gz")) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
}

/** @param {string} address @returns {Promise<WebAssembly.Module>} */
export async function fetchModule(address) {
  if (!hasSimd()) throw new DeviceError("unsupported");
  const bytes = await (await fetched(address)).arrayBuffer().catch(() => null);
  if (!bytes) throw new DeviceError("files", address);
  return WebAssembly.compile(bytes).catch((error) => {
    throw new DeviceError("files", String(error));
  });
}

/** @param {string} address @returns {Promise<Uint8Array>} */
export async function fetchWeights(address) {
  const bytes = await (await fetched(address)).arrayBuffer().catch(() => null);
  if (!bytes) throw new DeviceError("files", address);
  return new Uint8Array(bytes);
}
