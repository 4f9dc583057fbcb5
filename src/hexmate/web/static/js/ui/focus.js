/**
 * Keeps the focus while a page is redrawn, for example after a change of language. The element, or
 * a parent, needs the same `data-key` before and after.
 */

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
