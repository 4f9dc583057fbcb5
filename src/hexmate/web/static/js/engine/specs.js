/** Specifications of the players that run in the page. */

/** @typedef {{name: string, options: Record<string, string>}} Spec */

/** The lowest level that can analyse. */
const FIRST_ANALYST = 9;
/** The highest level that plays like people. */
export const LIKE_PEOPLE = 10;
/** The options that each player takes here. @type {Record<string, readonly string[]>} */
const OPTIONS = { hexmate: ["time"], uct: ["time"], level: ["n"], human: ["rating"] };
/** The player that plays like people, and its network. */
export const HUMAN = "human";

/** @param {string} spec such as `level:n=5` @returns {Spec} */
export function parseSpec(spec) {
  const [name, rest = ""] = spec.split(/:(.*)/s);
  return { name, options: Object.fromEntries(rest ? rest.split(",").map((pair) => pair.split("=")) : []) };
}

/** Whether the page has a player of this specification. @param {string} spec */
export function isKnown(spec) {
  const { name, options } = parseSpec(spec);
  return Object.keys(options).every((option) => OPTIONS[name]?.includes(option)) && name in OPTIONS;
}

/** Whether that player can also analyse. @param {string} spec */
export function canAnalyse(spec) {
  const { name, options } = parseSpec(spec);
  return isKnown(spec) && name !== HUMAN && (name !== "level" || Number(options.n) >= FIRST_ANALYST);
}

/** Whether that player draws its moves from the network that predicts people's. @param {string} spec */
export function needsHuman(spec) {
  const { name, options } = parseSpec(spec);
  return name === HUMAN || (name === "level" && Number(options.n) <= LIKE_PEOPLE);
}
