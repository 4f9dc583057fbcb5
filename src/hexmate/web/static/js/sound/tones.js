/** The building blocks of every sound: tones and noise that fade away. */

/** Hertz of a note; 69 is the a' of 440. @param {number} note */
export const frequency = (note) => 440 * 2 ** ((note - 69) / 12);

/**
 * @typedef {object} Tone
 * @property {number} note
 * @property {number} at seconds on the context's clock
 * @property {number} attack seconds
 * @property {number} decay seconds
 * @property {number} gain
 * @property {OscillatorType} [wave]
 */

/**
 * A tone that swells and fades.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {Tone} tone
 */
export function tone(context, output, { note, at, attack, decay, gain, wave = "sine" }) {
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = frequency(note);
  oscillator.connect(envelope(context, output, { at, attack, decay, gain }));
  oscillator.start(at);
  oscillator.stop(at + attack + decay + 0.05);
}

/**
 * A puff of noise around a pitch.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {{at: number, hertz: number, decay: number, gain: number}} puff
 */
export function puff(context, output, { at, hertz, decay, gain }) {
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 1.2;
  source.connect(filter);
  filter.connect(envelope(context, output, { at, attack: 0.001, decay, gain }));
  source.start(at);
  source.stop(at + decay + 0.05);
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {{at: number, attack: number, decay: number, gain: number}} shape
 */
function envelope(context, output, { at, attack, decay, gain }) {
  const node = context.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain, at + attack);
  node.gain.exponentialRampToValueAtTime(0.0001, at + attack + decay);
  node.connect(output);
  return node;
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** A fifth of a second of noise, made once. @param {BaseAudioContext} context */
function noise(context) {
  let buffer = noises.get(context);
  if (!buffer) {
    buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 5), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
    noises.set(context, buffer);
  }
  return buffer;
}
