/** Plays the pieces: writes each bar a little ahead of time, and fades from one piece to another. */

import { notesOf, SCORES } from "./pieces.js";
import { tone } from "./tones.js";

/** @typedef {import("./index.js").Piece} Piece */

const FADE = 1.2;
const LOOK_EVERY = 400;
/** Seconds: longer than browsers delay the timers of a page in the background. */
const AHEAD = 1.5;

/**
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @returns {{change: (piece: Piece | null) => void}}
 */
export function createMusic(context, output) {
  const mellow = context.createBiquadFilter();
  mellow.type = "lowpass";
  mellow.frequency.value = 1800;
  mellow.connect(output);
  /** @type {{stop: () => void} | null} */
  let current = null;
  return {
    change(piece) {
      current?.stop();
      current = piece ? perform(context, mellow, piece) : null;
    },
  };
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {Piece} piece
 */
function perform(context, output, piece) {
  const score = SCORES[piece];
  const second = 60 / score.tempo;
  const fader = context.createGain();
  fader.gain.setValueAtTime(0, context.currentTime);
  fader.gain.linearRampToValueAtTime(1, context.currentTime + FADE);
  fader.connect(output);
  let bar = 0;
  let next = context.currentTime + 0.1;

  function write() {
    while (next < context.currentTime + AHEAD) {
      for (const note of notesOf(score, bar)) sing(context, fader, note, next + note.beat * second, second);
      next += score.beats * second;
      bar += 1;
    }
  }
  write();
  const timer = setInterval(write, LOOK_EVERY);
  return {
    stop() {
      clearInterval(timer);
      fader.gain.setTargetAtTime(0, context.currentTime, FADE / 4);
      setTimeout(() => fader.disconnect(), 2000 * FADE);
    },
  };
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {import("./pieces.js").Note} note
 * @param {number} at
 * @param {number} second of one beat
 */
function sing(context, output, { note, beats, voice, gain }, at, second) {
  const length = beats * second;
  if (voice === "pluck") {
    tone(context, output, { note, at, attack: 0.008, decay: length, gain, wave: "triangle" });
    tone(context, output, { note: note + 12, at, attack: 0.004, decay: length / 3, gain: gain / 4 });
  } else {
    const attack = voice === "bass" ? 0.12 : length * 0.3;
    tone(context, output, {
      note,
      at,
      attack,
      decay: length - attack + 0.6,
      gain,
      wave: voice === "bass" ? "sine" : "triangle",
    });
  }
}
