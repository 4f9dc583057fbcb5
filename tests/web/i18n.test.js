import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import en from "../../src/hexmate/web/static/js/i18n/en.js";
import fr from "../../src/hexmate/web/static/js/i18n/fr.js";
import { chooseLanguage, formatNumber, t, useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";

/** @param {string} text */
const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test("both languages have the same keys, in the same order", () => {
  assert.deepEqual(Object.keys(fr), Object.keys(en));
});

test("no key is defined twice: the later text would win", async () => {
  for (const [name, texts] of Object.entries({ en, fr })) {
    const folder = new URL(`../../src/hexmate/web/static/js/i18n/${name}/`, import.meta.url);
    /** @type {Map<string, string>} */ const seen = new Map();
    for (const file of readdirSync(folder)) {
      const part = (await import(new URL(file, folder).href)).default;
      for (const [key, text] of Object.entries(part)) {
        assert.ok(!seen.has(key), `${key} is in ${name}/${file} and in ${seen.get(key)}`);
        seen.set(key, file);
        assert.equal(/** @type {Record<string, string>} */ (texts)[key], text, key);
      }
    }
  }
});

test("both languages have the same placeholders, and no empty text", () => {
  for (const [key, text] of Object.entries(en)) {
    const other = fr[/** @type {keyof typeof fr} */ (key)];
    assert.deepEqual(holes(other), holes(text), key);
    assert.ok(text.trim() && other.trim(), key);
  }
});

test("plurals come in pairs", () => {
  for (const key of Object.keys(en)) {
    if (key.endsWith(".one")) assert.ok(key.replace(/one$/, "other") in en, key);
  }
});

test("French typography: curly apostrophes, and a non-breaking space before high punctuation", () => {
  for (const [key, text] of Object.entries(fr)) {
    assert.doesNotMatch(text, /'/, key);
    assert.doesNotMatch(text, /[^ ][?!;:»](?=[ .,]|$)/, key);
  }
  useTexts("fr", fr);
  assert.match(t("rules.goal.4"), /complète\u00a0: /);
  assert.match(t("settings.reset.title"), /défaut\u202f\?$/);
  assert.equal(t("percent", { n: "63" }), "63\u202f%");
});

test("placeholders are filled in, and numbers formatted for the language", () => {
  useTexts("fr", { ...fr, "try.me": "{n} et {name}" });
  assert.equal(t(/** @type {any} */ ("try.me"), { n: 1.5, name: "Ada" }), "1,5 et Ada");
  assert.equal(formatNumber(0.25), "0,25");
  useTexts("en", en);
  assert.equal(t("cell.empty", { cell: "c3" }), "c3, empty");
  assert.equal(t("cell.empty"), "{cell}, empty");
  assert.equal(t(/** @type {any} */ ("no.such.key")), "no.such.key");
});

test("plurals follow the language: in French, 0 is singular", () => {
  useTexts("en", en);
  assert.deepEqual(
    [0, 1, 2].map((count) => t("start.resume.moves", { count })),
    ["0 moves", "1 move", "2 moves"],
  );
  useTexts("fr", fr);
  assert.deepEqual(
    [0, 1, 2].map((count) => t("start.resume.moves", { count })),
    ["0 coup", "1 coup", "2 coups"],
  );
  useTexts("en", en);
});

test("the language is the chosen one, or the first of the browser's that we have", () => {
  assert.equal(chooseLanguage("fr", ["en"]), "fr");
  assert.equal(chooseLanguage("auto", ["fr-CA", "en"]), "fr");
  assert.equal(chooseLanguage("auto", ["de", "en-GB", "fr"]), "en");
  assert.equal(chooseLanguage("auto", ["de"]), "en");
  assert.equal(chooseLanguage("auto", []), "en");
});
