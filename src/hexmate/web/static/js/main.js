/** Starts the site: language, look, shell, router, and what works without a network. */

import { chooseLanguage, language, loadLanguage } from "./i18n/index.js";
import { startRouter } from "./router.js";
import { applyLook, settings } from "./settings.js";
import { mountShell, stage } from "./shell.js";
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
  const router = startRouter(stage);
  settings.subscribe(async (key) => {
    if (key === "language") {
      await useLanguage();
      router.refresh();
    }
    applyLook();
  });
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Without it the site works as ever, only not offline.
    });
  }
}

void start();
