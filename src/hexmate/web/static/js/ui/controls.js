/** Buttons, sliders, switches and choices with their labels. */

import { freshId, h } from "./dom.js";
import { icon } from "./icon.js";

/** @typedef {import("./icon.js").IconName} IconName */

/**
 * A button with a text and an optional icon.
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {{icon?: IconName, kind?: "primary" | "quiet" | "danger", class?: string}} [options]
 */
export function button(label, onclick, { icon: name, kind, class: extra } = {}) {
  return h(
    "button",
    { type: "button", class: `button ${kind ?? ""} ${extra ?? ""}`.trim(), onclick },
    name && icon(name),
    h("span", null, label),
  );
}

/**
 * A button that shows only an icon; its label is for screen readers and the tooltip.
 * @param {IconName} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {import("./dom.js").Props} [props]
 */
export function iconButton(name, label, onclick, props = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props },
    icon(name),
  );
}

/**
 * A slider with its label and the value beside it.
 * @param {{label: string, value: number, min: number, max: number, step?: number,
 *   show?: (value: number) => string, oninput: (value: number) => void}} options
 */
export function slider({ label, value, min, max, step = 1, show = String, oninput }) {
  const id = freshId("slider");
  const output = h("output", { for: id }, show(value));
  const input = h("input", { id, type: "range", min, max, step, value, "aria-valuetext": show(value) });
  const fill = () => input.style.setProperty("--filled", `${((input.valueAsNumber - min) / (max - min)) * 100}%`);
  input.addEventListener("input", () => {
    output.textContent = show(input.valueAsNumber);
    input.setAttribute("aria-valuetext", show(input.valueAsNumber));
    fill();
    oninput(input.valueAsNumber);
  });
  fill();
  const node = h("div", { class: "slider" }, h("label", { for: id }, label), output, input);
  return Object.assign(node, {
    /** Show another value. @param {number} next */
    set(next) {
      input.value = String(next);
      output.textContent = show(next);
      input.setAttribute("aria-valuetext", show(next));
      fill();
    },
  });
}

/**
 * A switch: on or off.
 * @param {{label: string, checked: boolean, help?: string, onchange: (on: boolean) => void}} options
 */
export function toggle({ label, checked, help, onchange }) {
  const id = freshId("toggle");
  const input = h("input", {
    id,
    type: "checkbox",
    role: "switch",
    checked,
    "aria-describedby": help ? `${id}-help` : null,
  });
  input.addEventListener("change", () => onchange(input.checked));
  return h(
    "div",
    { class: "toggle" },
    h("label", { for: id }, label),
    input,
    help && h("p", { class: "help", id: `${id}-help` }, help),
  );
}

/**
 * A choice of a few options, all visible.
 * @template {string} T
 * @param {{label: string, value: T, choices: readonly {value: T, label: string}[], help?: string,
 *   hideLabel?: boolean, key?: string, onchange: (value: T) => void}} options key: see `keepFocus`
 */
export function choice({ label, value, choices, help, hideLabel = false, key, onchange }) {
  const name = freshId("choice");
  const options = choices.map((option) => {
    const input = h("input", { type: "radio", name, value: option.value, checked: option.value === value });
    input.addEventListener("change", () => onchange(option.value));
    return h("label", { class: "option" }, input, h("span", null, option.label));
  });
  return h(
    "fieldset",
    { class: "choice", "data-key": key },
    h("legend", { class: hideLabel ? "visually-hidden" : null }, label),
    h("div", { class: "options" }, ...options),
    help && h("p", { class: "help" }, help),
  );
}

/**
 * A choice from a drop-down list.
 * @template {string} T
 * @param {{label: string, value: T, choices: readonly {value: T, label: string}[],
 *   key?: string, onchange: (value: T) => void}} options key: see `keepFocus`
 */
export function select({ label, value, choices, key, onchange }) {
  const id = freshId("select");
  const list = h(
    "select",
    { id },
    ...choices.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label)),
  );
  list.addEventListener("change", () => onchange(/** @type {T} */ (list.value)));
  return h("div", { class: "field", "data-key": key }, h("label", { for: id }, label), list);
}
