/**
 * Keeps the focus where it was while a page is drawn anew, as after a change of language. The
 * element, or a parent, carries a `data-key` that its successor has too.
 */

/** Remember the focus; the returned function gives it to the successor. @returns {() => void} */
export function keepFocus() {
  const holder = document.activeElement?.closest("[data-key]");
  const key = holder instanceof HTMLElement ? holder.dataset.key : undefined;
  return () => {
    const heir = key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const target = heir && (heir.querySelector("input:checked, select") ?? heir);
    if (target instanceof HTMLElement) target.focus();
  };
}
