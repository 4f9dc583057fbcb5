/**
 * Bundle the pages for production: `make bundle`, or `node tools/bundle/index.js [folder]`.
 *
 * esbuild's own splitting makes a file for each combination of pages, which is dozens of small ones. Here each bundle
 * is built by itself; what it imports from another one becomes an import of that bundle, under a short name.
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

import { ROUTES } from "../../src/hexmate/web/static/js/router.js";
import { SHEETS } from "../../src/hexmate/web/static/js/ui/styles.js";
import { groupsOf, nameOf } from "./groups.js";
import { bundled, sheetsOf, workerFor } from "./shells.js";

/** @typedef {import("./groups.js").Graph} Graph */
/** @typedef {{graph: Graph, exports: Record<string, string[]>}} Modules */
/** @typedef {{modules: Modules, groups: Map<string, string>, names: Map<string, string>}} Plan */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STATIC = path.join(ROOT, "src", "hexmate", "web", "static");
const JS = path.join(STATIC, "js");
/** Stands for the hash of all files, which is known at the end; of the same length, so that source maps stay right. */
const HASH = "0hashhash0";
const EMBED = "share/embed.js";
const WORKER = "engine/worker.js";
/** The engine's module and networks: where they are, and their addresses in plain pages. */
const ENGINE = [
  path.join(STATIC, "engine", "hexmate.wasm"),
  ...["medium", "small", "tiny", "human"].map((name) => path.join(ROOT, "src", "hexmate", "models", `${name}.hexnet`)),
].map((file) => ({ file, address: `/static/engine/${path.basename(file)}` }));

/** @type {import("esbuild").BuildOptions & {write: false}} */
const OPTIONS = {
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  sourcemap: true,
  write: false,
  logLevel: "warning",
  logLimit: 5,
};

/** @param {string} name */
const read = (name) => readFileSync(path.join(STATIC, name), "utf-8");
/** @param {string} name @param {string} [kind] */
const fileOf = (name, kind = "js") => `${name}-${HASH}.${kind}`;
/** @param {string} name @param {string} [kind] */
const addressOf = (name, kind = "js") => `/static/assets/${fileOf(name, kind)}`;

/** A file of the engine in the bundle. Compressed, and unpacked by the page: not every host compresses such files. */
const packedName = (/** @type {string} */ file) => {
  const { name, ext } = path.parse(file);
  return `${fileOf(name, ext.slice(1))}.gz`;
};

/** What the pages name for the engine, and the addresses instead of them. */
const ENGINE_ADDRESSES = Object.fromEntries([
  [`/static/js/${WORKER}`, addressOf("worker")],
  ...ENGINE.map(({ file, address }) => [address, `/static/assets/${packedName(file)}`]),
]);

/** The scripts that all pages name, and those instead of them. */
const COMMON = {
  "/static/js/boot.js": addressOf("boot"),
  "/static/js/i18n/en.js": addressOf("en"),
  "/static/js/i18n/fr.js": addressOf("fr"),
};

/** All modules: what each imports and exports. @returns {Promise<Modules>} */
async function readModules() {
  const names = /** @type {string[]} */ (readdirSync(JS, { recursive: true }))
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".js") && name !== "boot.js");
  const { metafile } = await build({
    ...OPTIONS,
    absWorkingDir: JS,
    entryPoints: names,
    metafile: true,
    outdir: "out",
    sourcemap: false,
    splitting: true,
  });
  const outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  const exports = outputs.map((output) => [output.entryPoint, output.exports]);
  return { graph: metafile.inputs, exports: Object.fromEntries(exports) };
}

/** @param {Modules} modules @returns {Plan} */
function planOf(modules) {
  const groups = groupsOf(modules.graph);
  /** @type {Map<string, string>} short names of what bundles import from each other */
  const names = new Map();
  for (const [module, group] of groups) {
    const crossing = modules.graph[module].imports.filter(({ path, kind }) => {
      return kind === "import-statement" && groups.get(path) !== group;
    });
    for (const key of crossing.flatMap(({ path }) => modules.exports[path].map((name) => `${path} ${name}`))) {
      if (!names.has(key)) names.set(key, `$${names.size.toString(36)}`);
    }
  }
  return { modules, groups, names };
}

