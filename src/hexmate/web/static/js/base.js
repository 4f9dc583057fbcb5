/** Where the site is: at the root of its host, or under a path, as an exported site may be. */

/** The path before all addresses of the site, without a slash at its end. Read now: `src` follows the address bar. */
export const BASE = baseOf(globalThis.document);

/** The path of a page, whatever the path before it: `/play`. @param {string} pathname */
export const pathOf = (pathname) => (pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : "/");

/** Whether a server answers under /api; an exported site has none. */
export const HAS_SERVER = globalThis.document?.documentElement.dataset.server !== "none";

/** Where the engine's worker and its files are, if the page names them. Read now, for the same reason. */
export const ENGINE_FILES = engineFiles(globalThis.document);

/** @param {Document | undefined} page */
function engineFiles(page) {
  const script = /** @type {HTMLElement | null | undefined} */ (page?.querySelector("script[data-engine]"));
  if (!script) return null;
  const at = (/** @type {string} */ name) => new URL(script.dataset[name] ?? "", page?.baseURI).href;
  const weights = { medium: at("medium"), small: at("small"), tiny: at("tiny") };
  return { worker: at("engine"), module: at("module"), weights, human: at("human") };
}

/** @param {Document | undefined} page */
function baseOf(page) {
  const script = /** @type {HTMLScriptElement | null | undefined} */ (page?.querySelector("script[data-en]"));
  return script?.src ? new URL("../..", script.src).pathname.replace(/\/$/, "") : "";
}
