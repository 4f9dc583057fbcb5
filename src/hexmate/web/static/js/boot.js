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
})();
