/** Problems that the server found in records, in the user's language. */

import { t } from "../i18n/index.js";
import { placeIn, rangeOf } from "./links.js";

/** What the server does about a problem, at the end of its message. */
const ENDS = /** @type {const} */ ([
  [/; the game is read up to here$/, "open.upTo"],
  [/; the game is skipped$/, "open.skipped"],
  [/; \w+ is kept as it is written$/, "open.kept"],
]);
/** The frequent reasons; the others stay in the server's words. */
const REASONS = /** @type {const} */ ([
  [/^(?<cell>\S+) is off the (?<size>\d+x\d+) board; /, "open.why.off"],
  [/^(?<cell>\S+) is occupied by /, "open.why.occupied"],
  [/^'?(?<text>.*?)'? is not a (?:cell|move|first move)(?:; |$)/, "open.why.cell"],
  [/^a swap is only possible /, "open.why.swap"],
  [/^GM\[.*\] is another game; /, "open.why.game"],
  [/^a board has 1 to 32 rows and columns, not (?<size>\S+)/, "open.why.size"],
  [/ is none of the formats /, "open.why.format"],
  [/^no game found$/, "open.why.none"],
]);

/** @param {string} reason */
function reasonIn(reason) {
  for (const [pattern, key] of REASONS) {
    const match = pattern.exec(reason);
    if (match) return t(key, { ...match.groups });
  }
  return reason;
}

/** A problem of the server in the user's words, as far as we have them. @param {string} problem */
export function problemText(problem) {
  const { line, character, reason: said } = placeIn(problem);
  const end = ENDS.find(([pattern]) => pattern.test(said));
  const reason = end ? reasonIn(said.replace(end[0], "")) + t(end[1]) : reasonIn(said);
  if (line === null) return reason;
  if (character === null) return t("open.line", { line, reason });
  return t("open.place", { line, character, reason });
}

/**
 * A problem with its place in what the user pasted, instead of in the links found in it.
 * @param {string} pasted
 * @param {string} text that was read
 * @param {string} problem
 */
export function relocated(pasted, text, problem) {
  const place = placeIn(problem);
  const range = pasted === text ? null : rangeOf(pasted, text, place);
  if (!range) return problem;
  const before = pasted.slice(0, range[0]);
  const line = before.split("\n").length;
  const character = before.length - before.lastIndexOf("\n");
  return `line ${line}${place.character === null ? "" : `, character ${character}`}: ${place.reason}`;
}
