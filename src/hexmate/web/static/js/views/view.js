/** The view of the board: rotation, mirror, coordinates, numbers, full screen. */

import { orientationFor, setOrientation, turned } from "../board/orientation.js";
import { t } from "../i18n/index.js";
import { settings } from "../settings.js";
import { iconButton, toggle } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { panel } from "../ui/menu.js";

/** @typedef {import("./pane.js").Pane} Pane */
/** @typedef {{turn: (step: 1 | -1) => void, mirror: () => void, flip: (key: "coordinates" | "numbers") => void,
 *   fullScreen: () => void}} ViewActions */

/** @param {() => Pane | null} pane @returns {ViewActions} */
export function viewActions(pane) {
  const change = (/** @type {(now: import("../board/orientation.js").Orientation) => object} */ next) => {
    const place = pane();
    if (!place) return;
    const aspect = place.aspect();
    setOrientation(aspect, place.shape, next(orientationFor(aspect, place.shape)));
  };
  return {
    turn: (step) => change(({ rotation }) => ({ rotation: turned(rotation, step) })),
    mirror: () => change(({ mirror }) => ({ mirror: !mirror })),
    flip: (key) => settings.set(key, !settings.get(key)),
    fullScreen() {
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen?.();
      // The browser may refuse; the page then stays as it is.
      done?.catch(() => {});
    },
  };
}

/** The button that opens these options. @param {ViewActions} actions */
export function viewMenu(actions) {
  const opener = h(
    "button",
    { type: "button", class: "action" },
    h("span", { class: "action-icon" }, icon("rotate")),
    h("span", { class: "action-label" }, t("view.label")),
  );
  const { element } = panel(
    opener,
    () =>
      h(
        "div",
        { class: "view-choices" },
        h(
          "div",
          { class: "row" },
          iconButton("undo", t("view.turnBack"), () => actions.turn(-1)),
          iconButton("rotate", t("view.turn"), () => actions.turn(1)),
          iconButton("flip", t("view.mirror"), actions.mirror),
          document.fullscreenEnabled && iconButton("fullscreen", t("view.fullScreen"), actions.fullScreen),
        ),
        toggle({
          label: t("view.coordinates"),
          checked: settings.get("coordinates"),
          onchange: (on) => settings.set("coordinates", on),
        }),
        toggle({
          label: t("view.numbers"),
          checked: settings.get("numbers"),
          onchange: (on) => settings.set("numbers", on),
        }),
        // The colour-blind theme has stones of its own.
        settings.get("theme") !== "colorblind" &&
          toggle({
            label: t("view.classic"),
            checked: settings.get("stones") === "classic",
            onchange: (on) => settings.set("stones", on ? "classic" : "redblue"),
          }),
      ),
    { label: t("view.label") },
  );
  return element;
}
