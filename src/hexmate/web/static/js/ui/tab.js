/** The browser's tab: its title and its icon. A page that calls the user puts its words in front. */

import { BASE } from "../base.js";

const ICON = `${BASE}/static/icons/hexmate.svg`;
const CALLING_ICON = `${BASE}/static/icons/hexmate-turn.svg`;

let pageTitle = "Hexmate";
/** @type {{text: string, calling: boolean} | null} */
let words = null;
/** @type {object | null} */
let speaker = null;

function paint() {
  const title = words ? `${words.text} · Hexmate` : pageTitle;
  if (document.title !== title) document.title = title;
  const link = document.querySelector("link[rel=icon]");
  const href = words?.calling ? CALLING_ICON : ICON;
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
}

/** Set the title of the page. @param {string} title */
export function nameTab(title) {
  pageTitle = title;
  paint();
}

/** A voice of the tab. The next page may speak before this one falls silent; the latest is heard. */
export function tabVoice() {
  const me = {};
  return {
    /** @param {string | null} text null shows the page's title @param {{calling: boolean}} options */
    say(text, { calling }) {
      speaker = me;
      words = text === null ? null : { text, calling };
      paint();
    },
    stop() {
      if (speaker !== me) return;
      speaker = null;
      words = null;
      paint();
    },
  };
}
