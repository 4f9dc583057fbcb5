/**
 * The music as notes. A piece is a ring of chords; each bar lays the chord down softly and sets a
 * few single notes over it, chosen at random from a seed, so that the melody never quite repeats.
 */

/** @typedef {import("./index.js").Piece} Piece */
/** @typedef {{note: number, beat: number, beats: number, voice: "pad" | "bass" | "pluck", gain: number}} Note */
/**
 * @typedef {object} Score
 * @property {number} tempo beats per minute
 * @property {number} beats in a bar
 * @property {number[][]} chords one per bar, lowest note first
 * @property {number[]} scale what the single notes are taken from
 * @property {number} density share of half beats that carry a note
 */

/** @type {Record<Piece, Score>} */
export const SCORES = {
  menu: {
    tempo: 66,
    beats: 4,
    chords: [
      [45, 60, 64, 67],
      [41, 57, 60, 64],
      [36, 55, 59, 64],
      [43, 59, 62, 64],
    ],
    scale: [69, 72, 74, 76, 79, 81],
    density: 0.34,
  },
  play: {
    tempo: 52,
    beats: 4,
    chords: [
      [38, 57, 60, 64],
      [34, 53, 57, 62],
      [41, 57, 60, 65],
      [36, 52, 55, 62],
    ],
    scale: [65, 67, 69, 72, 74],
    density: 0.16,
  },
};

/** Pseudo-random numbers from 0 to 1. @param {number} seed */
function dice(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The notes of a bar; bars are numbered from 0 without end.
 * @param {Score} score
 * @param {number} bar
 * @returns {Note[]}
 */
export function notesOf({ chords, beats, scale, density }, bar) {
  const [bass, ...chord] = chords[bar % chords.length];
  const roll = dice(bar + 1);
  /** @type {Note[]} */
  const notes = [{ note: bass, beat: 0, beats, voice: "bass", gain: 0.16 }];
  for (const note of chord) notes.push({ note, beat: 0, beats: beats + 1, voice: "pad", gain: 0.055 });
  for (let beat = 0; beat < beats; beat += 0.5) {
    if (roll() >= density) continue;
    const note = scale[Math.floor(roll() * scale.length)];
    notes.push({ note, beat, beats: 2, voice: "pluck", gain: 0.05 + 0.05 * roll() });
  }
  return notes;
}
