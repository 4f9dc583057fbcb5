/** Starts the site: language, theme, shell, router, service worker. */

import { BASE } from "./base.js";
import { chooseLanguage, language, loadLanguage } from "./i18n/index.js";
import { startRouter } from "./router.js";
import { applyLook, settings } from "./settings.js";
import { mountShell, stage } from "./shell.js";
import { startSound } from "./sound/index.js";
import { pause } from "./ui/dom.js";
import { keepFocus } from "./ui/focus.js";
import { mountToasts } from "./ui/toast.js";

async function useLanguage() {
  await loadLanguage(chooseLanguage(settings.get("language"), navigator.languages));
  document.documentElement.lang = language();
  mountShell();
}

async function start() {
  applyLook();
  await useLanguage();
  mountToasts();
  // Show the shell before the page is made.
  await pause();
  startSound();
  const router = startRouter(stage);
  settings.subscribe(async (key) => {
    applyLook();
    if (key !== "language") return;
    const giveBack = keepFocus();
    await useLanguage();
    await router.refresh();
    giveBack();
  });
  // It fetches every file, so the page comes first.
  if (document.readyState === "complete") workOffline();
  else addEventListener("load", workOffline, { once: true });
}

function workOffline() {
  navigator.serviceWorker?.register(`${BASE}/sw.js`).catch(() => {
    // Without it the site still works, only not offline.
  });
}

void start();
