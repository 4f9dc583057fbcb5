/** Style sheets that only some pages need, loaded when the first of them is opened. */

import { h } from "./dom.js";

/** @typedef {"setup" | "game" | "play" | "study" | "analyse" | "explorer" | "library" | "share" | "online"} Sheet */

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
