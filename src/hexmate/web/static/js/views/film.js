/** Plays a game like a film: position by position, at a chosen speed, with a bar to drag. */

import { formatNumber, t } from "../i18n/index.js";
import { iconButton } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { stepButtons } from "./moves.js";

/** @typedef {{ply: () => number, last: () => number, go: (ply: number) => void}} Film */

/** Moves per second. */
const SPEEDS = [0.5, 1, 2, 4, 8];
const USUAL = 1;

/** @param {Film} film */
export function filmControls(film) {
  /** @type {ReturnType<typeof setInterval> | null} */
  let timer = null;
  let speed = USUAL;
  const play = iconButton("play", t("watch.play"), () => (timer === null ? start() : stop()), {
    class: "icon-button play",
  });
  const steps = stepButtons({
    ...film,
    go: (ply) => {
      stop();
      film.go(ply);
    },
  });
  steps.node.querySelector("button:nth-child(2)")?.after(play);
  const scrubber = h("input", {
    type: "range",
    min: 0,
    max: film.last(),
    value: film.ply(),
    "aria-label": t("watch.scrub"),
    class: "scrubber",
  });
  scrubber.addEventListener("input", () => {
    stop();
    film.go(scrubber.valueAsNumber);
  });
  const id = freshId("speed");
  const speeds = h(
    "select",
    { id },
    ...SPEEDS.map((value) =>
      h("option", { value, selected: value === speed }, t("watch.speed.value", { n: formatNumber(value) })),
    ),
  );
  speeds.addEventListener("change", () => {
    speed = Number(speeds.value);
    if (timer !== null) start();
  });

  function show() {
    const label = t(timer === null ? "watch.play" : "watch.pause");
    play.replaceChildren(icon(timer === null ? "play" : "pause"));
    play.setAttribute("aria-label", label);
    play.title = label;
  }
  function stop() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    show();
  }
  function start() {
    stop();
    if (film.ply() >= film.last()) film.go(0);
    timer = setInterval(() => {
      film.go(film.ply() + 1);
      if (film.ply() >= film.last()) stop();
    }, 1000 / speed);
    show();
  }

  return {
    node: h(
      "div",
      { class: "film" },
      scrubber,
      steps.node,
      h("div", { class: "field speed" }, h("label", { for: id }, t("watch.speed")), speeds),
    ),
    update() {
      const [at, last] = [film.ply(), film.last()];
      scrubber.max = String(last);
      scrubber.value = String(at);
      scrubber.style.setProperty("--filled", `${last ? (100 * at) / last : 0}%`);
      scrubber.setAttribute("aria-valuetext", t("watch.position", { number: at, total: last }));
      steps.update();
    },
    toggle: () => (timer === null ? start() : stop()),
    stop,
  };
}
