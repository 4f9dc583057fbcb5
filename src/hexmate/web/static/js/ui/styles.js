/** Style sheets that only some pages need, loaded when the first of them is opened. A bundle has them all in one. */

import { h } from "./dom.js";

/** All of them, in the order of a bundle: a sheet may override those before it. */
export const SHEETS = /** @type {const} */ ([
  "setup",
  "game",
  "play",
  "online",
  "study",
  "review",
  "analyse",
  "explorer",
  "library",
  "share",
  "tasks",
  "swap",
  "puzzles",
]);
/** @typedef {typeof SHEETS[number]} Sheet */

/** @type {Map<Sheet, Promise<void>>} */
const asked = new Map();

/** Load these sheets, in this order. @param {...Sheet} sheets @returns {Promise<unknown>} */
export function useStyles(...sheets) {
  return Promise.all(
    sheets.map((sheet) => {
      const known = asked.get(sheet) ?? fetched(sheet);
      asked.set(sheet, known);
      return known;
    }),
  );
}

/** @param {Sheet} sheet @returns {Promise<void>} */
function fetched(sheet) {
  if (document.querySelector(`link[data-sheets~="${sheet}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: `/static/css/${sheet}.css` });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      asked.delete(sheet);
      link.remove();
      reject(new Error(`the styles of ${sheet} could not be fetched`));
    });
    document.head.append(link);
  });
}
