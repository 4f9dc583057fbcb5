/** A field for a whole number; invalid input goes back to the last valid number. */

import { freshId, h } from "./dom.js";

/**
 * @param {{label: string, value: number, min: number, max: number, key?: string, onchange: (value: number) => void}}
 *   options
 */
export function numberField({ label, value, min, max, key, onchange }) {
  const id = freshId("number");
  const input = h("input", { id, type: "number", inputmode: "numeric", min, max, step: 1, value, "data-key": key });
  let last = value;
  input.addEventListener("change", () => {
    const typed = Math.round(input.valueAsNumber);
    if (Number.isFinite(typed)) last = Math.max(min, Math.min(max, typed));
    input.value = String(last);
    if (Number.isFinite(typed)) onchange(last);
  });
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}
