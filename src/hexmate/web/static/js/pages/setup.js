/** The set-up page: presets, then size, opponent and colour; the rest is behind "More". Choices are remembered. */

import { HAS_SERVER } from "../base.js";
import { axesOf } from "../board/compass.js";
import { layout } from "../board/geometry.js";
import { createBoard } from "../board/index.js";
import { orientationFor } from "../board/orientation.js";
import { deviceOffers } from "../engine/offers.js";
import { keepInvite } from "../game/invites.js";
import { gamePath, keepGame } from "../game/kept.js";
import { t } from "../i18n/index.js";
import { estimate } from "../level/estimate.js";
import { readHistory, today } from "../level/history.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { settings } from "../settings.js";
import { adviceNote, adviceOf } from "../setup/advice.js";
import { untrainedText } from "../setup/computers.js";
import { beginsHere, localGame } from "../setup/local-game.js";
import { isSpecial, moreSection, moreText } from "../setup/more.js";
import {
  defaultOptions,
  forcedCols,
  gameRequest,
  meetsUntrained,
  modeOf,
  mostRows,
  remembered,
  seatsFor,
} from "../setup/options.js";
import { colorSection, opponentSection } from "../setup/players.js";
import { PRESETS, presetOptions } from "../setup/presets.js";
import { sizeSection } from "../setup/size.js";
import { button, choice } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { keepFocus } from "../ui/focus.js";
import { icon } from "../ui/icon.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { colorName } from "../words.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../setup/options.js").Options} Options */
/** @typedef {import("../setup/computers.js").Offer} Offer */

const MODES = /** @type {("computer" | "local" | "online")[]} */ (
  HAS_SERVER ? ["computer", "local", "online"] : ["computer", "local"]
);

/** The form of the set-up page. */
class Setup {
  /** @param {Context} context */
  constructor({ query, navigate }) {
    this.navigate = navigate;
    this.store = remembered();
    /** @type {Offer[]} */ this.players = [];
    this.starting = false;
    this.gone = false;
    const asked = MODES.find((mode) => mode === query.get("mode"));
    if (asked) this.setAll(seatsFor(asked));
    this.mode = asked ?? modeOf(this.options);
    const place = () => h("div");
    this.places = {
      presets: place(),
      size: place(),
      opponent: place(),
      advice: place(),
      color: place(),
      more: place(),
    };
    this.estimate = estimate(readHistory().games, today());
    /** The advice that is shown. */
    this.advised = "";
    this.summary = h("span", { class: "muted" });
    this.details = h(
      "details",
      { class: "box setup-more", open: isSpecial(this.options) },
      h("summary", null, h("strong", null, t("setup.more")), this.summary),
      this.places.more,
    );
    this.picture = h("div", { class: "setup-preview" });
    this.preview = createBoard(this.picture, { rows: 11, cols: 11, coordinates: false }, { interactive: false });
    this.help = h("p", { class: "help" });
    this.caution = h("p", { class: "help caution", role: "status" });
    this.starter = button(t("setup.start"), () => void this.start(), { icon: "play", kind: "primary", class: "big" });
    this.form = h(
      "div",
      { class: "setup-list" },
      h(
        "section",
        { class: "box setup-game" },
        this.places.size,
        this.places.opponent,
        this.places.advice,
        this.places.color,
      ),
      this.details,
    );
    this.drawAll();
    this.cleanups = [
      this.store.subscribe(() => this.#showChoices()),
      settings.subscribe(() => {
        this.#draw("color", this.#colors());
        this.#showChoices();
      }),
    ];
    void this.fetchPlayers();
  }

  /** @returns {Options} */
  get options() {
    const keys = /** @type {(keyof Options)[]} */ (Object.keys(defaultOptions()));
    return /** @type {Options} */ (Object.fromEntries(keys.map((key) => [key, this.store.get(key)])));
  }

  /** @param {Partial<Options>} changes */
  setAll(changes) {
    for (const [key, value] of Object.entries(changes))
      this.store.set(/** @type {keyof Options} */ (key), /** @type {never} */ (value));
  }

  async fetchPlayers() {
    this.players = HAS_SERVER ? await request("/players").catch(() => deviceOffers()) : deviceOffers();
    this.#drawPlayers();
    this.#draw("presets", this.#presets());
    this.#showChoices();
  }

  drawAll() {
    this.#draw("presets", this.#presets());
    this.#drawSize();
    this.#drawPlayers();
    this.#drawMore();
    this.#showChoices();
  }

  /** The games that start with one click. */
  #presets() {
    if (this.mode !== "computer") return false;
    const cards = PRESETS.map((preset) => {
      const { rows = 0, cols = 0, otherLevel: n = 0 } = presetOptions(preset, this.options, this.players);
      return h(
        "button",
        { type: "button", class: "card preset", onclick: () => void this.#startPreset(preset) },
        icon("play"),
        h("span", { class: "card-title" }, t(`setup.preset.${preset}`)),
        h("span", { class: "card-text" }, t(`setup.preset.${preset}.text`, { rows, cols, n })),
      );
    });
    return h("section", { class: "presets", "aria-label": t("setup.presets") }, ...cards);
  }

  /** @param {typeof PRESETS[number]} preset */
  async #startPreset(preset) {
    if (this.starting) return;
    this.setAll(presetOptions(preset, this.options, this.players));
    this.drawAll();
    await this.start();
  }

