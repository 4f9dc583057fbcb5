import play from "./en/play.js";
import study from "./en/study.js";

/** English: the reference for the keys of every other language. */
export default {
  ...play,
  ...study,

