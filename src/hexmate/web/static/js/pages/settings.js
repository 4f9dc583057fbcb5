/** The settings page: each setting applies at once, with a preview of the board. */

import { createBoard } from "../board/index.js";
import { orientationFor } from "../board/orientation.js";
import { formatNumber, LANGUAGE_NAMES, LANGUAGES, t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { settings } from "../settings.js";
import { THEMES } from "../shell.js";
import { soundControls } from "../sound/button.js";
import { sound } from "../sound/index.js";
import { button, choice, slider, toggle } from "../ui/controls.js";
import { confirm } from "../ui/dialog.js";
import { freshId, h } from "../ui/dom.js";
import { permission } from "../ui/notification.js";
import { toast } from "../ui/toast.js";
import { accept } from "../views/attention.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../board/orientation.js").Aspect} Aspect */

const EFFECTS = /** @type {const} */ (["click", "stone", "turn", "victory", "defeat"]);
const SAMPLE = { c3: "black", b4: "white", d2: "black", c4: "white", b5: "black", d3: "white" };
const SAMPLE_LAST = "d3";

/** @param {"animation" | "coordinates" | "numbers"} key @param {string} [help] */
function flagToggle(key, help) {
  return toggle({
    label: t(`settings.${key}`),
    help,
    checked: settings.get(key),
    onchange: (on) => settings.set(key, on),
  });
}

/** @param {string} title @param {...import("../ui/dom.js").Child} children */
const section = (title, ...children) => h("section", { class: "settings-section" }, h("h2", null, title), ...children);

function look() {
  return section(
    t("settings.look"),
    choice({
      label: t("nav.theme"),
      value: settings.get("theme"),
      choices: THEMES.map((value) => ({ value, label: t(`theme.${value}`) })),
      onchange: (value) => settings.set("theme", value),
    }),
    choice({
      label: t("settings.stones"),
      value: settings.get("stones"),
      choices: /** @type {const} */ (["redblue", "classic"]).map((value) => ({
        value,
        label: t(`settings.stones.${value}`),
      })),
      help: t("settings.stones.help"),
      onchange: (value) => settings.set("stones", value),
    }),
    flagToggle("animation", t("settings.animation.help")),
  );
}

/** @param {Aspect} aspect */
function turning(aspect) {
  const rotation = /** @type {const} */ (`${aspect}RhombusRotation`);
  const mirror = /** @type {const} */ (`${aspect}RhombusMirror`);
  return [
    slider({
      label: t(`settings.${aspect}`),
      value: settings.get(rotation),
      min: 1,
      max: 12,
      show: (hour) => t("settings.hour", { hour }),
      oninput: (hour) => settings.set(rotation, hour),
    }),
    toggle({
      label: t(`settings.${aspect}Mirror`),
      checked: settings.get(mirror),
      onchange: (on) => settings.set(mirror, on),
    }),
  ];
}

function play() {
  const seconds = (/** @type {number} */ ms) => formatNumber(ms / 1000, { minimumFractionDigits: 1 });
  return section(
    t("settings.play"),
    choice({
      label: t("settings.confirm"),
      value: settings.get("confirm"),
      choices: /** @type {const} */ (["auto", "touch", "always", "never"]).map((value) => ({
        value,
        label: t(`settings.confirm.${value}`),
      })),
      help: t("settings.confirm.help"),
      onchange: (value) => settings.set("confirm", value),
    }),
    slider({
      label: t("settings.delay"),
      value: settings.get("delay"),
      min: 0,
      max: 3000,
      step: 100,
      show: (ms) => t("settings.delay.value", { seconds: seconds(ms) }),
      oninput: (ms) => settings.set("delay", ms),
    }),
    notifications(),
    toggle({
      label: t("keys.title"),
      help: t("keys.on.help"),
      checked: settings.get("shortcuts"),
      onchange: (on) => settings.set("shortcuts", on),
    }),
  );
}

