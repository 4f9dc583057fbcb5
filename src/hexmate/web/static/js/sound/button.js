/** The speaker in the header: its icon shows the volume, its panel has the sliders. */

import { t } from "../i18n/index.js";
import { settings } from "../settings.js";
import { button, iconButton, slider, toggle } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { panel } from "../ui/menu.js";
import { speakerStep } from "./volume.js";

const CHANNELS = /** @type {const} */ (["master", "music", "effects"]);
const SOUND_KEYS = [...CHANNELS, "muted"];

const speaker = () => icon(`speaker${speakerStep(settings.get("master"), settings.get("muted"))}`);

/** The sliders and switches, here and on the settings page. */
export function soundControls() {
  const volume = (/** @type {typeof CHANNELS[number]} */ channel) =>
    slider({
      label: t(`sound.${channel}`),
      value: settings.get(channel),
      min: 0,
      max: 100,
      oninput: (value) => settings.set(channel, value),
    });
  const musicVolume = volume("music");
  const music = toggle({
    label: t("sound.musicOn"),
    checked: settings.get("musicOn"),
    onchange: (on) => settings.set("musicOn", on),
  });
  const mute = button("", () => settings.set("muted", !settings.get("muted")), { class: "mute" });
  const show = () => {
    const muted = settings.get("muted");
    musicVolume.hidden = !settings.get("musicOn");
    mute.replaceChildren(speaker(), h("span", null, t(muted ? "sound.unmute" : "sound.mute")));
  };
  show();
  const unsubscribe = settings.subscribe(() => (mute.isConnected ? show() : unsubscribe()));
  return h("div", { class: "sound-controls" }, volume("master"), volume("effects"), music, musicVolume, mute);
}

export function soundButton() {
  const opener = iconButton(
    `speaker${speakerStep(settings.get("master"), settings.get("muted"))}`,
    t("sound.button"),
    () => {},
  );
  const { element } = panel(opener, soundControls, { label: t("sound.button") });
  element.classList.add("sound");
  const unsubscribe = settings.subscribe((key) => {
    if (!element.isConnected) unsubscribe();
    else if (SOUND_KEYS.includes(key)) opener.replaceChildren(speaker());
  });
  return element;
}
