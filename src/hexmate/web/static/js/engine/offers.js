/** What the engine in the page can do: its players, and which requests it takes. */

import { ALL_LEVELS } from "../setup/presets.js";
import { chosenNetwork } from "./network-choice.js";
import { canAnalyse, HUMAN, isKnown } from "./specs.js";

/** @typedef {import("../setup/computers.js").Offer} Offer */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("./network-choice.js").Network} Network */

const HEX = ["hex"];
const UP_TO_13 = [5, 6, 7, 8, 9, 10, 11, 12, 13];
/** The sizes that each network was trained on, as its file says; a test compares them. */
const TRAINED = { medium: UP_TO_13, small: UP_TO_13, tiny: [7, 9, 11, 13], human: [11, 13, 15, 19] };

/** The players of the page, as a server offers its own. @param {Network} [network] @returns {Offer[]} */
export function deviceOffers(network = chosenNetwork()) {
  const trained = TRAINED[network];
  return [
    { ...ALL_LEVELS, analyses: true, shapes: HEX, trained },
    { ...engineOffer(HUMAN, TRAINED.human), analyses: false, options: ["rating"] },
    engineOffer("hexmate", trained),
    engineOffer("uct", null),
  ];
}

/** Whether the page can analyse with a player on a board. @param {string} player @param {Shape} shape */
export const analysesHere = (player, shape) => shape === "hex" && canAnalyse(player);

/** Whether the page can play with a player on a board. @param {string} player @param {Shape} shape */
export const playsHere = (player, shape) => shape === "hex" && isKnown(player);

/** Whether the page can answer a request of the analysis socket. @param {Record<string, any>} request */
export function answersHere(request) {
  if (request.type === "solve") return isHex(request.position);
  const shape = request.type === "review" ? (request.game ? (request.game.shape ?? "hex") : "offset") : null;
  if (shape) return analysesHere(request.player, shape);
  return isHex(request.position) && canAnalyse(request.player);
}

/** @param {string} line a position line */
const isHex = (line) => line.split(" ")[1] === "hex";

/** @param {string} spec @param {number[] | null} trained @returns {Offer} */
function engineOffer(spec, trained) {
  const texts = { spec, name: spec, help: "" };
  return { ...texts, analyses: true, options: ["time"], shapes: HEX, levels: [], hex_levels: [], trained };
}
