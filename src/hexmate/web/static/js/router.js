/**
 * Maps addresses to pages. Pages are loaded on the first visit; links inside the site change the
 * page without reloading the site.
 *
 * A page is a module of `pages/` whose default export creates it: `(context) => Page`.
 */

import { BASE, pathOf } from "./base.js";
import { pause } from "./ui/dom.js";
import { isRenewed } from "./update.js";

/** @typedef {{params: Record<string, string>, query: URLSearchParams, navigate: (path: string) => void}} Context */
/**
 * @typedef {object} Page
 * @property {string} title of the document
 * @property {HTMLElement} node
 * @property {"text" | "wide" | "game"} [layout] a column of text, the whole width, or the whole window
 * @property {"menu" | "play"} [music] `play` is the default for the layout `game`
 * @property {() => void} [destroy] called when the user leaves the page
 */
/** @typedef {{page: string, params: Record<string, string>}} Match */

/** @type {readonly [string, string][]} an address and its module of `pages/` */
export const ROUTES = [
  ["/", "start"],
  ["/play", "setup"],
  ["/game/:id", "game"],
  ["/watch", "watch"],
  ["/watch/:id", "watch"],
  ["/analyse", "analyse"],
  ["/puzzles", "puzzles"],
  ["/library", "library"],
  ["/library/:id", "library"],
  ["/rules", "rules"],
  ["/swap", "swap"],
  ["/settings", "settings"],
  ["/about", "about"],
];

/** @type {Record<string, () => Promise<{default: (context: Context) => Page | Promise<Page>}>>} */
const MODULES = {
  start: () => import("./pages/start.js"),
  setup: () => import("./pages/setup.js"),
  game: () => import("./pages/game.js"),
  watch: () => import("./pages/watch.js"),
  analyse: () => import("./pages/analyse.js"),
  puzzles: () => import("./pages/puzzles.js"),
  library: () => import("./pages/library.js"),
  rules: () => import("./pages/rules.js"),
  swap: () => import("./pages/swap.js"),
  settings: () => import("./pages/settings.js"),
  about: () => import("./pages/about.js"),
};

/**
 * @param {string} path
 * @returns {Match | null}
 */
export function match(path) {
  const parts = path.split("/").filter(Boolean);
  for (const [pattern, page] of ROUTES) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(":")) return part === parts[i];
      params[part.slice(1)] = parts[i];
      return true;
    });
    if (fits) return { page, params };
  }
  return null;
}

/**
 * @typedef {object} Stage where pages are shown
 * @property {() => void} wait a page takes long to load
 * @property {(page: Page, path: string, first: boolean) => void} show
 * @property {(problem: "missing" | "failed", retry: () => void, reason?: string) => Page} problem the page for an
 *   unknown address, or for a page that failed to load
 */

/** Milliseconds after which a page that is not there yet needs words. */
const SLOW = 150;

/**
 * Start showing pages for addresses.
 * @param {Stage} stage
 */
export function startRouter(stage) {
  /** @type {Page | null} */
  let current = null;
  let visit = 0;

  /** @param {boolean} first */
  async function show(first) {
    visit += 1;
    const mine = visit;
    const slow = setTimeout(() => mine === visit && stage.wait(), SLOW);
    const page = await load();
    await pause();
    clearTimeout(slow);
    // A later visit may have finished first.
    if (mine !== visit) return page.destroy?.();
    current?.destroy?.();
    current = page;
    stage.show(page, BASE + pathOf(location.pathname).replace(/(.)\/$/, "$1"), first);
  }

  /** @returns {Promise<Page>} */
  async function load() {
    const found = match(pathOf(location.pathname));
    if (!found) return stage.problem("missing", () => navigate("/"));
    try {
      const module = await MODULES[found.page]();
      return await module.default({
        params: found.params,
        query: new URLSearchParams(location.search),
        navigate,
      });
    } catch (error) {
      console.error(error);
      if (await isRenewed()) location.reload();
      // Browsers remember a module that failed to load; only a reload requests it again.
      return stage.problem("failed", () => location.reload(), await reasonOf(error));
    }
  }

  /** @param {string} path */
  function navigate(path) {
    history.pushState(null, "", BASE + path);
    void show(false);
  }

  function refresh() {
    return show(true);
  }

  document.addEventListener("click", (event) => {
    const path = localLink(event);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  });
  addEventListener("popstate", () => void show(false));
  void refresh();
  return { navigate, refresh };
}

/**
 * The address of a link inside the site that was clicked without modifiers, or null.
 * @param {MouseEvent} event
 */
function localLink(event) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return null;
  const elsewhere = link.target || link.hasAttribute("download") || link.origin !== location.origin;
  const onThisPage = link.hash && link.pathname === location.pathname;
  const path = pathOf(link.pathname);
  if (elsewhere || onThisPage || !match(path)) return null;
  return path + link.search + link.hash;
}

/** Why the server did not answer a page; empty if that is not known. @param {unknown} error */
async function reasonOf(error) {
  if (!(error instanceof Error && "code" in error)) return "";
  const { errorText } = await import("./net/error-text.js");
  return errorText(error);
}
