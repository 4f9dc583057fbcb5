/** The colours of the board: its edges and marks are visible in every theme. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../../src/hexmate/web/static/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, STATIC), "utf-8");
const TOKENS = read("css/tokens.css");

/** The custom properties of a rule. @param {string} selector @returns {Record<string, string>} */
function properties(selector) {
  const start = TOKENS.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const body = TOKENS.slice(start, TOKENS.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

/** @param {string} color as #rrggbb */
function luminance(color) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const light = properties(":root");
const dark = { ...light, ...properties(':root[data-theme="dark"]') };
const redblue = properties(':root[data-stones="redblue"]');
const LOOKS = {
  "light, red and blue": { ...light, ...redblue },
  "light, black and white": light,
  "dark, red and blue": { ...dark, ...redblue },
  "dark, black and white": dark,
  "colour-blind": { ...light, ...properties(':root[data-theme="colorblind"]') },
};

for (const [look, colors] of Object.entries(LOOKS)) {
  test(`the edges stand out from the page: ${look}`, () => {
    for (const edge of ["black-edge", "white-edge"]) {
      const seen = Math.max(contrast(colors[edge], colors.page), contrast(colors[`${edge}-line`], colors.page));
      assert.ok(seen >= 3, `${edge} ${seen.toFixed(2)}`);
    }
    assert.notEqual(colors["black-edge"], colors["white-edge"]);
  });

  test(`the mark of the last move stands out from its stone: ${look}`, () => {
    for (const stone of ["black", "white"]) {
      const seen = contrast(colors[`${stone}-last`], colors[`${stone}-dark`]);
      assert.ok(seen >= 3, `${stone} ${seen.toFixed(2)}`);
    }
  });
}

test("an edge that only its line shows has a broad line", () => {
  const [, width] = read("css/board.css").match(/\.board \.edge \{\s*stroke-width: ([\d.]+);/) ?? [];
  assert.ok(Number(width) >= 0.05);
});

test("the mark of the last move lies inside discs and diamonds", () => {
  const number = (/** @type {string} */ file, /** @type {RegExp} */ pattern) => Number(read(file).match(pattern)?.[1]);
  const radius = number("js/board/layers.js", /LAST_RING = ([\d.]+)/);
  const stone = number("js/board/shapes.js", /STONE = ([\d.]+)/);
  const width = number("css/board.css", /\.last-ring \{\s*fill: none;\s*stroke-width: ([\d.]+)/);
  const diamond = (number("js/board/shapes.js", /diamond\(([\d.]+) \* STONE\)/) * stone) / Math.SQRT2;
  assert.ok(radius + width / 2 < Math.min(stone, diamond) - 0.05, "a rim of the stone is seen around it");
});

test("red and blue by default, from the first paint", () => {
  assert.match(read("index.html"), /<html[^>]* data-stones="redblue"/);
  assert.match(read("js/settings.js"), /stones: oneOf\(.*\("redblue"\), "classic"\)/);
});
