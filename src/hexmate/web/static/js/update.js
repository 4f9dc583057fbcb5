/** New versions of the site: the page notices one while it is open, and offers to reload. */

import { BASE } from "./base.js";
import { t } from "./i18n/index.js";
import { notice } from "./ui/toast.js";

/** Milliseconds between two questions for a new version. An app may stay open for weeks. */
const REST = 30 * 60_000;

/** Whether the site has another version than this page. Plain modules on a server have none: they are always new. */
export async function isRenewed() {
  const mine = editionOf(document);
  const text = await fetch(`${BASE}/`, { cache: "no-store" }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  return text !== null && editionOf(new DOMParser().parseFromString(text, "text/html")) !== mine;
}

/** What changes with the version: an exported site says it; the script of a bundle is named after it. */
const editionOf = (/** @type {Document} */ page) =>
  page.documentElement.dataset.edition ?? page.querySelector('script[type="module"]')?.getAttribute("src");

/**
 * Say that a new version is ready, as soon as its files are here.
 * @param {ServiceWorkerRegistration} registration
 */
export function offerUpdates(registration) {
  const workers = navigator.serviceWorker;
  let asked = Date.now();
  let said = false;
  workers.addEventListener("controllerchange", async () => {
    if (said || !(await isRenewed())) return;
    said = true;
    notice(t("update.ready"), { label: t("update.reload"), run: () => location.reload() });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() < asked + REST) return;
    asked = Date.now();
    void registration.update().catch(() => {});
  });
}
