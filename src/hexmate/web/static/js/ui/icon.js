/** The pictograms, drawn for Hexmate: strokes on a field of 24 by 24. */

import { s } from "./dom.js";

const SPEAKER = "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z";
const WAVES = ["M14.8 9.6a3.4 3.4 0 0 1 0 4.8", "M17 7.4a6.5 6.5 0 0 1 0 9.2", "M19.2 5.2a9.6 9.6 0 0 1 0 13.6"];
const HEXAGON = "M12 3.2l7.6 4.4v8.8L12 20.8l-7.6-4.4V7.6z";

const PATHS = {
  about: ["M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17", "M12 11v5.2", "M12 7.7v.1"],
  analyse: ["M4 19.5h16", "M5.5 15l4-4.5 3.5 3L19 6", "M15 6h4v4"],
  back: ["M14.5 5.5L8 12l6.5 6.5"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  computer: ["M4.5 5.5h15v10h-15z", "M9 19.5h6", "M12 15.5v4", "M9 9.5v2", "M15 9.5v2"],
  copy: ["M9 9h10v10H9z", "M5 15V5h10"],
  download: ["M12 4v11", "M7.5 11l4.5 4.5 4.5-4.5", "M5 19.5h14"],
  eye: ["M2.8 12s3.4-6 9.2-6 9.2 6 9.2 6-3.4 6-9.2 6-9.2-6-9.2-6z", "M12 9.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4"],
  first: ["M18 6l-7 6 7 6z", "M6.5 6v12"],
  flag: ["M6 20.5v-16", "M6 5h11l-2.5 3.5L17 12H6"],
  flip: ["M12 4v16", "M8.5 7.5L4 12l4.5 4.5z", "M15.5 7.5L20 12l-4.5 4.5z"],
  fullscreen: ["M4.5 9V4.5H9", "M15 4.5h4.5V9", "M19.5 15v4.5H15", "M9 19.5H4.5V15"],
  globe: [
    "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17",
    "M3.5 12h17",
    "M12 3.5c2.6 2.4 3.8 5.3 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.3-3.8-8.5s1.2-6.1 3.8-8.5z",
  ],
  hex: [HEXAGON],
  hint: [
    "M9 17.5h6",
    "M10 20.5h4",
    "M9.2 14.5c-1.8-1.2-2.9-3-2.9-5.1a5.7 5.7 0 0 1 11.4 0c0 2.1-1.1 3.9-2.9 5.1v3H9.2z",
  ],
  home: ["M4 11.5L12 4.5l8 7", "M6.5 10v9.5h11V10"],
  last: ["M6 6l7 6-7 6z", "M17.5 6v12"],
  library: ["M5 4.5v15", "M9.5 4.5v15", "M13.5 5l5.5 14.3", "M3.5 19.5h9"],
  link: [
    "M10 14l4-4",
    "M8.5 11.5l-2.3 2.3a3.1 3.1 0 0 0 4.4 4.4l2.3-2.3",
    "M15.5 12.5l2.3-2.3a3.1 3.1 0 0 0-4.4-4.4l-2.3 2.3",
  ],
  menu: ["M4.5 7h15", "M4.5 12h15", "M4.5 17h15"],
  more: ["M6 12v.1", "M12 12v.1", "M18 12v.1"],
  next: ["M9.5 5.5L16 12l-6.5 6.5"],
  pause: ["M8.5 6v12", "M15.5 6v12"],
  people: [
    "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 1 0 9 5",
    "M3.5 19c.4-3.3 2.5-5 5.5-5s5.1 1.7 5.5 5",
    "M15.5 5.4a3.2 3.2 0 0 1 0 5.7",
    "M17.3 14.4c1.9.8 3 2.3 3.2 4.6",
  ],
  play: ["M8 5.5l10.5 6.5L8 18.5z"],
  redo: ["M15 5l4 4-4 4", "M19 9h-8.5a5 5 0 0 0 0 10H14"],
  restart: ["M5 12a7 7 0 1 0 2.3-5.2L5 9", "M5 4.5V9h4.5"],
  rotate: ["M19 12a7 7 0 1 1-2.3-5.2L19 9", "M19 4.5V9h-4.5"],
  rules: ["M5 5.5c2.6-.9 4.9-.6 7 1 2.1-1.6 4.4-1.9 7-1v13c-2.6-.9-4.9-.6-7 1-2.1-1.6-4.4-1.9-7-1z", "M12 6.5v13"],
  settings: [
    "M4 8h7.5",
    "M17.5 8H20",
    "M14.5 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6",
    "M4 16h2.5",
    "M12.5 16H20",
    "M9.5 13.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6",
  ],
  share: ["M12 14.5v-10", "M8.5 7.5L12 4l3.5 3.5", "M5.5 12.5v7h13v-7"],
  speaker0: [SPEAKER, "M15.5 9.5l5 5", "M20.5 9.5l-5 5"],
  speaker1: [SPEAKER],
  speaker2: [SPEAKER, ...WAVES.slice(0, 1)],
  speaker3: [SPEAKER, ...WAVES.slice(0, 2)],
  speaker4: [SPEAKER, ...WAVES],
  swap: ["M7 4.5L3.5 8 7 11.5", "M3.5 8h14", "M17 12.5l3.5 3.5-3.5 3.5", "M20.5 16h-14"],
  undo: ["M9 5L5 9l4 4", "M5 9h8.5a5 5 0 0 1 0 10H10"],
};

/** @typedef {keyof typeof PATHS} IconName */

/** A pictogram; what it means is said by the text or label beside it. @param {IconName} name */
export function icon(name) {
  const strokes = PATHS[name].map((d) => s("path", { d }));
  return s("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, ...strokes);
}
