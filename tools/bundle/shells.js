/** The HTML files and the service worker of a bundle, made from those of the plain pages. */

import assert from "node:assert/strict";

const SHEETS = /^ *<link rel="stylesheet" href="\/static\/css\/(.*)\.css">\n/gm;
const PRELOADS = /^ *<link rel="modulepreload".*\n/gm;
const FILES = /const FILES = \[\n.*?\];/s;

/** The style sheets of a page, in their order. @param {string} html */
export const sheetsOf = (html) => [...html.matchAll(SHEETS)].map(([, name]) => name);

/**
 * A page whose files are those of the bundle.
 * @param {string} html
 * @param {{style: string, lazy?: readonly string[], scripts: Record<string, string>, preload?: string[]}} files
 *   `lazy` has the sheets that modules would load later, `scripts` the plain addresses and those instead of them
 */
export function bundled(html, { style, lazy = [], scripts, preload = [] }) {
  const sheets = lazy.length ? ` data-sheets="${lazy.join(" ")}"` : "";
  const marked = html.replace(PRELOADS, "").replace(/(?=^ *<link rel="stylesheet")/m, "@style@\n");
  let text = marked.replace(SHEETS, "").replace("@style@", `    <link rel="stylesheet" href="${style}"${sheets}>`);
  // After the first script, which shows the shell without them.
  const links = preload.map((address) => `    <link rel="modulepreload" href="${address}">\n`);
  text = text.replace(/^ *<\/head>/m, (end) => links.join("") + end);
  for (const [plain, address] of Object.entries(scripts)) {
    assert.ok(text.includes(`"${plain}"`), `a page does not use ${plain}`);
    text = text.replaceAll(`"${plain}"`, `"${address}"`);
  }
  assert.doesNotMatch(text, /\/static\/(js|css|engine)\//);
  return text;
}

/** The service worker that keeps the files of the bundle. @param {string} worker @param {string[]} assets */
export function workerFor(worker, assets) {
  const list = FILES.exec(worker)?.[0];
  assert.ok(list, "sw.js has no list of files");
  const plain = [...list.matchAll(/"(.*)"/g)].map(([, address]) => address);
  const kept = plain.filter((address) => !/^\/static\/(js|css|engine)\//.test(address));
  const lines = [...kept, ...assets].map((address) => `  "${address}",\n`);
  return worker.replace(list, `const FILES = [\n${lines.join("")}];`);
}
