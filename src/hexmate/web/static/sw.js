/**
 * Makes the site work offline: it keeps a copy of every file of the front end. Online, the newest
 * files are always used; when one file has changed, all of them are fetched again, so that the
 * offline copy is consistent. The files of a bundle never change; a new bundle has a new list of files, and so brings
 * a new worker.
 */

/// <reference lib="webworker" />

const CACHE = "hexmate-1";
/** Milliseconds to wait for a slow network before the kept copy is used. */
const PATIENCE = 3000;
/** Milliseconds in which the files are fetched at most once. */
const REST = 20_000;
/** Files whose names change with their contents: a copy is never out of date. */
const HASHED = "/static/assets/";
/** Where other programs send records and links; the page fetches what came from there, once. */
const SHARED = "/share";
/** The larger networks of the engine; where the browser is to save data, they are kept when a page asks for them. */
const LARGE = /\/(human|small)[-.][^/]*hexnet/;
/** What only some visitors need: it is kept once a page has asked for it. */
const ON_DEMAND = /\/medium[-.][^/]*hexnet/;

/** Every file of the front end; written by tools/offline_files.py. */
const FILES = [
  "/",
  "/manifest.webmanifest",
  "/static/css/analyse.css",
  "/static/css/api-docs.css",
  "/static/css/base.css",
  "/static/css/board.css",
  "/static/css/controls.css",
  "/static/css/explorer.css",
  "/static/css/game.css",
  "/static/css/library.css",
  "/static/css/online.css",
  "/static/css/pages.css",
  "/static/css/play.css",
  "/static/css/puzzles.css",
  "/static/css/review.css",
  "/static/css/setup.css",
  "/static/css/share.css",
  "/static/css/shell.css",
  "/static/css/study.css",
  "/static/css/swap.css",
  "/static/css/tasks.css",
  "/static/css/tokens.css",
  "/static/engine/hexmate.wasm",
  "/static/icons/hexmate-maskable.svg",
  "/static/icons/hexmate-turn.svg",
  "/static/icons/hexmate.svg",
  "/static/icons/icon-192.png",
  "/static/icons/icon-512.png",
  "/static/icons/maskable-192.png",
  "/static/icons/maskable-512.png",
  "/static/icons/touch-180.png",
  "/static/js/base.js",
  "/static/js/board/compass.js",
  "/static/js/board/geometry.js",
  "/static/js/board/gestures.js",
  "/static/js/board/heat.js",
  "/static/js/board/index.js",
  "/static/js/board/input.js",
  "/static/js/board/layers.js",
  "/static/js/board/orientation.js",
  "/static/js/board/render.js",
  "/static/js/board/shapes.js",
  "/static/js/board/state.js",
  "/static/js/board/zoom.js",
  "/static/js/book/swap-map-data.js",
  "/static/js/book/swap-maps.js",
  "/static/js/boot.js",
  "/static/js/engine/accelerated.js",
  "/static/js/engine/analysis.js",
  "/static/js/engine/boards.js",
  "/static/js/engine/client.js",
  "/static/js/engine/core.js",
  "/static/js/engine/desk.js",
  "/static/js/engine/early.js",
  "/static/js/engine/files.js",
  "/static/js/engine/gpu/accelerator.js",
  "/static/js/engine/gpu/calibration.js",
  "/static/js/engine/gpu/device.js",
  "/static/js/engine/gpu/kernels.js",
  "/static/js/engine/gpu/network.js",
  "/static/js/engine/gpu/packing.js",
  "/static/js/engine/gpu/weights.js",
  "/static/js/engine/health.js",
  "/static/js/engine/helpers.js",
  "/static/js/engine/hint.js",
  "/static/js/engine/human.js",
  "/static/js/engine/levels.js",
  "/static/js/engine/mover.js",
  "/static/js/engine/nets.js",
  "/static/js/engine/network-choice.js",
  "/static/js/engine/offers.js",
  "/static/js/engine/openings.js",
  "/static/js/engine/people.js",
  "/static/js/engine/players.js",
  "/static/js/engine/python-random.js",
  "/static/js/engine/relaxed-module.js",
  "/static/js/engine/review.js",
  "/static/js/engine/searches.js",
  "/static/js/engine/solving.js",
  "/static/js/engine/specs.js",
  "/static/js/engine/stopping.js",
  "/static/js/engine/worker.js",
  "/static/js/game/attention.js",
  "/static/js/game/chat.js",
  "/static/js/game/clock.js",
  "/static/js/game/confirm.js",
  "/static/js/game/edit.js",
  "/static/js/game/first.js",
  "/static/js/game/invites.js",
  "/static/js/game/kept.js",
  "/static/js/game/line.js",
  "/static/js/game/local.js",
  "/static/js/game/model.js",
  "/static/js/game/outbox.js",
  "/static/js/game/pacing.js",
  "/static/js/game/picture.js",
  "/static/js/game/record.js",
  "/static/js/game/rights.js",
  "/static/js/game/session.js",
  "/static/js/game/setup.js",
  "/static/js/game/state.js",
  "/static/js/game/to-server.js",
  "/static/js/game/tree.js",
  "/static/js/game/walk.js",
  "/static/js/game/way.js",
  "/static/js/i18n/en.js",
  "/static/js/i18n/en/errors.js",
  "/static/js/i18n/en/level.js",
  "/static/js/i18n/en/online.js",
  "/static/js/i18n/en/play.js",
  "/static/js/i18n/en/puzzles.js",
  "/static/js/i18n/en/share.js",
  "/static/js/i18n/en/study.js",
  "/static/js/i18n/en/swap.js",
  "/static/js/i18n/en/tasks.js",
  "/static/js/i18n/fr.js",
  "/static/js/i18n/fr/errors.js",
  "/static/js/i18n/fr/level.js",
  "/static/js/i18n/fr/online.js",
  "/static/js/i18n/fr/play.js",
  "/static/js/i18n/fr/puzzles.js",
  "/static/js/i18n/fr/share.js",
  "/static/js/i18n/fr/study.js",
  "/static/js/i18n/fr/swap.js",
  "/static/js/i18n/fr/tasks.js",
  "/static/js/i18n/index.js",
  "/static/js/level/estimate.js",
  "/static/js/level/finished.js",
  "/static/js/level/history.js",
  "/static/js/level/scale.js",
  "/static/js/library/exchange.js",
  "/static/js/library/explorer-rows.js",
  "/static/js/library/explorer.js",
  "/static/js/library/game-graph.js",
  "/static/js/library/numbers.js",
  "/static/js/library/openings.js",
  "/static/js/library/search.js",
  "/static/js/library/thumbnail.js",
  "/static/js/library/words.js",
  "/static/js/main.js",
  "/static/js/net/api.js",
  "/static/js/net/error-text.js",
  "/static/js/net/fair-play.js",
  "/static/js/net/me.js",
  "/static/js/net/socket.js",
  "/static/js/pages/about.js",
  "/static/js/pages/analyse.js",
  "/static/js/pages/game.js",
  "/static/js/pages/library.js",
  "/static/js/pages/puzzles.js",
  "/static/js/pages/rules.js",
  "/static/js/pages/settings.js",
  "/static/js/pages/setup.js",
  "/static/js/pages/start.js",
  "/static/js/pages/swap.js",
  "/static/js/pages/watch.js",
  "/static/js/puzzles/attempt.js",
  "/static/js/puzzles/catalogue.js",
  "/static/js/puzzles/glicko.js",
  "/static/js/puzzles/hint.js",
  "/static/js/puzzles/progress.js",
  "/static/js/puzzles/puzzle.js",
  "/static/js/puzzles/view.js",
  "/static/js/records/position.js",
  "/static/js/records/reading.js",
  "/static/js/records/sgf.js",
  "/static/js/router.js",
  "/static/js/rules/board.js",
  "/static/js/rules/names.js",
  "/static/js/rules/position.js",
  "/static/js/rules/swap.js",
  "/static/js/settings.js",
  "/static/js/setup/advice.js",
  "/static/js/setup/clock.js",
  "/static/js/setup/computers.js",
  "/static/js/setup/local-game.js",
  "/static/js/setup/more.js",
  "/static/js/setup/options.js",
  "/static/js/setup/players.js",
  "/static/js/setup/presets.js",
  "/static/js/setup/size.js",
  "/static/js/share/dialog.js",
  "/static/js/share/embed.js",
  "/static/js/share/hexworld.js",
  "/static/js/share/packed.js",
  "/static/js/share/picture.js",
  "/static/js/shell.js",
  "/static/js/sound/button.js",
  "/static/js/sound/effects.js",
  "/static/js/sound/engine.js",
  "/static/js/sound/index.js",
  "/static/js/sound/music.js",
  "/static/js/sound/pieces.js",
  "/static/js/sound/tones.js",
  "/static/js/sound/volume.js",
  "/static/js/storage.js",
  "/static/js/store.js",
  "/static/js/study/analysis.js",
  "/static/js/study/annotate.js",
  "/static/js/study/comment-panel.js",
  "/static/js/study/device-settings.js",
  "/static/js/study/draw-panel.js",
  "/static/js/study/engine-settings.js",
  "/static/js/study/engine.js",
  "/static/js/study/eval-bar.js",
  "/static/js/study/exact-overlays.js",
  "/static/js/study/explorer-panel.js",
  "/static/js/study/graph.js",
  "/static/js/study/handoff.js",
  "/static/js/study/learn-view.js",
  "/static/js/study/learn.js",
  "/static/js/study/lines.js",
  "/static/js/study/links.js",
  "/static/js/study/mistakes.js",
  "/static/js/study/notes.js",
  "/static/js/study/opening.js",
  "/static/js/study/overlays.js",
  "/static/js/study/panel.js",
  "/static/js/study/panels.js",
  "/static/js/study/playout.js",
  "/static/js/study/preferences.js",
  "/static/js/study/problems.js",
  "/static/js/study/received.js",
  "/static/js/study/review-store.js",
  "/static/js/study/review-view.js",
  "/static/js/study/review.js",
  "/static/js/study/setup-panel.js",
  "/static/js/study/setup.js",
  "/static/js/study/solve-view.js",
  "/static/js/study/solve.js",
  "/static/js/study/tabs.js",
  "/static/js/study/tools.js",
  "/static/js/study/treeview.js",
  "/static/js/tasks/attempt.js",
  "/static/js/tasks/progress.js",
  "/static/js/tasks/solver.js",
  "/static/js/tasks/tasks.js",
  "/static/js/tasks/view.js",
  "/static/js/ui/controls.js",
  "/static/js/ui/dialog.js",
  "/static/js/ui/dom.js",
  "/static/js/ui/focus.js",
  "/static/js/ui/haptics.js",
  "/static/js/ui/icon.js",
  "/static/js/ui/menu.js",
  "/static/js/ui/moving.js",
  "/static/js/ui/notification.js",
  "/static/js/ui/number.js",
  "/static/js/ui/styles.js",
  "/static/js/ui/tab.js",
  "/static/js/ui/toast.js",
  "/static/js/update.js",
  "/static/js/views/absence.js",
  "/static/js/views/actions.js",
  "/static/js/views/attention.js",
  "/static/js/views/chat.js",
  "/static/js/views/film.js",
  "/static/js/views/game-actions.js",
  "/static/js/views/game-notices.js",
  "/static/js/views/game.js",
  "/static/js/views/guide.js",
  "/static/js/views/moves.js",
  "/static/js/views/muted.js",
  "/static/js/views/next-level.js",
  "/static/js/views/notices.js",
  "/static/js/views/pane.js",
  "/static/js/views/players.js",
  "/static/js/views/replay.js",
  "/static/js/views/saving.js",
  "/static/js/views/shortcuts.js",
  "/static/js/views/status.js",
  "/static/js/views/terms.js",
  "/static/js/views/view.js",
  "/static/js/words.js",
  "/static/puzzles/grade-1-1.jsonl.gz",
  "/static/puzzles/grade-1-2.jsonl.gz",
  "/static/puzzles/grade-1-3.jsonl.gz",
  "/static/puzzles/grade-1-4.jsonl.gz",
  "/static/puzzles/grade-1-5.jsonl.gz",
  "/static/puzzles/grade-2-1.jsonl.gz",
  "/static/puzzles/grade-2-2.jsonl.gz",
  "/static/puzzles/grade-2-3.jsonl.gz",
  "/static/puzzles/grade-2-4.jsonl.gz",
  "/static/puzzles/grade-2-5.jsonl.gz",
  "/static/puzzles/grade-3-1.jsonl.gz",
  "/static/puzzles/grade-3-2.jsonl.gz",
  "/static/puzzles/grade-3-3.jsonl.gz",
  "/static/puzzles/grade-3-4.jsonl.gz",
  "/static/puzzles/grade-3-5.jsonl.gz",
  "/static/puzzles/grade-3-6.jsonl.gz",
  "/static/puzzles/grade-4-1.jsonl.gz",
  "/static/puzzles/grade-4-2.jsonl.gz",
  "/static/puzzles/grade-4-3.jsonl.gz",
  "/static/puzzles/grade-4-4.jsonl.gz",
  "/static/puzzles/grade-5-1.jsonl.gz",
  "/static/puzzles/grade-5-2.jsonl.gz",
  "/static/puzzles/index.json",
  "/static/engine/human.hexnet",
  "/static/engine/medium.hexnet",
  "/static/engine/small.hexnet",
  "/static/engine/tiny.hexnet",
];

