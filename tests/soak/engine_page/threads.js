/** Visits per second of a search in one worker, with a number of helpers. */

import { Engines } from "./js/engine/desk.js";
import { fetchModule, fetchWeights } from "./js/engine/files.js";
import { createHelp, startHelper } from "./js/engine/helpers.js";

const POSITION = "11x11 hex - 11/11/11/5b5/11/11/11/11/11/11/11 w";
const SECONDS = 4;

let help = null;

function measure(helpers) {
  const files = async () => ({
    module: await fetchModule("hexmate.wasm"),
    weights: { small: await fetchWeights("small.hexnet") },
  });
  const start = () => new Worker(location.href, { type: "module" });
  const startHelpers = (found) => Array.from({ length: helpers }, () => startHelper(start, found));
  const request = { type: "analyse", ref: "1", position: POSITION, player: "hexmate", limit: { time: SECONDS } };
  const receive = (message) => {
    if (message.type === "error") postMessage({ error: message.message });
    if (message.final) postMessage({ rate: message.lines[0].nodes / SECONDS });
  };
  // The first search compiles; the second is measured.
  let warm = false;
  const engines = new Engines(
    files,
    (message) => {
      if (warm || message.type === "error") return receive(message);
      warm = message.final;
      if (warm) engines.receive(request);
    },
    { startHelpers },
  );
  engines.receive({ ...request, limit: { time: 1 } });
}

addEventListener("message", ({ data }) => {
  if (data.type === "measure") measure(data.helpers);
  else if (data.type === "help") help = createHelp(data.files, (answer) => postMessage(answer));
  else if (data.type === "evaluate") help.then((evaluate) => evaluate(data));
});
