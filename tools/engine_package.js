/** Build the engine as an npm-style package: `make engine`, or `node tools/engine_package.js [folder]`. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const SOURCES = path.join(ROOT, "engine");
const PACKAGE = path.join(ROOT, "src", "hexmate");
const COPIED = ["index.d.ts", "README.md", "example.html"];
const FILES = [
  path.join(PACKAGE, "web", "static", "engine", "hexmate.wasm"),
  path.join(PACKAGE, "models", "small.hexnet"),
  path.join(PACKAGE, "models", "tiny.hexnet"),
  path.join(PACKAGE, "models", "human.hexnet"),
  path.join(ROOT, "LICENSE"),
];

/** The version of Hexmate. */
function version() {
  const text = readFileSync(path.join(PACKAGE, "version.py"), "utf-8");
  return /__version__ = "(.*)"/.exec(text)?.[1] ?? "0.0.0";
}

const folder = process.argv[2] ?? path.join(ROOT, "build", "engine");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: {
    index: path.join(SOURCES, "index.js"),
    worker: path.join(PACKAGE, "web", "static", "js", "engine", "worker.js"),
  },
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  outdir: folder,
  logLevel: "warning",
});
for (const name of COPIED) cpSync(path.join(SOURCES, name), path.join(folder, name));
for (const file of FILES) cpSync(file, path.join(folder, path.basename(file)));
const facts = JSON.parse(readFileSync(path.join(SOURCES, "package.json"), "utf-8"));
writeFileSync(path.join(folder, "package.json"), `${JSON.stringify({ ...facts, version: version() }, null, 2)}\n`);
console.log(`hexmate-engine ${version()} in ${folder}`);
