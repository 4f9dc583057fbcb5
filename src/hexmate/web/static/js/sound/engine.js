/** Two channels, music and effects, each as loud as channel × master / 100; muted is silence. */

import { EFFECTS } from "./effects.js";
import { createMusic } from "./music.js";
import { gainOf, loudness } from "./volume.js";

/** @typedef {import("./index.js").Effect} Effect */
/** @typedef {import("./index.js").Piece} Piece */
/**
 * @typedef {object} Engine
 * @property {(effect: Effect) => void} play
 * @property {(piece: Piece | null) => void} music
 * @property {(on: boolean) => void} rest stop all sound for a while, for example while the page is hidden
 */

/** Seconds in which a volume changes: short, but without a click. */
const GLIDE = 0.04;

/**
 * @param {AudioContext} context
 * @param {typeof import("../settings.js").settings} settings
 * @returns {Engine}
 */
export function createEngine(context, settings) {
  const limiter = context.createDynamicsCompressor();
  limiter.connect(context.destination);
  const channels = { music: context.createGain(), effects: context.createGain() };
  channels.music.connect(limiter);
  channels.effects.connect(limiter);
  const music = createMusic(context, channels.music);
  /** @type {Piece | null} */
  let piece = null;
  /** @type {Piece | null} */
  let playing = null;

  /** @param {"music" | "effects"} name */
  const volume = (name) => (settings.get("muted") ? 0 : loudness(settings.get(name), settings.get("master")));

  function adjust() {
    for (const name of /** @type {const} */ (["music", "effects"])) {
      channels[name].gain.setTargetAtTime(gainOf(volume(name)), context.currentTime, GLIDE);
    }
    // Muted music is not played at all.
    const next = volume("music") > 0 ? piece : null;
    if (next !== playing) music.change(next);
    playing = next;
  }
  adjust();
  settings.subscribe(adjust);

  return {
    play(effect) {
      if (volume("effects") > 0) EFFECTS[effect](context, channels.effects);
    },
    music(next) {
      piece = next;
      adjust();
    },
    rest(on) {
      void (on ? context.suspend() : context.resume());
    },
  };
}
