/**
 * Every text of the pages, in the user's language. `t("key", {name: "Ada"})` fills in `{name}`;
 * with a `count`, `key.one` and `key.other` are chosen by the language's own rules.
 */

/** @typedef {typeof import("./en.js").default} Dictionary */
/** @typedef {keyof Dictionary & string} Key */
/** @typedef {"en" | "fr"} Language */
/** @typedef {Record<string, string | number>} Params */
/**
 * A key as the caller writes it: plurals without their ending.
 * @typedef {Key extends infer K ? K extends `${infer Stem}.one` ? Stem | K : K : never} TextKey
 */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "fr"];

/** Each language in its own words, for users who cannot read the current one. */
export const LANGUAGE_NAMES = { en: "English", fr: "Français" };

/** @type {Record<string, string>} */
let texts = {};
/** @type {Language} */
let current = "en";
/** Made when they are first needed: they take milliseconds. @type {Intl.PluralRules | null} */
let plurals = null;
/** The formats of numbers in the current language, by their options. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @returns {Language} */
export const language = () => current;

/**
 * The language to use: the chosen one, or the first of the browser's languages that we have.
 * @param {"auto" | Language} chosen
 * @param {readonly string[]} wanted the browser's languages, best first
 * @returns {Language}
 */
export function chooseLanguage(chosen, wanted) {
  if (chosen !== "auto") return chosen;
  const spoken = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return (
    LANGUAGES.find((name) => name === spoken.find((tag) => LANGUAGES.includes(/** @type {Language} */ (tag)))) ?? "en"
  );
}

/** Load a language and make it the current one. @param {Language} name */
export async function loadLanguage(name) {
  const module = await (name === "fr" ? import("./fr.js") : import("./en.js"));
  useTexts(name, module.default);
}

/** @param {Language} name @param {Record<string, string>} dictionary */
export function useTexts(name, dictionary) {
  texts = name === "fr" ? typeset(dictionary) : dictionary;
  current = name;
  plurals = null;
  formats.clear();
}

/** The ending of a key for a number of things. @param {number} count */
function pluralOf(count) {
  plurals ??= new Intl.PluralRules(current);
  return plurals.select(count);
}

/**
 * French with non-breaking spaces before high punctuation and percent signs, and inside guillemets.
 * @param {Record<string, string>} dictionary
 */
function typeset(dictionary) {
  const set = Object.entries(dictionary).map(([key, text]) => [
    key,
    text
      .replace(/ ([;!?%])/g, "\u202f$1")
      .replace(/ ([:»])/g, "\u00a0$1")
      .replace(/« /g, "«\u00a0"),
  ]);
  return Object.fromEntries(set);
}

/** Whether the dictionary has a text for a key. @param {string} key @returns {key is TextKey} */
export const hasText = (key) => key in texts;

/**
 * The text of a key. An unknown key is shown as it is: a visible fault instead of a broken page.
 * @param {TextKey} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const plural = "count" in params ? `${key}.${pluralOf(Number(params.count))}` : key;
  const text = texts[plural] ?? texts[`${key}.other`] ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function formatNumber(value, options) {
  // Most numbers are small, and the same in every language.
  if (!options && Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const key = JSON.stringify(options ?? {});
  const format = formats.get(key) ?? new Intl.NumberFormat(current, options);
  formats.set(key, format);
  return format.format(value);
}

/** @param {Date | string} when @param {Intl.DateTimeFormatOptions} [options] */
export const formatDate = (when, options = { dateStyle: "medium" }) =>
  new Intl.DateTimeFormat(current, options).format(new Date(when));
