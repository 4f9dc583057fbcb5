/** The effects, each a few tones. */

import { puff, tone } from "./tones.js";

/** @typedef {import("./index.js").Effect} Effect */
/** @typedef {(context: BaseAudioContext, output: AudioNode) => void} Play */

/** @type {Record<Effect, Play>} */
export const EFFECTS = { click, stone, turn, victory, defeat };

/** @type {Play} */
function click(context, output) {
  const at = context.currentTime;
  puff(context, output, { at, hertz: 2600, decay: 0.03, gain: 0.16 });
}

/** A stone on wood: a knock, the board's two low partials, a hard first instant. @type {Play} */
function stone(context, output) {
  const at = context.currentTime;
  puff(context, output, { at, hertz: 1900, decay: 0.035, gain: 0.7 });
  tone(context, output, { note: 64, at, attack: 0.002, decay: 0.11, gain: 0.4 });
  tone(context, output, { note: 79, at, attack: 0.001, decay: 0.05, gain: 0.22 });
}

/** Your turn: two soft bells, for users who look elsewhere. @type {Play} */
function turn(context, output) {
  [76, 81].forEach((note, i) => {
    const at = context.currentTime + i * 0.16;
    tone(context, output, { note, at, attack: 0.004, decay: 0.7, gain: 0.3, wave: "triangle" });
    tone(context, output, { note: note + 12, at, attack: 0.004, decay: 0.3, gain: 0.08 });
  });
}

/** Bells upwards. @type {Play} */
function victory(context, output) {
  [60, 64, 67, 72, 76, 79].forEach((note, i) => {
    const at = context.currentTime + i * 0.11;
    tone(context, output, { note, at, attack: 0.004, decay: 0.9, gain: 0.22, wave: "triangle" });
    tone(context, output, { note: note + 12, at, attack: 0.004, decay: 0.5, gain: 0.08 });
  });
}

/** Three soft steps down. @type {Play} */
function defeat(context, output) {
  [67, 63, 60].forEach((note, i) => {
    const at = context.currentTime + i * 0.24;
    tone(context, output, { note: note - 12, at, attack: 0.02, decay: 0.9, gain: 0.26, wave: "triangle" });
    tone(context, output, { note, at, attack: 0.03, decay: 0.7, gain: 0.08 });
  });
}
