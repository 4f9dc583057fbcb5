/** The system's notifications, where the browser has them. */

import { BASE } from "../base.js";

/** @returns {NotificationPermission | "missing"} */
export function permission() {
  return "Notification" in globalThis ? Notification.permission : "missing";
}

/** Ask the browser for permission; call it in answer to a click. @returns {Promise<boolean>} */
export async function askPermission() {
  if (permission() === "missing") return false;
  return (await Notification.requestPermission()) === "granted";
}

/**
 * Show a notification; a later one with the same tag replaces it. A click on it returns to the page.
 * @param {string} title
 * @param {{body: string, tag: string}} options
 * @returns {() => void} closes it
 */
export function notify(title, { body, tag }) {
  const options = { body, tag, icon: `${BASE}/static/icons/icon-192.png`, data: { path: location.pathname } };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // On phones only the service worker may show notifications.
    const worker = navigator.serviceWorker?.getRegistration();
    void worker?.then((registration) => registration?.showNotification(title, options)).catch(() => {});
    return () =>
      void worker
        ?.then((registration) => registration?.getNotifications({ tag }))
        .then((all) => all?.forEach((each) => each.close()))
        .catch(() => {});
  }
}
