// Puzzles on the board: one turn is right and all others are proven not to be; the engine plays against what is wrong.

import { unkept } from "./game.js";
import { store, stored } from "./optional.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { rules } from "./server.js";
import { count, sideName, t } from "./texts.js";
import * as words from "./words.js";

const KEY = "sttt-puzzles";
const REPLY_SECONDS = 1;
const DAY = 86_400_000;
const GRADES = [1, 2, 3, 4, 5];
const DENIED = ["hint", "why", "analysis", "truth", "threats", "openings", "redo", "swap", "who-x", "who-o", "time-x", "time-o"];
export const WITH_PUZZLES = ["super-ttt", "connect-four", "qubic"];

const coach = panel.$("coach");

/** What this browser has solved, by game and number, and how many in a row at the first try. */
function remembered() {
  try {
    return { streak: 0, best: 0, grade: 0, tried: {}, ...JSON.parse(stored(KEY) ?? "{}") };
  } catch {
    return { streak: 0, best: 0, grade: 0, tried: {} }; // written by something else
  }
}

const RIGHT = ["only", "kept-win", "kept-draw", "good"];
const JUDGING_SECONDS = 3;

const sorted = (turn) => [...turn].sort((one, two) => one - two).join();

/** The number of today's puzzle: every one of the list has its day. */
export const numberOfDay = (all, time = Date.now()) => Math.floor(time / DAY) % all;

let open = null;

/** Show the puzzle of the day of the game on the board. */
export function openPuzzles(app) {
  open ??= new Puzzles(app);
  return open.start();
}

/** Put turns of a person's own game on the board, to find better ones. */
export function openMistakes(app, set) {
  open ??= new Puzzles(app);
  return open.startOwn(set);
}

class Puzzles {
  #app;
  #set = null;
  #number = 0;
  /** What is done: `solve` and `finish` wait for a person, `reply` for the engine; `right`, `wrong` and `shown` are over. */
  #phase = "over";
  #said = "";
  #memory = remembered();
  #before = null;

  constructor(app) {
    this.#app = app;
    app.onDraw(() => this.#before && (panel.$("review").hidden = panel.$("main").hidden = true));
  }

  get #puzzle() {
    return this.#set.puzzles[this.#number];
  }