/** What a bundle exports: all of the module it is named after, and what others import of the rest. */
const entryOf = (/** @type {string} */ group, /** @type {Plan} */ { modules, groups, names }) => {
  const lines = group === "main" ? ['import "./main.js";'] : [];
  for (const module of [...groups.keys()].filter((each) => groups.get(each) === group)) {
    const exported = modules.exports[module];
    const short = exported.flatMap((name) => {
      const alias = names.get(`${module} ${name}`);
      return alias ? [`${name} as ${alias}`] : [];
    });
    const plain = group !== "main" && nameOf(module) === group && isLazy(module, modules.graph) ? exported : [];
    if (short.length + plain.length) lines.push(`export { ${[...plain, ...short].join(", ")} } from "./${module}";`);
  }
  return lines.join("\n");
};

/** @param {string} module @param {Graph} graph */
const isLazy = (module, graph) =>
  Object.values(graph).some(({ imports }) =>
    imports.some(({ path, kind }) => path === module && kind === "dynamic-import"),
  );

/**
 * Imports of modules of other bundles become imports of those.
 * @param {string} group
 * @param {Plan} plan
 * @returns {import("esbuild").Plugin}
 */
const others = (group, { modules, groups, names }) => ({
  name: "others",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bundle:/ }, ({ path: found }) => ({ path: `./${found.slice(7)}`, external: true }));
    onResolve({ filter: /^\./ }, ({ path: asked, resolveDir, kind }) => {
      const module = path.relative(JS, path.resolve(resolveDir, asked)).split(path.sep).join("/");
      const other = groups.get(module) ?? group;
      if (other === group) return null;
      if (kind !== "dynamic-import") return { path: module, namespace: "others" };
      assert.equal(nameOf(module), other, `${module} is loaded lazily, and has no bundle of its own`);
      return { path: `./${fileOf(other)}`, external: true };
    });
    onLoad({ filter: /.*/, namespace: "others" }, ({ path: module }) => {
      const list = modules.exports[module].map((name) => `${names.get(`${module} ${name}`)} as ${name}`);
      return { contents: `export { ${list.join(", ")} } from "bundle:${fileOf(groups.get(module) ?? "")}";` };
    });
  },
});

/**
 * @param {string} file
 * @param {string} contents a script or a style sheet that imports others
 * @param {import("esbuild").BuildOptions} [options]
 * @returns {Promise<Map<string, string>>} the file and its source map
 */
async function made(file, contents, options) {
  const loader = file.endsWith(".css") ? "css" : "js";
  const { outputFiles = [] } = await build({
    ...OPTIONS,
    ...options,
    absWorkingDir: ROOT,
    outfile: path.join(ROOT, "build", file),
    // The name of a real file would mean that file.
    stdin: { contents, loader, resolveDir: path.join(STATIC, loader), sourcefile: "bundle" },
  });
  return new Map(outputFiles.map((each) => [path.basename(each.path), each.text]));
}

/** @param {Plan} plan @returns {Promise<Map<string, string>>} all scripts */
async function scripts(plan) {
  const groups = [...new Set(plan.groups.values())];
  const bundles = groups.map((group) => made(fileOf(group), entryOf(group, plan), { plugins: [others(group, plan)] }));
  // A page for frames starts nothing of the site: it has a bundle of its own, and shares only the languages.
  const alone = new Map(
    [...plan.groups].filter(([module]) => module.startsWith("i18n/") && module !== "i18n/index.js"),
  );
  const embed = made(fileOf("embed"), `import "./${EMBED}";`, {
    plugins: [others("embed", { ...plan, groups: alone })],
  });
  const worker = made(fileOf("worker"), `import "./${WORKER}";`);
  const boot = made(fileOf("boot"), 'import "./boot.js";', { format: "iife" });
  return merged(await Promise.all([...bundles, embed, worker, boot]));
}

