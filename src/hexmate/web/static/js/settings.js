/** The user's settings, remembered by this browser. `boot.js` applies the theme before the first paint. */

import { createStore, flag, oneOf, whole } from "./store.js";

const rotation = (/** @type {number} */ hour) => whole(hour, 1, 12);

export const SCHEMA = {
  language: oneOf(/** @type {"auto" | "en" | "fr"} */ ("auto"), "en", "fr"),
  theme: oneOf(/** @type {"auto" | "light" | "dark" | "colorblind"} */ ("auto"), "light", "dark", "colorblind"),
  stones: oneOf(/** @type {"classic" | "redblue"} */ ("redblue"), "classic"),
  coordinates: flag(true),
  numbers: flag(false),
  animation: flag(true),
  /** When a move must be confirmed before it counts; `auto`: on touch screens, on large boards. */
  confirm: oneOf(/** @type {"auto" | "never" | "touch" | "always"} */ ("auto"), "never", "touch", "always"),
  /** The minimum delay before an engine's move is shown, in milliseconds. */
  delay: whole(400, 0, 3000),
  /** Whether to notify the user of their turn while the page is hidden; `ask` until they have chosen. */
  notify: oneOf(/** @type {"ask" | "on" | "off"} */ ("ask"), "on", "off"),
  /** Whether single-letter keys act; they get in the way of speech input. */
  shortcuts: flag(true),
  /** Rotations of rhombi and rectangles, in landscape and portrait. */
  landscapeRhombusRotation: rotation(10),
  landscapeRhombusMirror: flag(false),
  portraitRhombusRotation: rotation(11),
  portraitRhombusMirror: flag(false),
  landscapeRectangleRotation: rotation(10),
  landscapeRectangleMirror: flag(false),
  portraitRectangleRotation: rotation(10),
  portraitRectangleMirror: flag(false),
  master: whole(70, 0, 100),
  /** Music plays only for users who have switched it on; `music` is its volume. */
  musicOn: flag(false),
  music: whole(30, 0, 100),
  effects: whole(70, 0, 100),
  muted: flag(false),
};

export const settings = createStore("hexmate.settings", SCHEMA);

/** Apply theme and stones to the document. */
export function applyLook() {
  const root = document.documentElement;
  root.dataset.theme = settings.get("theme");
  root.dataset.stones = settings.get("stones");
  root.dataset.motion = settings.get("animation") ? "full" : "none";
  // On a phone the browser's bar takes the colour of the page.
  const ground = getComputedStyle(root).getPropertyValue("--page").trim();
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", ground);
}

/** Whether animations are allowed by these settings and by the system's. */
export function motionAllowed() {
  return settings.get("animation") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
