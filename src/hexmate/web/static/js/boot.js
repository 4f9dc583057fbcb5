// Runs before the first paint, so that dark themes do not flash white. A plain script, because a
// module would wait for the whole page. `settings.js` defines what is stored.
(() => {
  const root = document.documentElement;
  const files = document.currentScript?.dataset ?? {};
  const addressOf = (/** @type {string | undefined} */ file) => new URL(file ?? "", document.baseURI).href;
  const kept = stored("hexmate.settings", {});
  if (typeof kept.theme === "string") root.dataset.theme = kept.theme;
  if (typeof kept.stones === "string") root.dataset.stones = kept.stones;
  fetchTexts();
  addEventListener("error", explain, true);
  startEngine();

  /** @param {string} name @param {any} fallback */
  function stored(name, fallback) {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null") ?? fallback;
    } catch {
      return fallback;
    }
  }

  // The texts are fetched beside the first module, which imports them later. `chooseLanguage` says which.
  function fetchTexts() {
    if (!files.en) return;
    const wanted = [kept.language, ...navigator.languages].map((tag) => String(tag).toLowerCase().split("-")[0]);
    const href = files[wanted.find((tag) => tag in files) ?? "en"] ?? "";
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }

  // Where it is an engine's turn, that loads beside the modules of the page, which use its worker later
  // (`engine/early.js`). Its files are on their way before the worker is.
  function startEngine() {
    const player = storedEngine();
    if (!player || !files.engine || typeof Worker !== "function") return;
    const people = /^(human|level:n=([1-9]|10)$)/.test(player);
    const addresses = (people ? [files.human, files.module] : [files.module]).map(addressOf);
    const responses = addresses.map((address) => fetch(address));
    const worker = new Worker(addressOf(files.engine), { type: "module" });
    worker.postMessage({ type: "files", addresses });
    responses.forEach((response, at) => {
      const send = (/** @type {ArrayBuffer | null} */ bytes) =>
        worker.postMessage({ type: "file", address: addresses[at], bytes }, bytes ? [bytes] : []);
      response.then((found) => (found.ok ? found.arrayBuffer() : null)).then(send, () => send(null));
    });
    // The page then starts another one, and says what is wrong.
    worker.onerror = () => Object.assign(globalThis, { hexmateWorker: null });
    Object.assign(globalThis, { hexmateWorker: worker });
  }

  // The engine that is to move in the stored game at this address, if one is. Its turn goes by the number of moves,
  // swaps included.
  function storedEngine() {
    if (!/\/game\/local\/?$/.test(location.pathname)) return null;
    const number = Number(new URLSearchParams(location.search).get("game") ?? 1);
    const games = [stored("hexmate.local", [])].flat();
    const game = games.find((each) => (each?.number ?? 1) === number && !each?.resigned);
    return game?.engines?.[game.moves?.length % 2 ? "white" : "black"];
  }

  // Without its first module a page would say "Loading" for ever. Its texts may be missing as well.
  /** @param {ErrorEvent} event */
  function explain({ target }) {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", showReason);
    else showReason();
  }

  function showReason() {
    const reasons =
      location.protocol === "file:"
        ? [
            "Browsers do not run these pages from a folder. Run “python -m http.server” in it and open localhost:8000.",
            "Les navigateurs n’affichent pas ces pages depuis un dossier. Lancez-y « python -m http.server » " +
              "et ouvrez localhost:8000.",
          ]
        : [
            "The page could not be loaded. Check your connection and reload it.",
            "La page n’a pas pu être chargée. Vérifiez votre connexion et rechargez-la.",
          ];
    const [english, french] = reasons.map((textContent) =>
      Object.assign(document.createElement("p"), { className: "loading", textContent }),
    );
    french.lang = "fr";
    document.querySelector(".loading")?.replaceWith(english, french);
  }
})();
