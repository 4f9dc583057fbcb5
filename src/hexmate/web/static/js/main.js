/** Starts the site: language, theme, shell, router, service worker. */

import { BASE, HAS_SERVER } from "./base.js";
import { engineServed } from "./engine/early.js";
import { chooseLanguage, language, loadLanguage } from "./i18n/index.js";
import { startRouter } from "./router.js";
import { applyLook, settings } from "./settings.js";
import { mountShell, stage } from "./shell.js";
import { startSound } from "./sound/index.js";
import { lasting } from "./storage.js";
import { pause } from "./ui/dom.js";
import { keepFocus } from "./ui/focus.js";
import { mountToasts } from "./ui/toast.js";
import { offerUpdates } from "./update.js";

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
  // They ask the server, so the page comes first.
  const later = () => {
    void engineServed().then(workOffline);
    void storeFinished();
  };
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
  addEventListener("online", () => void storeFinished());
}

/** Games that ended without a connection go to the server, if this browser has any. */
async function storeFinished() {
  const kept = ["hexmate.local", "hexmate.outbox"].some((name) => lasting().getItem(name));
  if (HAS_SERVER && kept) await (await import("./game/outbox.js")).storeFinished();
}

function workOffline() {
  navigator.serviceWorker?.register(`${BASE}/sw.js`).then(offerUpdates, () => {
    // Without it the site still works, only not offline.
  });
}

void start();
