// Runs before the first paint, so that dark themes do not flash white. A plain script, because a
// module would wait for the whole page. `settings.js` defines what is stored.
(() => {
  const root = document.documentElement;
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("hexmate.settings") ?? "{}") ?? {};
  } catch {
    // The defaults of the page.
  }
  if (typeof kept.theme === "string") root.dataset.theme = kept.theme;
  if (typeof kept.stones === "string") root.dataset.stones = kept.stones;

  // The texts are fetched beside the first module, which imports them later. `chooseLanguage` says which.
  const texts = document.currentScript?.dataset ?? {};
  const wanted = [kept.language, ...navigator.languages].map((tag) => String(tag).toLowerCase().split("-")[0]);
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = texts[wanted.find((tag) => tag in texts) ?? "en"] ?? "";
  if (texts.en) document.head.append(link);

  // Without its first module a page would say "Loading" for ever. The texts may be missing as well.
  const reasons = {
    file: [
      "Browsers do not run these pages from a folder. Run “python -m http.server” in it and open localhost:8000.",
      "Les navigateurs n’affichent pas ces pages depuis un dossier. Lancez-y « python -m http.server » " +
        "et ouvrez localhost:8000.",
    ],
    lost: [
      "The page could not be loaded. Check your connection and reload it.",
      "La page n’a pas pu être chargée. Vérifiez votre connexion et rechargez-la.",
    ],
  };
  const explain = () => {
    const said = reasons[location.protocol === "file:" ? "file" : "lost"];
    const [english, french] = said.map((textContent) =>
      Object.assign(document.createElement("p"), { className: "loading", textContent }),
    );
    french.lang = "fr";
    document.querySelector(".loading")?.replaceWith(english, french);
  };
  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
      if (document.readyState === "loading") addEventListener("DOMContentLoaded", explain);
      else explain();
    },
    true,
  );
})();