/** The first parts of the pages' addresses; the shell serves them all. Other addresses are left to the server. */
const PAGES = ["", "play", "game", "watch", "analyse", "puzzles", "library", "rules", "swap", "settings", "about"];

/** The path before all addresses: an exported site may be anywhere on its host. */
const BASE = new URL(".", location.href).pathname.slice(0, -1);

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
let refreshed = 0;

worker.addEventListener("install", (event) => {
  event.waitUntil(fetchAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteOld().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const inside = url.origin === location.origin && url.pathname.startsWith(`${BASE}/`);
  if (!inside) return;
  const path = url.pathname.slice(BASE.length);
  if (path === SHARED && event.request.method === "POST") event.respondWith(receive(event.request));
  if (event.request.method !== "GET") return;
  if (path === SHARED && event.request.mode !== "navigate") event.respondWith(handOver());
  if (isKept(path)) event.respondWith(answer(event, path));
  else if (event.request.mode === "navigate" && isPage(path)) event.respondWith(page(event, url, path));
});

/** Keep what another program shares, and open the page that shows it. @param {Request} request */
async function receive(request) {
  const form = await request.formData();
  const files = /** @type {File[]} */ (form.getAll("records").filter((each) => each instanceof File && each.size));
  const texts = files.length ? await Promise.all(files.map((file) => file.text())) : [linkOf(form)];
  const cache = await caches.open(CACHE);
  await cache.put(BASE + SHARED, new Response(texts.join("\n")));
  return Response.redirect(`${BASE}/analyse?from=share`, 303);
}

/** What was shared, or nothing; the copy is deleted. */
async function handOver() {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(BASE + SHARED);
  await cache.delete(BASE + SHARED);
  return kept ?? new Response("");
}

/** The link or text of what was shared. Many programs put a link into the text. @param {FormData} form */
function linkOf(form) {
  const found = ["url", "text", "title"].map((name) => String(form.get(name) ?? "").trim());
  const own = found
    .join("\n")
    .split(/\s+/)
    .find((word) => word.startsWith(`${location.origin}/`));
  return own ?? found.find(Boolean) ?? "";
}

// A notification on a phone: back to its game.
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data?.path ?? `${BASE}/`)));
});

