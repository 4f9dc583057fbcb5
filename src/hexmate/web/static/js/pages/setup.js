/** The set-up page: players, board and rules. The choices are remembered. */

import { createBoard } from "../board/index.js";
import { keepInvite } from "../game/invites.js";
import { keepGame, LOCAL_ID } from "../game/local.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { SHAPES } from "../rules/board.js";
import { settings } from "../settings.js";
import { clockSection } from "../setup/clock.js";
import { untrainedText } from "../setup/computers.js";
import {
  forcedCols,
  gameRequest,
  isForTwoHere,
  isOnline,
  LARGEST,
  meetsUntrained,
  modeOf,
  mostRows,
  remembered,
  SCHEMA,
  SLIDER,
  SMALLEST,
  seatsFor,
  swapChoices,
  swapOf,
} from "../setup/options.js";
import { playerSection } from "../setup/players.js";
import { button, choice, slider, toggle } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { keepFocus } from "../ui/focus.js";
import { numberField } from "../ui/number.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { colorName } from "../words.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../setup/options.js").Options} Options */
/** @typedef {import("../setup/options.js").Mode} Mode */
/** @typedef {import("../setup/computers.js").Offer} Offer */

const MODES = /** @type {const} */ (["computer", "local", "online"]);

/** The form of the set-up page. */
class Setup {
  /** @param {Context} context */
  constructor({ query, navigate }) {
    this.navigate = navigate;
    this.store = remembered();
    /** @type {Offer[]} */ this.players = [];
    const asked = MODES.find((mode) => mode === query.get("mode"));
    if (asked) this.setAll(seatsFor(asked));
    this.mode = asked ?? modeOf(this.options);
    const section = () => h("section", { class: "box" });
    this.parts = { players: section(), board: section(), clock: section(), more: section() };
    this.swapPlace = h("div");
    this.picture = h("div", { class: "setup-preview" });
    this.preview = createBoard(this.picture, { rows: 11, cols: 11, coordinates: false }, { interactive: false });
    this.caution = h("p", { class: "help caution", role: "status" });
    this.starter = button(t("setup.start"), () => void this.start(), { icon: "play", kind: "primary", class: "big" });
    this.drawAll();
    this.store.subscribe(() => this.showCaution());
    void this.fetchPlayers();
  }

  /** @returns {Options} */
  get options() {
    return /** @type {Options} */ (
      Object.fromEntries(Object.keys(SCHEMA).map((key) => [key, this.store.get(/** @type {keyof Options} */ (key))]))
    );
  }

  /** @param {Partial<Options>} changes */
  setAll(changes) {
    for (const [key, value] of Object.entries(changes))
      this.store.set(/** @type {keyof Options} */ (key), /** @type {never} */ (value));
  }

  async fetchPlayers() {
    try {
      this.players = await request("/players");
      this.drawPlayers();
      this.showCaution();
    } catch {
      // Without a server two players can still play here.
    }
  }

  drawAll() {
    this.drawPlayers();
    this.drawBoard();
    this.drawClock();
    this.drawMore();
  }

