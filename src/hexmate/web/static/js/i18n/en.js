import play from "./en/play.js";

/** English: the reference for the keys of every other language. */
export default {
  ...play,