  get #key() {
    return `${this.#set.game} ${this.#number}`;
  }

  /** Put the puzzle of the day on the board, of the game that is on it unless another is named. */
  start(name = null) {
    const app = this.#app;
    return app.do(async () => {
      if (!app.leaveGuest()) return;
      const game = name ?? app.game.game;
      if (!WITH_PUZZLES.includes(game)) return this.#offer();
      if (this.#set?.game !== game || this.#set.own) this.#set = await app.patiently(() => rules.puzzles(game));
      await this.#enter(numberOfDay(this.#set.puzzles.length));
    });
  }

  /** Put the first of a set on the board that a person's own game has made. */
  startOwn(set) {
    return this.#app.do(async () => {
      if (!this.#app.leaveGuest()) return;
      this.#set = set;
      await this.#enter(0);
    });
  }

  async #enter(number) {
    const app = this.#app;
    const { game } = this.#set;
    this.#before = app.game;
    app.game = unkept(game);
    app.guest = this.#guest();
    if (game !== this.#before.game) app.enterGame();
    await this.#put(number);
  }

  /** What takes the place of engines and rules while a puzzle is on the board. */
  #guest() {
    const puzzles = this;
    return {
      quiet: true,
      choose: () => !["solve", "finish"].includes(puzzles.#phase) || !puzzles.#app.game.isAtEnd,
      placed: () => puzzles.#placed(),
      leave: () => puzzles.#leave(),
      get denies() {
        return puzzles.#app.game.tentative.length ? DENIED : [...DENIED, "undo"];
      },
    };
  }

  /** A game without puzzles: say which ones have some. */
  #offer() {
    coach.hidden = false;
    coach.className = "";
    const games = WITH_PUZZLES.map((name) => this.#app.games.get(name)).filter(Boolean);
    render(html`<p>${t("puzzle.none")}</p>
      <div class="row">${games.map((game) => html`<button type="button" onClick=${() => this.start(game.name)}>${words.titleOf(game)}</button>`)}
      <button type="button" onClick=${() => (coach.hidden = true)}>${t("close")}</button></div>`, coach);
  }

  #show(number) {
    return this.#app.do(() => this.#before && this.#put(number));
  }

  async #put(number) {
    const app = this.#app;
    this.#number = number;
    this.#phase = "solve";
    this.#said = "";
    app.game = unkept(this.#set.game, { start: this.#puzzle.start });
    app.target = [];
    app.showPlayers();
    panel.explain("");
    await app.refresh();
    this.#draw();
  }

  /** A mark of the person's stands; what follows depends on the turn, once it is complete. */
  #placed() {
    const { game, view } = this.#app;
    if (game.tentative.length || !["solve", "finish"].includes(this.#phase)) return;
    const puzzle = this.#puzzle;
    if (this.#set.own) return this.#judge(game.turns[0]);
    if (this.#phase === "solve") {
      const right = puzzle.answer.some((turn) => sorted(turn) === sorted(game.turns[0]));
      if (!right) return this.#wrong("puzzle.wrong");
      if (puzzle.task === "hold" || view.result) return this.#right();
      return this.#reply(() => this.#say("finish", t("puzzle.goes-on")));
    }
    if (view.result === puzzle.side) return this.#right();
    const own = (game.turns.length + 1) / 2;
    if (view.result || own >= puzzle.turns) return this.#wrong("puzzle.late");
    return this.#reply(() => this.#say("finish", t("puzzle.goes-on")));
  }

  /** Have a turn judged by its verdict; what refutes it is shown. */
  #judge(turn) {
    const app = this.#app;
    const { kind, game: shown } = app;
    this.#say("reply", t("puzzle.judging"));
    app.ask({ kind: "review", start: this.#puzzle.start, turns: [turn], tentative: [], seconds: JUDGING_SECONDS }, (review) => {
      if (!review.final || app.game !== shown) return;
      const [{ judgement, played }] = review.turns;
      const right = RIGHT.includes(judgement);
      const [reply] = review.refutation;
      const told = [t(right ? "puzzle.better" : "puzzle.wrong"), `${t("review.judged", { judgement: t(`review.${judgement}`) })}`, words.said(played).line];
      if (!right && reply) told.push(t("puzzle.refuted", { side: sideName(kind, reply.side), turn: reply.text }));
      app.hint = right || !reply ? [] : reply.cells;
      app.draw();
      this.#say(right ? "right" : "wrong", told.join(" "));
    });
  }

  #right() {
    this.#note(true);
    this.#say("right", t(this.#puzzle.task === "hold" ? "puzzle.held" : "puzzle.right"));
  }

  /** Only the first try counts. */
  #note(right) {
    if (this.#set.own) return;
    const memory = this.#memory;
    const first = !(this.#key in memory.tried);
    memory.tried[this.#key] = right || memory.tried[this.#key] || false;
    if (first) memory.streak = right ? memory.streak + 1 : 0;
    memory.best = Math.max(memory.best, memory.streak);
    this.#keep();
  }

  #keep() {
    store(KEY, JSON.stringify(this.#memory));
  }

  /** The engine shows what is wrong with a turn. */
  #wrong(key) {
    this.#note(false);
    if (this.#app.view.result) return this.#say("wrong", t(key));
    return this.#reply((thought, side) => {
      const { kind } = this.#app;
      const fact = thought.verdict.value ? ` ${words.said(thought.verdict).line}` : "";
      this.#say("wrong", `${t(key)} ${t("puzzle.refuted", { side: sideName(kind, side), turn: thought.text })}${fact}`);
    });
  }

  /** Have the strongest player answer on the board. */
  #reply(then) {
    const app = this.#app;
    const { side } = app.view;
    this.#say("reply", t("puzzle.thinking", { side: sideName(app.kind, side) }));
    const shown = app.game;
    app.ask({ seconds: REPLY_SECONDS }, (thought) => {
      if (!thought.final) return;
      app.do(async () => {
        if (app.game !== shown) return;
        app.game.enter(thought.turn);
        await app.refresh();
        app.announce(side);
        then(thought, side);
      });
    });
  }

  /** Show the answer on the board. */
  #reveal() {
    const app = this.#app;
    this.#note(false);
    return app.do(async () => {
      app.game.goTo(0);
      app.game.goOn();
      await app.refresh();
      const cells = app.kind.shape.cells;
      const marked = (placement) => cells.findIndex((cell, number) => cell.placement === placement && app.view.lands[number] === number);
      const answers = this.#puzzle.answer.map((turn) => turn.map(marked));
      app.target = answers[0];
      app.draw();
      const name = (turn) => turn.map((cell) => cells[cell].label).join("+");
      this.#say("shown", t("puzzle.answer", { turns: answers.map(name).join(t("puzzle.or")) }));
    });
  }

  /** Another puzzle: one not tried yet, if there is any of the grade wanted. */
  #next() {
    if (this.#set.own) return this.#show((this.#number + 1) % this.#set.puzzles.length);
    const { grade, tried } = this.#memory;
    const all = this.#set.puzzles.map((puzzle, number) => ({ puzzle, number })).filter(({ puzzle }) => !grade || puzzle.grade === grade);
    const fresh = all.filter(({ number }) => number !== this.#number && !(`${this.#set.game} ${number}` in tried));
    const from = fresh.length ? fresh : all;
    return this.#show(from[Math.floor(Math.random() * from.length)].number);
  }

  #say(phase, text) {
    this.#phase = phase;
    this.#said = text;
    this.#draw();
  }

  #draw() {
    coach.hidden = false;
    coach.className = "puzzle";
    const puzzle = this.#puzzle;
    const { puzzles, yardsticks } = this.#set;
    const memory = this.#memory;
    const { own } = this.#set;
    const today = !own && this.#number === numberOfDay(puzzles.length);
    const solved = Object.entries(memory.tried).filter(([key, right]) => right && key.startsWith(`${this.#set.game} `)).length;
    const title = own ? t("puzzle.own", { number: this.#number + 1, all: puzzles.length }) : t("puzzle.number", { number: this.#number + 1, all: puzzles.length });
    const task = own ? t("puzzle.find", { side: sideName(this.#app.kind, puzzle.side), turn: puzzle.played, judgement: t(`review.${puzzle.judgement}`) }) : puzzle.task === "hold" ? t("puzzle.hold", { side: sideName(this.#app.kind, puzzle.side) }) : t("puzzle.win", { side: sideName(this.#app.kind, puzzle.side), number: puzzle.turns });
    const over = ["right", "wrong", "shown"].includes(this.#phase);
    const grades = GRADES.filter((grade) => puzzles.some((one) => one.grade === grade));
    const pick = (event) => {
      memory.grade = Number(event.target.value);
      this.#keep();
      this.#next();
    };
    render(html`
      <h2>${today ? t("puzzle.today") : title}</h2>
      <p class="task"><b>${task}</b></p>
      <p class=${`said ${this.#phase}`} aria-live="polite">${this.#said}</p>
      <div class="row">
        ${over && puzzles.length > 1 && html`<button class="main" type="button" data-puzzle="next" onClick=${() => this.#next()}>${t("puzzle.next")}</button>`}
        ${this.#phase !== "solve" && this.#phase !== "reply" && html`<button type="button" data-puzzle="again" onClick=${() => this.#show(this.#number)}>${t("puzzle.again")}</button>`}
        ${["solve", "wrong"].includes(this.#phase) && html`<button type="button" data-puzzle="reveal" onClick=${() => this.#reveal()}>${t("puzzle.reveal")}</button>`}
        ${!over && puzzles.length > 1 && html`<button type="button" data-puzzle="next" onClick=${() => this.#next()}>${t("puzzle.other")}</button>`}
        ${!today && !own && html`<button type="button" onClick=${() => this.#show(numberOfDay(puzzles.length))}>${t("puzzle.today")}</button>`}
        <button type="button" data-puzzle="leave" onClick=${() => this.#end()}>${t("puzzle.leave")}</button>
        ${!own && html`<label>${t("puzzle.grade")} <select aria-label=${t("puzzle.grade")} onChange=${pick}>
          <option value="0" selected=${!memory.grade}>${t("puzzle.any")}</option>
          ${grades.map((grade) => html`<option value=${grade} selected=${memory.grade === grade}>${t(`puzzle.grade.${grade}`)}</option>`)}
        </select></label>`}
      </div>
      ${!own && html`<p class="soft">${t(`puzzle.grade.${puzzle.grade}`)}: ${t("puzzle.solved-by", { number: puzzle.solved_by.length, all: yardsticks.length })}
        ${" "}${count("puzzle.streak", memory.streak)} ${t("puzzle.best", { best: memory.best, solved, all: puzzles.length })}</p>`}`, coach);
  }

  #leave() {
    const app = this.#app;
    if (!this.#before) return;
    const changed = this.#before.game !== app.game.game;
    app.game = this.#before;
    this.#before = null;
    app.guest = null;
    app.target = [];
    coach.hidden = true;
    if (changed) app.enterGame();
    app.showPlayers();
  }

  #end() {
    return this.#app.do(async () => {
      this.#leave();
      panel.explain("");
      await this.#app.refresh();
    });
  }
}