  drawPlayers() {
    this.#draw(
      "players",
      h("h2", null, t("setup.players")),
      playerSection({
        options: this.options,
        players: this.players,
        set: (changes, redraw) => {
          this.setAll(changes);
          if (redraw) this.drawPlayers();
          this.drawMore();
        },
      }),
    );
  }

  showCaution() {
    const text = meetsUntrained(this.options, this.players) ? untrainedText(this.options) : "";
    if (this.caution.textContent !== text) this.caution.textContent = text;
  }

  /** @param {Options["shape"]} shape */
  setShape(shape) {
    const { shape: before, rows, cols } = this.options;
    const fitting = Math.min(rows, mostRows(shape));
    this.setAll({ shape, rows: fitting, cols: forcedCols(shape, fitting) ?? (before === "triangle" ? fitting : cols) });
    this.drawBoard();
    // Some engines know only one shape.
    this.drawPlayers();
  }

  /** Change the number of rows; on a square board the columns follow. @param {number} value */
  setRows(value) {
    const { shape, rows, cols } = this.options;
    const fitting = Math.min(value, mostRows(shape));
    this.setAll({ rows: fitting, cols: forcedCols(shape, fitting) ?? (rows === cols ? fitting : cols) });
    this.#showSize();
  }

  drawBoard() {
    const { rows, cols, shape } = this.options;
    this.#draw(
      "board",
      h("h2", null, t("setup.board")),
      this.#sizeControls(rows, cols, shape),
      choice({
        label: t("setup.shape"),
        value: shape,
        choices: SHAPES.map((value) => ({ value, label: t(`shape.${value}`) })),
        key: "shape",
        onchange: (value) => this.setShape(value),
      }),
      this.swapPlace,
    );
    this.#showSize();
  }

  drawSwap() {
    const swap = swapOf(this.options);
    const giveBack = keepFocus();
    replace(
      this.swapPlace,
      choice({
        label: t("setup.swap"),
        value: swap,
        choices: swapChoices(this.options).map((value) => ({ value, label: t(`setup.swap.${value}`) })),
        help: t(`setup.swap.${swap}.help`),
        key: "swap",
        onchange: (value) => {
          this.setAll({ swap: value });
          this.drawSwap();
        },
      }),
    );
    giveBack();
  }

  /** @param {number} rows @param {number} cols @param {Options["shape"]} shape */
  #sizeControls(rows, cols, shape) {
    const size = slider({
      label: t("setup.size"),
      value: Math.max(SLIDER.min, Math.min(SLIDER.max, rows)),
      ...SLIDER,
      show: () => `${this.options.rows} × ${this.options.cols}`,
      oninput: (value) => {
        const fitting = Math.min(value, mostRows(shape));
        this.setAll({ rows: fitting, cols: forcedCols(shape, fitting) ?? fitting });
        this.#showSize();
      },
    });
    const fields = [
      numberField({
        label: t("setup.rows"),
        value: rows,
        min: SMALLEST,
        max: mostRows(shape),
        key: "rows",
        onchange: (value) => this.setRows(value),
      }),
      shape !== "triangle" &&
        numberField({
          label: t("setup.cols"),
          value: cols,
          min: SMALLEST,
          max: LARGEST,
          key: "cols",
          onchange: (value) => {
            this.setAll({ cols: value });
            this.#showSize();
          },
        }),
    ];
    return h("div", { class: "setup-size" }, size, h("div", { class: "row" }, ...fields));
  }

  /** Show the size everywhere; the fields stay, because the user may be typing in one. */
  #showSize() {
    const { rows, cols, shape } = this.options;
    const output = this.parts.board.querySelector("output");
    if (output) output.textContent = `${rows} × ${cols}`;
    for (const [key, value] of /** @type {const} */ ([
      ["rows", rows],
      ["cols", cols],
    ])) {
      const input = this.parts.board.querySelector(`input[data-key=${key}]`);
      if (input instanceof HTMLInputElement) input.value = String(value);
    }
    this.preview.set({ rows, cols, shape, label: t("setup.preview", { rows, cols }) });
    this.drawSwap();
  }

  drawClock() {
    this.#draw(
      "clock",
      clockSection(this.options, (changes, redraw) => {
        this.setAll(changes);
        if (redraw) this.drawClock();
      }),
    );
  }

  drawMore() {
    const { training, rated } = this.options;
    const online = isOnline(this.options) && this.options.you === "person";
    this.#draw(
      "more",
      h("h2", null, t("setup.more")),
      choice({
        label: t("settings.confirm"),
        value: settings.get("confirm"),
        choices: /** @type {const} */ (["never", "touch", "always"]).map((value) => ({
          value,
          label: t(`settings.confirm.${value}`),
        })),
        help: t("settings.confirm.help"),
        onchange: (value) => settings.set("confirm", value),
      }),
      toggle({
        label: t("setup.training"),
        help: t("setup.training.help"),
        checked: training,
        onchange: (on) => this.setAll({ training: on }),
      }),
      online &&
        toggle({
          label: t("setup.rated"),
          help: t("setup.rated.help"),
          checked: rated,
          onchange: (on) => this.setAll({ rated: on }),
        }),
    );
  }

  /**
   * Redraw a part and keep the focus.
   * @param {keyof Setup["parts"]} part
   * @param {...import("../ui/dom.js").Child} children
   */
  #draw(part, ...children) {
    const giveBack = keepFocus();
    replace(this.parts[part], ...children);
    giveBack();
  }

  async start() {
    this.starter.disabled = true;
    try {
      await me();
      const { id, seats } = await request("/games", {
        method: "POST",
        body: gameRequest(this.options, { players: this.players }),
      });
      const [secret] = Object.values(/** @type {Record<string, string>} */ (seats));
      if (secret) keepInvite(id, secret);
      this.navigate(`/game/${id}`);
    } catch (error) {
      this.starter.disabled = false;
      this.#failed(error);
    }
  }

  /** A game for two players on one screen needs no server. @param {unknown} error */
  #failed(error) {
    const offline = error instanceof ApiError && error.code === "offline";
    if (!offline) return toast(errorText(error), { kind: "error" });
    if (!isForTwoHere(this.options)) return toast(t("setup.needsServer"), { kind: "error" });
    const { rows, cols, shape, swap } = gameRequest(this.options);
    keepGame({ rows, cols, shape, swap });
    toast(t("setup.offline"));
    this.navigate(`/game/${LOCAL_ID}`);
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
    h(
      "div",
      { class: "setup-columns" },
      h("div", { class: "setup-list" }, ...Object.values(setup.parts)),
      h(
        "aside",
        { class: "setup-aside" },
        setup.picture,
        h("p", { class: "help" }, t("setup.begins.help", { black: colorName("black") })),
        setup.caution,
        setup.starter,
      ),
    ),
  );
  return { title: t("setup.title"), node, layout: "wide", destroy: () => setup.preview.destroy() };
}