/** The switch follows the answer of the browser. */
function notifications() {
  const known = permission();
  if (known === "missing") return null;
  const node = toggle({
    label: t("settings.notify"),
    help: t(known === "denied" ? "settings.notify.denied" : "settings.notify.help"),
    checked: known === "granted" && settings.get("notify") !== "off",
    onchange: async (on) => {
      const granted = on && (await accept());
      if (!on) settings.set("notify", "off");
      if (input) input.checked = granted;
    },
  });
  const input = node.querySelector("input");
  return node;
}

function soundSection() {
  return section(
    t("settings.sound"),
    soundControls(),
    h(
      "div",
      { class: "row" },
      ...EFFECTS.map((effect) =>
        button(t("settings.sound.try", { effect: t(`settings.sound.${effect}`) }), () => sound.play(effect)),
      ),
    ),
  );
}

function languages() {
  const choices = [
    { value: /** @type {const} */ ("auto"), label: t("settings.language.auto") },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ];
  return section(
    t("settings.language"),
    choice({
      label: t("settings.language"),
      hideLabel: true,
      value: settings.get("language"),
      choices,
      key: "language",
      onchange: (value) => settings.set("language", value),
    }),
  );
}

/** The user's name; shown when the server has sent it. */
function nameSection() {
  const id = freshId("name");
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "nickname",
    "aria-describedby": `${id}-help`,
  });
  const form = h(
    "form",
    { class: "name-form" },
    h("div", { class: "row" }, input, h("button", { class: "button", type: "submit" }, t("settings.name.save"))),
    h("p", { class: "help", id: `${id}-help` }, t("settings.name.help")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const me = await request("/me", { method: "PATCH", body: { name: input.value.trim() } });
      input.value = me.name;
      toast(t("settings.name.saved", { name: me.name }));
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
  });
  const node = h(
    "section",
    { class: "settings-section", hidden: true },
    h("h2", null, h("label", { for: id }, t("settings.name"))),
    form,
  );
  request("/me")
    .then((me) => {
      input.value = me.name;
      node.hidden = false;
    })
    .catch(() => {
      // Without a server there is no name to show.
    });
  return node;
}

/** A preview of the board with all settings. */
function preview() {
  const place = h("div", { class: "preview-board" });
  const board = createBoard(
    place,
    { rows: 5, cols: 5, turn: "black", label: t("settings.preview") },
    { interactive: false },
  );
  /** @type {Aspect} */
  let aspect = "landscape";
  const show = () =>
    board.set({
      ...orientationFor(aspect, "hex"),
      coordinates: settings.get("coordinates"),
      stones: /** @type {Record<string, "black" | "white">} */ (SAMPLE),
      last: SAMPLE_LAST,
      numbers: settings.get("numbers") ? Object.fromEntries(Object.keys(SAMPLE).map((cell, i) => [cell, i + 1])) : {},
    });
  show();
  const unsubscribe = settings.subscribe((key) => {
    if (key.startsWith("portrait")) aspect = "portrait";
    if (key.startsWith("landscape")) aspect = "landscape";
    show();
  });
  return {
    node: place,
    destroy: () => {
      unsubscribe();
      board.destroy();
    },
  };
}

/** @param {import("../router.js").Context} context @returns {Page} */
export default function page({ navigate }) {
  const sample = preview();
  const reset = async () => {
    const sure = await confirm({
      title: t("settings.reset.title"),
      body: t("settings.reset.body"),
      yes: t("settings.reset.yes"),
      danger: true,
    });
    if (!sure) return;
    settings.reset();
    navigate("/settings");
    toast(t("settings.reset.done"));
  };
  const node = h(
    "div",
    { class: "settings" },
    h("h1", null, t("settings.title")),
    h(
      "div",
      { class: "settings-columns" },
      h(
        "div",
        { class: "settings-list" },
        look(),
        section(
          t("settings.board"),
          flagToggle("coordinates"),
          flagToggle("numbers"),
          ...turning("landscape"),
          ...turning("portrait"),
        ),
        play(),
        soundSection(),
        languages(),
        nameSection(),
        h("p", null, button(t("settings.reset"), reset, { icon: "restart" })),
      ),
      h("aside", { class: "settings-preview", "aria-label": t("settings.preview") }, sample.node),
    ),
  );
  return { title: t("settings.title"), node, layout: "wide", destroy: sample.destroy };
}