  #part() {
    /** @type {import("../setup/players.js").Set} */
    const set = (changes, redraw) => {
      this.setAll(changes);
      if (redraw) this.#drawPlayers();
      if (redraw) this.#drawMore();
    };
    return { options: this.options, players: this.players, set };
  }

  #drawPlayers() {
    this.#draw("opponent", opponentSection(this.#part()));
    this.#draw("color", this.#colors());
  }

  /** Your colour, and what the two colours look like. */
  #colors() {
    return h(
      "div",
      { class: "setup-colors" },
      colorSection(this.#part()),
      settings.get("theme") !== "colorblind" &&
        choice({
          label: t("settings.stones"),
          value: settings.get("stones"),
          choices: /** @type {const} */ (["redblue", "classic"]).map((value) => ({
            value,
            label: t(`settings.stones.${value}`),
          })),
          key: "stones",
          onchange: (value) => settings.set("stones", value),
        }),
    );
  }

  #drawSize() {
    const set = (/** @type {Pick<Options, "rows" | "cols">} */ size) => {
      const before = this.options;
      this.setAll(size);
      // Boards that cannot be mirrored have another swap rule.
      if ((before.rows === before.cols) !== (size.rows === size.cols)) this.#drawMore();
    };
    this.#draw("size", sizeSection(this.options, { options: () => this.options, set }));
  }

  #drawMore() {
    const local = this.#localGame()?.engines !== undefined;
    this.#draw("more", moreSection({ ...this.#part(), local, setShape: (shape) => this.setShape(shape) }));
  }

  #request() {
    return gameRequest(this.options, { players: this.players });
  }

  /** The game as this browser would store it. */
  #localGame() {
    return localGame(this.#request());
  }

  /** A size that the shape does not have stays as it was typed, and is marked. @param {Options["shape"]} shape */
  setShape(shape) {
    const { shape: before, rows, cols } = this.options;
    const wanted = forcedCols(shape, rows) ?? (before === "triangle" ? rows : cols);
    this.setAll({ shape, ...(rows <= mostRows(shape) ? { cols: wanted } : {}) });
    this.#drawSize();
    // Some engines know only one shape.
    this.#drawPlayers();
    this.#drawMore();
  }

  /** Everything that only shows the choices. */
  #showChoices() {
    const { rows, cols, shape } = this.options;
    if (rows <= mostRows(shape) && cols === (forcedCols(shape, rows) ?? cols)) {
      const turned = orientationFor("landscape", shape);
      this.preview.set({ rows, cols, shape, ...turned, label: t("setup.preview", { rows, cols }) });
      const edges = t(`edges.${axesOf(layout({ rows, cols, shape, ...turned })).black}`);
      this.help.textContent = t("setup.begins.help", { black: colorName("black"), edges });
    }
    this.summary.textContent = moreText(this.options);
    const players = beginsHere(this.#localGame(), this.options.place) ? deviceOffers() : this.players;
    const text = meetsUntrained(this.options, players) ? untrainedText(this.options) : "";
    if (this.caution.textContent !== text) this.caution.textContent = text;
    this.#showAdvice();
  }

  /** A sentence about the level or the handicap, with what it suggests at one click. */
  #showAdvice() {
    const advice = adviceOf(this.options, this.players, this.estimate);
    const sign = JSON.stringify(advice);
    if (sign === this.advised) return;
    this.advised = sign;
    const follow = (/** @type {Partial<Options>} */ changes) => {
      this.setAll(changes);
      this.drawAll();
      this.starter.focus({ preventScroll: true });
    };
    this.#draw("advice", advice && adviceNote(advice, { follow, closed: () => this.#showAdvice() }));
  }

  /**
   * Redraw a part and keep the focus.
   * @param {keyof Setup["places"]} part
   * @param {import("../ui/dom.js").Child} child
   */
  #draw(part, child) {
    const giveBack = keepFocus();
    replace(this.places[part], child);
    giveBack();
  }

  async start() {
    if (this.starting) return;
    const wrong = this.form.querySelector("[aria-invalid=true]");
    if (wrong instanceof HTMLElement) {
      if (this.details.contains(wrong)) this.details.open = true;
      return wrong.focus();
    }
    const wanted = this.#request();
    const here = localGame(wanted);
    if (beginsHere(here, this.options.place)) return this.#startHere(here);
    this.#setBusy(true);
    try {
      await me();
      if (this.gone) return;
      const { id, seats } = await request("/games", { method: "POST", body: wanted });
      const [secret] = Object.values(/** @type {Record<string, string>} */ (seats));
      if (secret) keepInvite(id, secret);
      if (!this.gone) this.navigate(`/game/${id}`);
    } catch (error) {
      if (this.gone) return;
      this.#setBusy(false);
      this.#failed(error, here);
    }
  }

  /** A game that this browser stores. @param {ReturnType<typeof localGame>} game */
  #startHere(game) {
    if (!game) return toast(t("setup.needsServer"), { kind: "error" });
    this.starting = true;
    this.navigate(gamePath(keepGame(game)));
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.starting = busy;
    this.starter.disabled = busy;
    const label = this.starter.querySelector("span");
    if (label) label.textContent = t(busy ? "setup.starting" : "setup.start");
  }

  /**
   * Without a server the game may be possible here.
   * @param {unknown} error
   * @param {ReturnType<typeof localGame>} here
   */
  #failed(error, here) {
    const offline = error instanceof ApiError && error.code === "offline";
    if (!offline) return toast(errorText(error), { kind: "error" });
    if (here) toast(t("setup.offline"));
    this.#startHere(here);
  }

  destroy() {
    this.gone = true;
    this.cleanups.forEach((cleanup) => cleanup());
    this.preview.destroy();
  }
}

/** @param {Context} context @returns {Promise<Page>} */
export default async function page(context) {
  await useStyles("setup");
  const setup = new Setup(context);
  const modes = h(
    "nav",
    { class: "tabs", "aria-label": t("setup.mode") },
    ...MODES.map((mode) =>
      h(
        "a",
        { href: `/play?mode=${mode}`, "aria-current": mode === setup.mode ? "true" : null },
        t(`setup.mode.${mode}`),
      ),
    ),
  );
  const node = h(
    "div",
    { class: "setup" },
    h("h1", null, t("setup.title")),
    modes,
    setup.places.presets,
    h(
      "div",
      { class: "setup-columns" },
      setup.form,
      h("aside", { class: "setup-aside" }, setup.picture, setup.help, setup.caution, setup.starter),
    ),
  );
  return { title: t("setup.title"), node, layout: "wide", destroy: () => setup.destroy() };
}
