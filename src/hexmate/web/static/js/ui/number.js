/** A field for a whole number. What was typed stays; a number that is not possible is said to be so. */

import { t } from "../i18n/index.js";
import { freshId, h } from "./dom.js";

/**
 * @typedef {object} NumberOptions
 * @property {string} label
 * @property {number} value
 * @property {number} min
 * @property {number} max
 * @property {string} [key]
 * @property {boolean} [whole] wait until the number is typed as a whole: its first digit may be possible too
 * @property {(value: number) => void} onchange gets only possible numbers
 */

/** @param {NumberOptions} options */
export const numberField = (options) => createNumberField(options).node;

/**
 * @param {NumberOptions} options
 * @returns {{node: HTMLElement, set: (value: number) => void}} `set` shows another number
 */
export function createNumberField({ label, value, min, max, key, whole = false, onchange }) {
  const id = freshId("number");
  const note = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
  const input = h("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min,
    max,
    step: 1,
    value,
    "data-key": key,
    "aria-describedby": `${id}-error`,
  });
  let last = value;

  /** @param {boolean} wrong */
  function mark(wrong) {
    input.setAttribute("aria-invalid", String(wrong));
    const text = wrong ? t("number.range", { min, max }) : "";
    if (note.textContent !== text) note.textContent = text;
  }
  const isPossible = () => {
    const typed = input.valueAsNumber;
    return Number.isInteger(typed) && typed >= min && typed <= max;
  };
  function report() {
    if (!isPossible() || input.valueAsNumber === last) return;
    last = input.valueAsNumber;
    onchange(last);
  }
  input.addEventListener("input", () => {
    // An empty field, or the first digit of a number, is only checked when the user leaves it.
    if (input.valueAsNumber > max) return mark(true);
    if (!isPossible()) return;
    mark(false);
    if (!whole) report();
  });
  input.addEventListener("change", () => {
    mark(!isPossible());
    report();
  });
  mark(!isPossible());
  return {
    node: h("div", { class: "field" }, h("label", { for: id }, label), input, note),
    set(number) {
      last = number;
      if (input.valueAsNumber !== number) input.value = String(number);
      mark(!isPossible());
    },
  };
}
