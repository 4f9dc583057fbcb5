/** How loud a channel is, and which speaker shows it. Volumes go from 0 to 100. */

/** @typedef {0 | 1 | 2 | 3 | 4} SpeakerStep */

/** Loudness of a channel: channel × master / 100. @param {number} channel @param {number} master */
export function loudness(channel, master) {
  return (channel * master) / 100;
}

/**
 * The speaker in four steps by volume; 0 is the crossed-out one.
 * @param {number} volume
 * @param {boolean} muted
 * @returns {SpeakerStep}
 */
export function speakerStep(volume, muted) {
  if (muted) return 0;
  if (volume <= 25) return 1;
  if (volume <= 50) return 2;
  return volume <= 75 ? 3 : 4;
}

/** The gain of a channel, 0 to 1. Ears hear ratios: the square makes the slider feel even. @param {number} volume */
export function gainOf(volume) {
  return (volume / 100) ** 2;
}
