// Lessons in strategy: positions in which one idea decides; after the first turn they are played on against the strongest level.

import { unkept } from "./game.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { sorted } from "./puzzles.js";
import { other } from "./shapes.js";
import { count, sideName, t } from "./texts.js";

const SPOILERS = ["hint", "analysis", "truth", "openings"];
const SEATS = ["swap", "who-x", "who-o", "time-x", "time-o"];

const coach = panel.$("coach");

let open = null;

/** Begin the lessons of the game that is on the board. */
export function openStrategy(app) {
  open ??= new Strategy(app);
  return open.start();
}

class Strategy {
  #app;
  #all = null;
  #lessons = [];
  #number = 0;
  /** What the first turn was: `right` or `wrong`; empty before it. */
  #judged = "";
  #before = null;

  constructor(app) {
    this.#app = app;
    app.onDraw(() => this.#before && (panel.$("review").hidden = panel.$("main").hidden = true));
  }

  start() {
    const app = this.#app;
    return app.do(async () => {
      this.#all ??= await (await fetch(new URL("lessons.json", import.meta.url))).json();
      if (!this.#all[app.game.game] || !app.leaveGuest()) return;
      this.#lessons = this.#all[app.game.game];
      this.#before = app.game;
      app.guest = this.#guest();
      await this.#put(0);
    });
  }

  get #lesson() {
    return this.#lessons[this.#number];
  }

  #guest() {
    const strategy = this;
    return {
      get seat() {
        return strategy.#lesson.side;
      },
      placed: () => strategy.#judge(),
      leave: () => strategy.#leave(),
      get denies() {
        return strategy.#judged ? SEATS : [...SEATS, ...SPOILERS];
      },
    };
  }

  #show(number) {
    return this.#app.do(() => this.#before && this.#put(number));
  }

  async #put(number) {
    const app = this.#app;
    this.#number = number;
    this.#judged = "";
    const { start, side } = this.#lesson;
    const { game } = this.#before;
    const strongest = app.kind.players.filter((player) => player.level).at(-1);
    const seats = { [side]: { who: "person", seconds: 1 }, [other(side)]: { who: strongest.name, seconds: 1 } };
    app.game = unkept(game, { start, players: { [game]: seats } });
    app.target = [];
    app.showPlayers();
    panel.explain("");
    await app.refresh();
    this.#draw();
  }

  /** The first turn is judged by what is proven of it; all others are the game's. */
  #judge() {
    const { game } = this.#app;
    if (game.at !== 1 || game.tentative.length) return;
    this.#judged = this.#lesson.answer.some((turn) => sorted(turn) === sorted(game.turns[0])) ? "right" : "wrong";
    this.#app.draw();
    this.#draw();
  }

  #draw() {
    const all = this.#lessons.length;
    const { idea, side, task, turns } = this.#lesson;
    const mover = sideName(this.#app.kind, side);
    const wanted = turns ? count(`lesson.${task}`, turns, { side: mover }) : t(`lesson.${task}`, { side: mover });
    const isLast = this.#number === all - 1;
    const next = () => (isLast ? this.#app.endGuest() : this.#show(this.#number + 1));
    coach.hidden = false;
    coach.className = "puzzle";
    render(html`
      <h2>${t("lesson.number", { number: this.#number + 1, all })} ${t(`lesson.${idea}`)}</h2>
      <p>${t(`lesson.${idea}.idea`)}</p>
      <p class="task"><b>${wanted}</b></p>
      <p class=${`said ${this.#judged}`} aria-live="polite">${this.#judged && `${t(`lesson.${this.#judged}`)} ${t(`lesson.${idea}.${this.#judged}`)}`}</p>
      <div class="row">
        ${this.#judged && html`<button class=${this.#judged === "wrong" ? "main" : ""} type="button" data-lesson="again" onClick=${() => this.#show(this.#number)}>${t("puzzle.again")}</button>`}
        <button class=${this.#judged === "right" ? "main" : ""} type="button" data-lesson="next" onClick=${next}>${t(isLast ? "lesson.end" : "learn.next")}</button>
        <button type="button" data-lesson="leave" onClick=${() => this.#app.endGuest()}>${t("learn.leave")}</button>
      </div>`, coach);
  }

  #leave() {
    this.#app.giveBack(this.#before);
    this.#before = null;
  }
}
