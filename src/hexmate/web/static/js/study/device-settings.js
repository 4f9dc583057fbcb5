/** Where the engine runs: on this device, or on the server, which has more engines and knows all shapes. */

import { HAS_SERVER } from "../base.js";
import { compareAgain, outcome } from "../engine/accelerated.js";
import { automaticNetwork, engineStore } from "../engine/network-choice.js";
import { t } from "../i18n/index.js";
import { choice, select } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { study } from "./preferences.js";

const NETWORKS = /** @type {const} */ (["auto", "medium", "small", "tiny"]);
const PLACES = /** @type {const} */ (["device", "server"]);

/**
 * @param {() => boolean} analysesHere whether this device can run the chosen engine
 * @param {() => void} changed
 */
export function deviceSettings(analysesHere, changed) {
  const note = h("p", { class: "help" });

  function describe() {
    const sentence = sentenceFor(analysesHere());
    note.textContent = sentence;
    note.hidden = sentence === "";
    network.hidden = HAS_SERVER && study.get("place") !== "device";
  }

  const network = select({
    label: t("engine.network"),
    value: engineStore.get("network"),
    choices: NETWORKS.map((value) => ({ value, label: networkName(value) })),
    onchange: (value) => {
      engineStore.set("network", value);
      compareAgain();
      changed();
    },
  });

  describe();
  const where = choice({
    label: t("engine.place"),
    value: study.get("place"),
    choices: PLACES.map((value) => ({ value, label: t(`engine.place.${value}`) })),
    onchange: (place) => {
      study.set("place", place);
      describe();
      changed();
    },
  });
  return [HAS_SERVER && where, note, network];
}

/** @param {typeof NETWORKS[number]} value */
function networkName(value) {
  if (value !== "auto") return t(`engine.network.${value}`);
  return t("engine.network.auto", { network: automaticNetwork() });
}

/** What is worth a sentence about this device. @param {boolean} here */
function sentenceFor(here) {
  if (HAS_SERVER && study.get("place") !== "device") return "";
  if (!here && HAS_SERVER) return t("engine.place.only");
  const found = outcome();
  return found === "gpu" || found === "failed" ? t(`engine.gpu.${found}`) : "";
}
