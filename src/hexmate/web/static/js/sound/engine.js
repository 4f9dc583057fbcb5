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
/** Effects that are heard while the page is hidden: they call the user back. @type {readonly Effect[]} */
const CALLS = ["turn", "victory", "defeat"];
/** Milliseconds that a call lasts at most. */
const CALL_TIME = 2000;

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
  let resting = false;

  /** @param {"music" | "effects"} name */
  const volume = (name) => {
    if (settings.get("muted") || (name === "music" && !settings.get("musicOn"))) return 0;
    return loudness(settings.get(name), settings.get("master"));
  };

  function adjust() {
    for (const name of /** @type {const} */ (["music", "effects"])) {
      channels[name].gain.setTargetAtTime(gainOf(volume(name)), context.currentTime, GLIDE);
    }
    // Muted music is not played at all.
    const next = volume("music") > 0 && !resting ? piece : null;
    if (next !== playing) music.change(next);
    playing = next;
  }
  adjust();
  settings.subscribe(adjust);

  /** Wake up for one effect. @param {Effect} effect */
  async function call(effect) {
    await context.resume();
    EFFECTS[effect](context, channels.effects);
    setTimeout(() => resting && void context.suspend(), CALL_TIME);
  }

  return {
    play(effect) {
      if (volume("effects") === 0) return;
      if (!resting) EFFECTS[effect](context, channels.effects);
      else if (CALLS.includes(effect)) void call(effect);
    },
    music(next) {
      piece = next;
      adjust();
    },
    rest(on) {
      resting = on;
      adjust();
      void (on ? context.suspend() : context.resume());
    },
  };
}
