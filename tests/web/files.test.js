/** Checks of the files themselves: the content security policy, the offline list, imports, lengths. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../src/hexmate/web/static/", import.meta.url);

/** @param {string} suffix */
function files(suffix) {
  const names = /** @type {string[]} */ (readdirSync(STATIC, { recursive: true })).filter((name) =>
    name.endsWith(suffix),
  );
  return names.map((name) => ({ name, text: readFileSync(new URL(name, STATIC), "utf-8") }));
}

test("the service worker keeps every file (tools/offline_files.py writes its list)", () => {
  const [{ text }] = files("sw.js");
  const listed = [...text.matchAll(/^ {2}"(\/[^"]*)",$/gm)].map(([, path]) => path);
  const wanted = [".css", ".gz", ".js", ".json", ".png", ".svg", ".wasm"]
    .flatMap((suffix) => files(suffix))
    .map(({ name }) => `/static/${name}`);
  const there = wanted.filter((path) => path !== "/static/sw.js");
  const networks = ["human", "medium", "small", "tiny"].map((name) => `/static/engine/${name}.hexnet`);
  const besides = ["/", "/manifest.webmanifest", ...networks];
  assert.deepEqual([...listed].sort(), [...besides, ...there].sort());
});

test("no inline styles, scripts or markup from text", () => {
  for (const { name, text } of files(".js")) {
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|new Function|\beval\(/, name);
    assert.doesNotMatch(text, /setAttribute\("style"|[{,]\s*style:/, name);
  }
  const [{ text }] = files("index.html");
  assert.doesNotMatch(text, /<style|style=|\son\w+=|<script>(?!<)/);
});

test("nothing comes from another site", () => {
  for (const { name, text } of [...files(".js"), ...files(".css"), ...files(".html"), ...files(".webmanifest")]) {
    const addresses = text.match(/https?:\/\/[^"'\s)]+/g) ?? [];
    // A name that loads nothing, and the sites that links lead to.
    const allowed = [
      "http://www.w3.org/2000/svg",
      "https://hexworld.org/board/",
      "https://littlegolem.net/servlet/sgf/",
      "https://playhex.org/games/",
    ];
    assert.deepEqual(
      addresses.filter((address) => !allowed.includes(address)),
      [],
      name,
    );
    assert.doesNotMatch(text, /@import|url\(["']?\/\//, name);
  }
});

test("dark systems get exactly the dark theme", () => {
  const [{ text }] = files("tokens.css");
  const block = (/** @type {string} */ selector) => {
    const start = text.indexOf(`${selector} {`);
    return text
      .slice(start, text.indexOf("}", start))
      .split("\n")
      .slice(1)
      .map((line) => line.trim())
      .filter(Boolean);
  };
  assert.deepEqual(block(':root[data-theme="auto"]'), block(':root[data-theme="dark"]'));
});

test("modules import only what their folder may import", () => {
  const allowed = [
    { folder: "js/rules/", may: /^\.\// },
    { folder: "js/board/", may: /^(\.\/|\.\.\/rules\/|\.\.\/ui\/dom\.js|\.\.\/settings\.js)/ },
    { folder: "js/i18n/", may: /^\.\// },
    { folder: "js/", may: /^(?!.*pages\/)/ },
  ];
  for (const { name, text } of files(".js")) {
    const imports = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, from]) => from);
    for (const { folder, may } of allowed.filter((rule) => name.startsWith(rule.folder))) {
      for (const from of imports) assert.match(from, may, `${name} in ${folder}`);
    }
  }
});

test("files stay short enough to read", () => {
  for (const { name, text } of files(".js")) {
    const limit = name.includes("i18n/") ? 1000 : 700;
    assert.ok(text.split("\n").length <= limit, name);
  }
});
