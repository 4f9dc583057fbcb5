/**
 * Keeps the focus while a page is redrawn, for example after a change of language. The element, or
 * a parent, needs the same `data-key` before and after.
 */

/**
 * Keep the focus within an element whose parts are about to be shown and hidden: call the returned function
 * afterwards. What is hidden or disabled gives the focus to the first button left.
 * @param {HTMLElement} element
 * @returns {() => void}
 */
export function keepFocusIn(element) {
  const held = document.activeElement;
  if (!held || !element.contains(held)) return () => {};
  return () => {
    if (element.contains(held) && held.checkVisibility() && !held.matches(":disabled")) return;
    /** @type {NodeListOf<HTMLElement>} */ const buttons = element.querySelectorAll(
      'button:enabled:not([tabindex="-1"])',
    );
    [...buttons].find((button) => button.checkVisibility())?.focus({ preventScroll: true });
  };
}

/** Remember the focus; the returned function restores it. @returns {() => void} */
export function keepFocus() {
  const holder = document.activeElement?.closest("[data-key]");
  const key = holder instanceof HTMLElement ? holder.dataset.key : undefined;
  return () => {
    const heir = key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const target = heir && (heir.querySelector("input:checked, select") ?? heir);
    if (target instanceof HTMLElement) target.focus();
  };
}
