/**
 * Sound for the pages: `sound.play("stone")`, `sound.music("menu")`. Browsers allow sound only
 * after a first click or key; the sound engine is loaded then, and the requested music starts.
 */

import { settings } from "../settings.js";

/** @typedef {"click" | "stone" | "turn" | "victory" | "defeat"} Effect */
/** @typedef {"menu" | "play"} Piece */
/** @typedef {import("./engine.js").Engine} Engine */

/** @type {Engine | null} */
let engine = null;
/** @type {Piece | null} */
let wanted = null;

export const sound = {
  /** Play an effect once. @param {Effect} effect */
  play(effect) {
    engine?.play(effect);
  },

  /** Change the music; null is silence. @param {Piece | null} piece */
  music(piece) {
    wanted = piece;
    engine?.music(piece);
  },
};

/** Get ready at the first gesture, and click with every button and link. */
export function startSound() {
  const gestures = ["pointerdown", "keydown"];
  const wake = async () => {
    for (const gesture of gestures) removeEventListener(gesture, wake);
    if (!("AudioContext" in globalThis)) return;
    try {
      const { createEngine } = await import("./engine.js");
      engine = createEngine(new AudioContext(), settings);
      engine.music(wanted);
    } catch {
      listen(); // offline: the next gesture tries again
    }
  };
  const listen = () => gestures.forEach((gesture) => addEventListener(gesture, wake));
  listen();
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("button, a, summary, .option, .toggle")) sound.play("click");
  });
  document.addEventListener("visibilitychange", () => engine?.rest(document.hidden));
}
