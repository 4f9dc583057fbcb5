import play from "./fr/play.js";

/** Français. @type {import("./index.js").Dictionary} */
export default {
  ...play,

