// Five steps on the board for each game; the game that was on it comes back when they are left.

import { unkept } from "./game.js";
import { store } from "./optional.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { t } from "./texts.js";

const KEY = "sttt-learned";
const coach = panel.$("coach");

/** A step: the turns that lead to it, the cells to choose from, how many marks; or the button to press. */
const step = (turns, cells, marks = 1) => ({ turns: turns.map((turn) => [turn].flat()), cells, marks, press: null });
const press = (id, turns = []) => ({ turns: turns.map((turn) => [turn].flat()), cells: [], marks: 0, press: id });

const LESSONS = {
  "super-ttt": [
    step([], [40, 36], 2),
    step([[40, 36], [4, 8]], [44]),
    step([[40, 36], [4, 8]], [0]),
    step([[0, 1], [72, 73], [2, 9], [63, 64], [10, 11], [54, 55], [18, 19], [60, 61]], [20]),
    press("hint"),
  ],
  "connect-four": [
    step([], [18]),
    step([3, 0, 4, 0, 5, 1], [12, 36]),
    step([3, 0, 6, 0, 3, 0], [3]),
    step([0, 1, 1, 2, 6, 2, 2, 3, 4, 3, 3, 6], [21]),
    press("hint"),
  ],
  qubic: [step([], [21]), step([0, 16, 1, 17, 2, 18], [3]), step([0, 5, 3, 21, 12, 37], [53]), step([0, 1, 21, 2, 42, 4], [63]), press("hint")],
  "four-by-four": [step([], [5]), step([4, 0, 5, 1, 6, 2], [7]), step([1, 0, 2, 5, 4, 10], [15]), step([3, 0, 6, 1, 9, 4], [12]), press("hint")],
  "three-by-four": [step([], [6]), step([5, 0, 6, 1], [7]), step([7, 0, 9, 1], [2]), step([2, 0, 5, 11], [8]), press("hint")],
};

/** Wire the steps and the offer of them, which the page makes at the first visit. */
export function wireLessons(app) {
  const lesson = new Lesson(app);
  panel.$("learn").addEventListener("click", () => lesson.start());
  // The offer's buttons become those of whatever is drawn in its place: what they do goes by their names.
  coach.addEventListener("click", ({ target }) => {
    const { id } = /** @type {Element} */ (target);
    if (id === "learn-yes") lesson.start();
    else if (id === "learn-no") lesson.decline();
  });
  panel.$("hint").addEventListener("click", () => lesson.pressed("hint"));
}

function remember() {
  store(KEY, "yes");
}

class Lesson {
  #app;
  #number = 0;
  #left = 0;
  #before = null;

  constructor(app) {
    this.#app = app;
  }

  decline() {
    remember();
    coach.hidden = true;
  }

  /** Begin with the game that is on the board once all is done that was asked for before. */
  start() {
    const app = this.#app;
    return app.do(async () => {
      if (!LESSONS[app.game.game] || !app.leaveGuest()) return;
      remember();
      coach.className = "";
      this.#before = app.game;
      app.game = unkept(this.#before.game);
      app.guest = { quiet: true, choose: (cell) => this.#choose(cell), placed: () => this.#placed(), leave: () => this.#leave() };
      await this.#put(0);
    });
  }

  get #steps() {
    return LESSONS[this.#app.game.game];
  }

  #show(number) {
    return this.#app.do(() => this.#before && this.#put(number));
  }

  async #put(number) {
    const app = this.#app;
    this.#number = number;
    const { turns, cells, marks } = this.#steps[number];
    Object.assign(app.game, { turns, at: turns.length, tentative: [], held: false, main: null });
    app.target = cells;
    this.#left = marks;
    app.showPlayers();
    panel.explain("");
    await app.refresh();
    this.#say("");
  }

  #say(word, done = false) {
    const all = this.#steps.length;
    const last = this.#number === all - 1;
    const text = done && last ? t("learn.done") : t(`learn.${this.#app.game.game}.${this.#number + 1}`);
    coach.hidden = false;
    render(html`<p aria-live="polite"><b>${t("learn.step", { number: this.#number + 1, all })}</b> ${text} <b>${word}</b></p>
      <div class="row">${!last && html`<button class=${done ? "main" : ""} type="button" onClick=${() => this.#show(this.#number + 1)}>${t("learn.next")}</button>`}
      <button class=${done && last ? "main" : ""} type="button" onClick=${() => this.#app.endGuest()}>${t("learn.leave")}</button>
      <button type="button" data-learn="strategy" onClick=${() => this.#goOn()}>${t("learn.strategy")}</button></div>`, coach);
  }

  /** Whether a cell is no part of the step; its column counts where discs fall. */
  #choose(cell) {
    if (this.#left === 0) return true;
    const { cells } = this.#app.kind.shape;
    const fits = this.#app.target.some((one) => cells[one].placement === cells[cell].placement);
    if (!fits) this.#say(t("learn.again"));
    return !fits;
  }

  /** What the rules have allowed may be several marks, placed one right after the other. */
  #placed() {
    const { game } = this.#app;
    const { turns, marks } = this.#steps[this.#number];
    this.#left = Math.max(0, marks - [game.turns.slice(turns.length), game.tentative].flat(2).length);
    if (this.#left > 0) return;
    this.#app.target = [];
    this.#app.draw();
    this.#say(t("learn.good"), true);
  }

  async #goOn() {
    const { openStrategy } = await import("./strategy.js");
    return openStrategy(this.#app);
  }

  pressed(id) {
    if (this.#before && this.#steps[this.#number].press === id) this.#say(t("learn.good"), true);
  }

  #leave() {
    this.#app.giveBack(this.#before);
    this.#before = null;
  }
}
