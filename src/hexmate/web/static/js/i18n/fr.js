import play from "./fr/play.js";
import study from "./fr/study.js";

/** Français. @type {import("./index.js").Dictionary} */
export default {
  ...play,
  ...study,