/** Show the page of a path, in its own tab if it has one. @param {string} path */
async function openPage(path) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const there = windows.find((client) => new URL(client.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}

/** Whether an address is that of a page. @param {string} path */
const isPage = (path) => PAGES.includes(path.split("/")[1]);

/**
 * The page of a path: the shell of all pages, or its own in an exported site. That one is a folder, and the addresses
 * in it are relative, so it needs the slash at its end.
 * @param {FetchEvent} event
 * @param {URL} url
 * @param {string} path
 */
function page(event, url, path) {
  const own = path.replace(/\/?$/, "/");
  if (!FILES.includes(own)) return answer(event, "/");
  return own === path ? answer(event, own) : Response.redirect(BASE + own + url.search);
}

/** Whether a copy of an address is kept. @param {string} path */
function isKept(path) {
  return path.startsWith("/static/") || path === "/manifest.webmanifest" || path === "/api/about";
}

/**
 * The newest response, or the kept one when the network is slow or gone.
 * @param {FetchEvent} event
 * @param {string} key under which the copy is kept
 */
async function answer(event, key) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(BASE + key);
  if (kept && key.startsWith(HASHED)) return kept;
  const fresh = fetch(event.request).then((response) => {
    // The page of a game has a preview of its own; the copy for all pages is that of the start page.
    const own = new URL(event.request.url).pathname === BASE + key;
    if (response.ok && own) event.waitUntil(keep(key, response.clone()));
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return /** @type {Promise<Response>} */ (Promise.race([fresh, late]).catch(() => kept.clone()));
}

/**
 * Keep a response; if it differs from its copy, the site has changed.
 * @param {string} key
 * @param {Response} response
 */
async function keep(key, response) {
  const cache = await caches.open(CACHE);
  const before = await cache.match(BASE + key);
  await cache.put(BASE + key, response.clone());
  if (before && changed(before, response)) await refresh();
}

/** @param {Response} kept @param {Response} fresh */
function changed(kept, fresh) {
  const [before, now] = [kept, fresh].map((response) => response.headers.get("ETag"));
  return fresh.url.includes("/static/") && before !== now;
}

/** Fetch every file again; responses already on their way then do not cause another round. */
async function refresh() {
  if (refreshed + REST > Date.now()) return;
  refreshed = Date.now();
  await fetchAll();
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  // Bypass the browser's own cache, which may be older than the files on the server.
  const mode = (/** @type {string} */ path) => (path.startsWith(HASHED) ? "default" : "no-cache");
  // In a new bundle the file has another name.
  const demanded = (await cache.keys()).some(({ url }) => ON_DEMAND.test(url));
  const isWanted = (/** @type {string} */ path) =>
    ON_DEMAND.test(path) ? demanded : !(savesData() && LARGE.test(path));
  const files = FILES.filter(isWanted);
  await cache.addAll(files.map((path) => new Request(BASE + path, { cache: mode(path) })));
}

/** Whether the browser is to save data. */
const savesData = () => /** @type {any} */ (worker.navigator).connection?.saveData === true;

/** Delete the caches and the files of earlier versions. */
async function deleteOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => {
    const path = new URL(url).pathname.slice(BASE.length);
    return path.startsWith("/static/") && !FILES.includes(path);
  });
  await Promise.all(old.map((request) => cache.delete(request)));
}
