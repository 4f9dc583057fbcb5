/** Small helpers that make elements. Text is always text, never markup; styles are classes. */

import { BASE } from "../base.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Make an HTML element: `h("button", {class: "wide", onclick: go}, "Go")`. A property that starts
 * with `on` is a listener; `false`, `null` and `undefined` leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  decorate(element, props ?? {});
  append(element, children);
  return element;
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, props ?? {});
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Props} props
 */
function decorate(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, name === "href" ? placed(String(value)) : String(value));
    }
  }
}

/** An address of the site, wherever the site is. @param {string} address */
const placed = (address) => (address.startsWith("/") ? BASE + address : address);

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child !== null && child !== undefined && child !== false) {
      parent.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Replace all children.
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

let lastId = 0;

/** A unique id. @param {string} stem */
export function freshId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

/** Lets the browser draw and take input; slow phones need it between two pieces of work. @returns {Promise<void>} */
export const pause = () => new Promise((resolve) => setTimeout(resolve));
