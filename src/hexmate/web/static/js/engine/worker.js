/** The engine's worker. Its first message says where the files are; then it answers as the analysis socket does. */

import { Engines } from "./desk.js";
import { fetchModule, fetchWeights } from "./files.js";

/** @typedef {{module: string, weights: Record<string, string>}} Addresses */

/** @type {Engines | null} */
let engines = null;

/** @param {Addresses} addresses */
async function fetchFiles({ module, weights }) {
  const names = Object.keys(weights);
  const [compiled, ...files] = await Promise.all([
    fetchModule(module),
    ...names.map((name) => fetchWeights(weights[name])),
  ]);
  return { module: compiled, weights: Object.fromEntries(names.map((name, at) => [name, files[at]])), int8: false };
}

addEventListener("message", ({ data }) => {
  if (data.type === "open")
    engines = new Engines(
      () => fetchFiles(data.addresses),
      (answer) => postMessage(answer),
    );
  else engines?.receive(data);
});
