/** Which bundle a module of the pages goes into. */

/** @typedef {Record<string, {imports: {path: string, kind: string}[]}>} Graph modules and what they import */

/** What the first bundle holds: the shell and the start page. */
const FIRST = ["main.js", "pages/start.js"];

/** The bundles that hold what several pages use, by the first of these pages that does. */
const SHARED = /** @type {const} */ ([
  ["pages/setup.js", "main"],
  ["pages/game.js", "views"],
]);
const SHARED_BY_OTHERS = "records";

/**
 * The bundle of each module: `main`, the bundle of the only page that uses it, or a shared one. What a module imports
 * is used by the same pages and perhaps more, so that bundles import each other in one direction only.
 * @param {Graph} graph
 * @returns {Map<string, string>}
 */
export function groupsOf(graph) {
  const first = reached(graph, FIRST);
  /** @type {Map<string, string[]>} */
  const users = new Map();
  for (const root of lazyModules(graph)) {
    for (const module of reached(graph, [root])) users.set(module, [...(users.get(module) ?? []), root]);
  }
  const modules = [...new Set([...first, ...users.keys()])].sort();
  return new Map(modules.map((module) => [module, first.has(module) ? "main" : bundleFor(users.get(module) ?? [])]));
}

/** @param {string[]} users the lazily loaded modules that need a module */
function bundleFor(users) {
  if (users.length === 1) return nameOf(users[0]);
  return SHARED.find(([page]) => users.includes(page))?.[1] ?? SHARED_BY_OTHERS;
}

/** The bundle of a lazily loaded module. @param {string} module */
export const nameOf = (module) => module.replace(/^.*\/|\.js$/g, "");

/** The modules that are imported when they are needed. @param {Graph} graph */
function lazyModules(graph) {
  const lazy = Object.values(graph)
    .flatMap(({ imports }) => imports)
    .filter(({ kind }) => kind === "dynamic-import")
    .map(({ path }) => path);
  return [...new Set(lazy)].sort();
}

/** These modules and all that they import at once. @param {Graph} graph @param {readonly string[]} roots */
export function reached(graph, roots) {
  const found = new Set(roots);
  for (const module of found) {
    for (const { path, kind } of graph[module].imports) if (kind === "import-statement") found.add(path);
  }
  return found;
}