/** @param {Map<string, string>[]} maps @returns {Map<string, string>} */
const merged = (maps) => new Map(maps.flatMap((map) => [...map]));

/** @param {string} name @param {readonly string[]} sheets */
const style = (name, sheets) => {
  const contents = sheets.map((sheet) => `@import "./${sheet}.css";`).join("\n");
  return made(fileOf(name, "css"), contents);
};

/**
 * The bundles that a page needs at once.
 * @param {string} page
 * @param {Plan} plan
 */
function neededBy(page, { modules, groups }) {
  const needed = new Set([groups.get(`pages/${page}.js`)]);
  for (const group of needed) {
    for (const [module, own] of groups) {
      if (own !== group) continue;
      for (const { path, kind } of modules.graph[module].imports) {
        if (kind === "import-statement") needed.add(groups.get(path));
      }
    }
  }
  needed.delete("main");
  return /** @type {string[]} */ ([...needed]).sort();
}

/**
 * The HTML files and the service worker, and which page has which file.
 * @param {Plan} plan
 * @param {string[]} assets
 */
function pages(plan, assets) {
  const html = read("index.html");
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Record<string, string>} */
  const shells = {};
  for (const [address, page] of ROUTES) {
    const name = address === "/" ? "index.html" : `${page}.html`;
    shells[address.split("/")[1]] = name;
    const own = { ...COMMON, ...ENGINE_ADDRESSES, "/static/js/main.js": addressOf("main") };
    const preload = neededBy(page, plan).map((group) => addressOf(group));
    files.set(name, bundled(html, { style: addressOf("style", "css"), lazy: SHEETS, scripts: own, preload }));
  }
  const own = { ...COMMON, [`/static/js/${EMBED}`]: addressOf("embed") };
  files.set("embed.html", bundled(read("embed.html"), { style: addressOf("embed", "css"), scripts: own }));
  files.set("sw.js", workerFor(read("sw.js"), assets));
  return { files, shells };
}

/** The same for the same sources; `hexmate.web.bundle` computes it too. */
function sourcesHash() {
  const names = /** @type {string[]} */ (readdirSync(STATIC, { recursive: true }))
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => /\.(js|css|html|wasm)$/.test(name))
    .sort();
  const hash = createHash("sha256");
  for (const name of names) {
    const content = createHash("sha256").update(readFileSync(path.join(STATIC, name)));
    hash.update(`${name} ${content.digest("hex")}\n`);
  }
  return hash.digest("hex");
}

/** @param {string} folder */
async function main(folder) {
  const plan = planOf(await readModules());
  const sheets = sheetsOf(read("index.html"));
  const assets = merged([
    await scripts(plan),
    await style("style", [...sheets, ...SHEETS]),
    await style("embed", sheetsOf(read("embed.html"))),
  ]);
  const packed = new Map(ENGINE.map(({ file }) => [packedName(file), gzipSync(readFileSync(file), { level: 9 })]));
  const kept = [...assets.keys(), ...packed.keys()].filter((name) => !name.endsWith(".map")).sort();
  const { files, shells } = pages(
    plan,
    kept.map((name) => `/static/assets/${name}`),
  );
  for (const [name, text] of assets) files.set(`assets/${name}`, text);
  files.set("manifest.json", `${JSON.stringify({ sources: sourcesHash(), shells }, null, 2)}\n`);
  const sum = createHash("sha256").update([...files].flat().join("\0"));
  for (const body of packed.values()) sum.update(body);
  const hash = sum.digest("hex").slice(0, HASH.length);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "assets"), { recursive: true });
  for (const [name, text] of files) {
    const file = path.join(folder, name.replace(HASH, hash));
    const body = text.replaceAll(HASH, hash);
    writeFileSync(file, body);
    // The server sends these as they are. Names with a hash never change, so the two always agree.
    if (name.includes(HASH)) writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
  for (const [name, body] of packed) writeFileSync(path.join(folder, "assets", name.replace(HASH, hash)), body);
  console.log(`${kept.length} bundles, ${hash}, in ${folder}`);
}

await main(process.argv[2] ?? path.join(ROOT, "build", "bundle"));
