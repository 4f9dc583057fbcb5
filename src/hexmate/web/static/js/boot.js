// Runs before the first paint, so that dark themes do not flash white. A plain script, because a
// module would wait for the whole page. `settings.js` defines what is stored.
(() => {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("hexmate.settings") ?? "{}");
    if (typeof kept.theme === "string") root.dataset.theme = kept.theme;
    if (typeof kept.stones === "string") root.dataset.stones = kept.stones;
  } catch {
    root.dataset.theme = "auto";
  }
})();
