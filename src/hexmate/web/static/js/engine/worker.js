/**
 * The engine's worker. Its first message says where the files are; then it answers as the analysis socket does. Before,
 * the page may say which files it will send.
 */

import { Engines } from "./desk.js";
import { expectFiles, fetchModule, fetchWeights, takeFile } from "./files.js";
import { Accelerator } from "./gpu/accelerator.js";
import { createHelp, helperCount, startHelper } from "./helpers.js";

/** @typedef {import("./desk.js").Files} Files */
/** @typedef {{module: string, weights: Record<string, string>, human: string}} Addresses */

/** @type {Engines | null} */
let engines = null;
/** What a helper does with its messages. @type {Promise<(message: any) => void> | null} */
let help = null;

/** @param {Record<string, string>} addresses @returns {Promise<Record<string, Uint8Array>>} */
async function fetchNetworks(addresses) {
  const found = Object.entries(addresses).map(async ([name, address]) => [name, await fetchWeights(address)]);
  return Object.fromEntries(await Promise.all(found));
}

/** Workers of this worker, where browsers have that. @param {Files} files */
function startHelpers(files) {
  if (typeof Worker !== "function") return [];
  const start = () => new Worker(location.href, { type: "module" });
  return Array.from({ length: helperCount() }, () => startHelper(start, files));
}

/** @param {{addresses: Addresses, gpu?: boolean | null}} message whether the GPU is the faster one, if that is known */
function opened({ addresses, gpu: known }) {
  const gpu = new Accelerator({ known, report: (choice) => send({ type: "accelerated", ...choice }) });
  const fetchFiles = async () => ({ module: await fetchModule(addresses.module), weights: {} });
  const fetchMain = () => fetchNetworks(addresses.weights);
  const fetchHuman = () => fetchWeights(addresses.human);
  return new Engines(fetchFiles, send, { fetchMain, fetchHuman, startHelpers, gpu });
}

/** @param {any} answer */
const send = (answer) => postMessage(answer);

addEventListener("message", ({ data }) => {
  if (data.type === "files") expectFiles(data.addresses);
  else if (data.type === "file") takeFile(data);
  else if (data.type === "open") engines = opened(data);
  else if (data.type === "help") help = createHelp(data.files, send);
  else if (data.type === "evaluate") void help?.then((evaluate) => evaluate(data));
  else engines?.receive(data);
});
