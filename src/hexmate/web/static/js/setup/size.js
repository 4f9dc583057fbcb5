/** The part of the set-up page that chooses the size: a slider for square boards, and fields for any. */

import { t } from "../i18n/index.js";
import { slider } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { createNumberField } from "../ui/number.js";
import { forcedCols, LARGEST, mostRows, SMALLEST } from "./options.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {Pick<Options, "rows" | "cols">} Size */

/**
 * The size after rows were typed. The columns follow on a square board, unless the user typed them too.
 * @param {Pick<Options, "rows" | "cols" | "shape">} before
 * @param {number} rows
 * @param {boolean} typedCols
 * @returns {Size}
 */
export function sizeWithRows({ rows: old, cols, shape }, rows, typedCols) {
  return { rows, cols: forcedCols(shape, rows) ?? (old === cols && !typedCols ? rows : cols) };
}

/**
 * @param {Options} options
 * @param {{options: () => Options, set: (size: Size) => void}} form
 * @returns {HTMLElement}
 */
export function sizeSection({ rows, cols, shape }, form) {
  let typedCols = false;
  const text = () => `${form.options().rows} × ${form.options().cols}`;
  const size = slider({
    label: t("setup.size"),
    value: rows,
    min: SMALLEST,
    max: mostRows(shape),
    show: text,
    oninput: (value) => {
      typedCols = false;
      change({ rows: value, cols: forcedCols(shape, value) ?? value });
    },
  });
  const fields = {
    rows: createNumberField({
      label: t("setup.rows"),
      value: rows,
      min: SMALLEST,
      max: mostRows(shape),
      key: "rows",
      onchange: (value) => change(sizeWithRows(form.options(), value, typedCols)),
    }),
    cols:
      shape === "triangle"
        ? null
        : createNumberField({
            label: t("setup.cols"),
            value: cols,
            min: SMALLEST,
            max: LARGEST,
            key: "cols",
            onchange: (value) => {
              typedCols = true;
              change({ rows: form.options().rows, cols: value });
            },
          }),
  };

  /** Slider, fields and text agree. @param {Size} next */
  function change(next) {
    form.set(next);
    fields.rows.set(next.rows);
    fields.cols?.set(next.cols);
    size.set(next.rows);
  }
  return h(
    "div",
    { class: "setup-size" },
    size,
    h("div", { class: "row setup-fields" }, fields.rows.node, fields.cols?.node),
  );
}
