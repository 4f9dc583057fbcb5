import assert from "node:assert/strict";
import { test } from "node:test";

import { SCHEMA } from "../../src/hexmate/web/static/js/settings.js";
import { createEngine } from "../../src/hexmate/web/static/js/sound/engine.js";
import { notesOf, SCORES } from "../../src/hexmate/web/static/js/sound/pieces.js";
import { frequency } from "../../src/hexmate/web/static/js/sound/tones.js";
import { gainOf, loudness, speakerStep } from "../../src/hexmate/web/static/js/sound/volume.js";
import { createStore } from "../../src/hexmate/web/static/js/store.js";

test("loudness is channel × master / 100", () => {
  const table = [
    [100, 100, 100],
    [50, 50, 25],
    [70, 0, 0],
    [0, 80, 0],
    [30, 70, 21],
  ];
  for (const [channel, master, wanted] of table) assert.equal(loudness(channel, master), wanted);
  assert.deepEqual([gainOf(0), gainOf(50), gainOf(100)], [0, 0.25, 1]);
});

test("the speaker has four steps, and a muted one", () => {
  const table = [
    [0, 1],
    [25, 1],
    [26, 2],
    [50, 2],
    [51, 3],
    [75, 3],
    [76, 4],
    [100, 4],
  ];
  for (const [volume, step] of table) assert.equal(speakerStep(volume, false), step, `at ${volume}`);
  assert.equal(speakerStep(80, true), 0);
});

test("music is endless, the same each time, and audible", () => {
  for (const score of Object.values(SCORES)) {
    for (let bar = 0; bar < 200; bar += 1) {
      const notes = notesOf(score, bar);
      assert.deepEqual(notes, notesOf(score, bar));
      assert.ok(notes.length >= 4);
      for (const { note, beat, beats, gain } of notes) {
        assert.ok(note >= 30 && note <= 90 && gain > 0 && gain < 0.2 && beats > 0);
        assert.ok(beat >= 0 && beat < score.beats);
      }
    }
  }
  const melody = (/** @type {number} */ bar) => notesOf(SCORES.menu, bar).filter(({ voice }) => voice === "pluck");
  assert.notDeepEqual(melody(0), melody(4));
  assert.equal(frequency(69), 440);
});

/** A context that counts tones and remembers the values of its gains. */
function fakeContext() {
  const heard = { tones: 0 };
  const param = () => ({
    value: 0,
    setTargetAtTime(/** @type {number} */ value) {
      this.value = value;
    },
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  });
  /** @type {any[]} */
  const gains = [];
  const node = (/** @type {object} */ more) => ({ connect() {}, disconnect() {}, ...more });
  const source = () =>
    node({
      frequency: param(),
      start() {
        heard.tones += 1;
      },
      stop() {},
    });
  const context = {
    currentTime: 0,
    sampleRate: 8000,
    destination: node({}),
    createDynamicsCompressor: () => node({}),
    createGain() {
      const made = node({ gain: param() });
      gains.push(made);
      return made;
    },
    createOscillator: source,
    createBufferSource: source,
    createBiquadFilter: () => node({ frequency: param(), Q: param() }),
    createBuffer: () => ({ getChannelData: () => new Float32Array(4) }),
    suspend() {},
    resume() {},
  };
  return { context: /** @type {any} */ (context), heard, gains };
}

test("the engine follows the settings", () => {
  const settings = createStore("try", SCHEMA, null);
  const { context, heard, gains } = fakeContext();
  const engine = createEngine(context, settings);
  const volumes = () => gains.slice(0, 2).map(({ gain }) => gain.value);
  assert.deepEqual(volumes(), [0, gainOf(49)], "music is off until it is switched on");
  engine.music("menu");
  assert.equal(heard.tones, 0);
  engine.music(null);
  settings.set("musicOn", true);
  assert.deepEqual(volumes(), [gainOf(21), gainOf(49)]);

  engine.play("stone");
  assert.ok(heard.tones > 0);
  settings.set("master", 100);
  settings.set("music", 100);
  assert.deepEqual(volumes(), [1, gainOf(70)]);

  settings.set("muted", true);
  assert.deepEqual(volumes(), [0, 0]);
  const before = heard.tones;
  engine.play("victory");
  engine.music("menu");
  assert.equal(heard.tones, before);
  settings.set("muted", false);
  assert.ok(heard.tones > before, "the music that was asked for begins");
  engine.music(null);
});

test("a hidden page is silent, except for what calls the user back", async () => {
  const settings = createStore("try", SCHEMA, null);
  const { context, heard } = fakeContext();
  const engine = createEngine(context, settings);
  let suspended = false;
  Object.assign(context, { suspend: () => (suspended = true), resume: async () => (suspended = false) });
  engine.rest(true);
  assert.ok(suspended);
  engine.play("stone");
  engine.play("click");
  assert.deepEqual([heard.tones, suspended], [0, true]);
  engine.play("turn");
  await Promise.resolve();
  assert.ok(heard.tones > 0 && !suspended);
  engine.rest(false);
  engine.play("stone");
  assert.ok(!suspended);
});
