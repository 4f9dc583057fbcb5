/** The comment on the position shown, and the place of its line in the tree. */

import * as edit from "../game/edit.js";
import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";

/** @param {import("./analysis.js").Analysis} analysis @returns {import("./tabs.js").Mounted} */
export function commentPanel(analysis) {
  const id = freshId("comment");
  const field = h("textarea", { id, rows: 1 });
  field.addEventListener("input", () => {
    analysis.node.comment = field.value;
    analysis.keep();
  });
  field.addEventListener("change", () => analysis.redraw());
  const node = h(
    "div",
    { class: "comment-panel" },
    h("label", { class: "visually-hidden", for: id }, t("watch.comment")),
    field,
    h(
      "div",
      { class: "row tree-actions" },
      button(t("tree.promote"), () => analysis.change(edit.promote(analysis.node)), { kind: "quiet" }),
      button(t("tree.remove"), () => analysis.change(edit.remove(analysis.node)), { kind: "quiet" }),
    ),
  );
  field.placeholder = t("watch.comment");
  return {
    node,
    show() {
      if (field.value !== analysis.node.comment) field.value = analysis.node.comment;
    },
  };
}
