// Puzzles on the board: one turn is right and all others are proven not to be; the engine plays against what is wrong.

import { unkept } from "./game.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { rules } from "./server.js";
import { count, sideName, t } from "./texts.js";
import { Tries } from "./tries.js";
import * as words from "./words.js";

const REPLY_SECONDS = 1;
const DAY = 86_400_000;
const GRADES = [1, 2, 3, 4, 5];
const RUSH_SECONDS = 180;
const NEAR = 1.5;
const DENIED = ["hint", "why", "analysis", "truth", "threats", "openings", "redo", "swap", "who-x", "who-o", "time-x", "time-o"];
export const WITH_PUZZLES = ["super-ttt", "connect-four", "qubic", "four-by-four", "three-by-four"];

const coach = panel.$("coach");

const RIGHT = ["only", "kept-win", "kept-draw", "good"];
const JUDGING_SECONDS = 3;

/** A turn's placements as they can be compared. */
export const sorted = (turn) => [...turn].sort((one, two) => one - two).join();

/** The number of today's puzzle: every one of the list has its day. */
export const numberOfDay = (all, time = Date.now()) => Math.floor(time / DAY) % all;

/** Whether squares tell what is known of them. */
function showTruth(app, shown) {
  app.show.truth = shown;
  panel.$("truth").setAttribute("aria-pressed", String(shown));
}

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
  /** What is done: `solve` and `finish` wait for a person, `reply` for the engine; `right`, `wrong` and `shown` are over, `free` tries things. */
  #phase = "over";
  #said = "";
  #hints = 0;
  /** Three minutes of puzzles: when they end, and how many were right. @type {{ until: number, right: number, ticking: any } | null} */
  #rush = null;
  #tries = new Tries();
  #before = null;

  constructor(app) {
    this.#app = app;
    app.onDraw(() => this.#before && (panel.$("review").hidden = panel.$("main").hidden = true));
  }

  get #puzzle() {
    return this.#set.puzzles[this.#number];
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
      get quiet() {
        return puzzles.#phase !== "free";
      },
      choose: () => puzzles.#phase !== "free" && (!["solve", "finish"].includes(puzzles.#phase) || !puzzles.#app.game.isAtEnd),
      placed: () => puzzles.#placed(),
      leave: () => puzzles.#leave(),
      get denies() {
        if (puzzles.#phase === "free") return [];
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
    this.#hints = 0;
    if (app.show.truth) showTruth(app, false);
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
      if (this.#rush) return this.#rushOn(right);
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
    this.#say("right", `${t(this.#puzzle.task === "hold" ? "puzzle.held" : "puzzle.right")} ${this.#why()}`);
  }

  /** What the first turn does, in a player's words. */
  #why() {
    const { kind, view } = this.#app;
    const [{ cells, side, text }, ...later] = view.turns;
    const placed = [...cells, ...later.flatMap((turn) => turn.cells)];
    const before = { ...view, side, marks: view.marks.map((mark, cell) => (placed.includes(cell) ? null : mark)) };
    return t("puzzle.why", { turn: text, reason: words.playerReason(kind, before, cells) });
  }

  /** Point out where the answer begins, then what it begins with. */
  #hint() {
    const app = this.#app;
    const { cells, groups } = app.kind.shape;
    const [placement] = this.#puzzle.answer[0];
    const wanted = cells.findIndex((cell, number) => cell.placement === placement && app.view.lands[number] === number);
    const near = (number) => Math.hypot(cells[number].x - cells[wanted].x, cells[number].y - cells[wanted].y) <= NEAR;
    const around = groups.length > 1 ? groups.find((group) => group.cells.includes(wanted)).cells : cells.map((_, number) => number).filter(near);
    this.#hints += 1;
    app.target = this.#hints > 1 ? [wanted] : around.filter((number) => app.view.lands[number] !== null);
    app.draw();
    this.#draw();
  }

  /** Leave the position open: everything may be tried, with a verdict on each square. */
  #tryThings() {
    const app = this.#app;
    return app.do(async () => {
      app.game.goTo(0);
      app.target = [];
      this.#say("free", t("puzzle.free"));
      showTruth(app, true);
      await app.refresh();
    });
  }

  /** Begin three minutes of puzzles, or go on with the next one of them. */
  #startRush() {
    clearInterval(this.#rush?.ticking);
    this.#rush = { until: Date.now() + 1000 * RUSH_SECONDS, right: 0, ticking: setInterval(() => this.#tick(), 500) };
    return this.#next();
  }

  #rushOn(right) {
    this.#note(right);
    if (right) this.#rush.right += 1;
    return this.#next();
  }

  #tick() {
    if (!this.#rush) return;
    if (this.#rush.until > Date.now()) return this.#draw();
    const { right } = this.#rush;
    this.#endRush();
    this.#say("shown", t("puzzle.rush.over", { right, best: this.#tries.noteRush(this.#set.game, right) }));
  }

  #endRush() {
    clearInterval(this.#rush?.ticking);
    this.#rush = null;
  }

  #note(right) {
    if (!this.#set.own) this.#tries.note(this.#set.game, this.#number, this.#puzzle, right, this.#hints > 0);
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
    const { grade, theme } = this.#tries.kept;
    const listed = this.#set.puzzles.map((puzzle, number) => ({ puzzle, number }));
    const fits = listed.filter(({ puzzle }) => (!grade || puzzle.grade === grade) && (!theme || puzzle.themes.includes(theme)));
    const all = fits.length ? fits : listed;
    const fresh = all.filter(({ number }) => number !== this.#number && !this.#tries.isTried(this.#set.game, number));
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
    const memory = this.#tries.kept;
    const { own } = this.#set;
    const today = !own && this.#number === numberOfDay(puzzles.length);
    const solved = this.#tries.solved(this.#set.game);
    const title = own ? t("puzzle.own", { number: this.#number + 1, all: puzzles.length }) : t("puzzle.number", { number: this.#number + 1, all: puzzles.length });
    const task = own ? t("puzzle.find", { side: sideName(this.#app.kind, puzzle.side), turn: puzzle.played, judgement: t(`review.${puzzle.judgement}`) }) : puzzle.task === "hold" ? t("puzzle.hold", { side: sideName(this.#app.kind, puzzle.side) }) : t("puzzle.win", { side: sideName(this.#app.kind, puzzle.side), number: puzzle.turns });
    const over = ["right", "wrong", "shown"].includes(this.#phase);
    const grades = GRADES.filter((grade) => puzzles.some((one) => one.grade === grade));
    const themes = own ? [] : [...new Set(puzzles.flatMap((one) => one.themes))];
    const pick = (key, value) => {
      this.#tries.choose(key, value);
      this.#next();
    };
    const left = this.#rush && Math.max(0, Math.ceil((this.#rush.until - Date.now()) / 1000));
    render(html`
      <h2>${today ? t("puzzle.today") : title}</h2>
      <p class="task"><b>${task}</b></p>
      <p class=${`said ${this.#phase}`} aria-live="polite">${this.#said}</p>
      ${this.#rush && html`<p class="clock">${t("puzzle.rush.left", { seconds: left, right: this.#rush.right })}</p>`}
      <div class="row">
        ${over && puzzles.length > 1 && html`<button class="main" type="button" data-puzzle="next" onClick=${() => this.#next()}>${t("puzzle.next")}</button>`}
        ${this.#phase === "solve" && !own && this.#hints < 2 && !this.#rush && html`<button type="button" data-puzzle="hint" onClick=${() => this.#hint()}>${t(this.#hints ? "puzzle.hint.more" : "hint")}</button>`}
        ${over && !own && html`<button type="button" data-puzzle="free" onClick=${() => this.#tryThings()}>${t("puzzle.try")}</button>`}
        ${this.#phase !== "solve" && this.#phase !== "reply" && html`<button type="button" data-puzzle="again" onClick=${() => this.#show(this.#number)}>${t("puzzle.again")}</button>`}
        ${["solve", "wrong"].includes(this.#phase) && !this.#rush && html`<button type="button" data-puzzle="reveal" onClick=${() => this.#reveal()}>${t("puzzle.reveal")}</button>`}
        ${!over && puzzles.length > 1 && html`<button type="button" data-puzzle="next" onClick=${() => this.#next()}>${t("puzzle.other")}</button>`}
        ${!today && !own && html`<button type="button" onClick=${() => this.#show(numberOfDay(puzzles.length))}>${t("puzzle.today")}</button>`}
        <button type="button" data-puzzle="leave" onClick=${() => this.#app.endGuest()}>${t("puzzle.leave")}</button>
        ${!own && !this.#rush && html`<button type="button" data-puzzle="rush" onClick=${() => this.#startRush()}>${t("puzzle.rush")}</button>`}
        ${!own && html`<label>${t("puzzle.grade")} <select aria-label=${t("puzzle.grade")} onChange=${(event) => pick("grade", Number(event.target.value))}>
          <option value="0" selected=${!memory.grade}>${t("puzzle.any")}</option>
          ${grades.map((grade) => html`<option value=${grade} selected=${memory.grade === grade}>${t(`puzzle.grade.${grade}`)}</option>`)}
        </select></label>`}
        ${themes.length > 1 && html`<label>${t("puzzle.theme")} <select aria-label=${t("puzzle.theme")} onChange=${(event) => pick("theme", event.target.value)}>
          <option value="" selected=${!memory.theme}>${t("puzzle.any")}</option>
          ${themes.map((theme) => html`<option value=${theme} selected=${memory.theme === theme}>${t(`theme.${theme}`)}</option>`)}
        </select></label>`}
      </div>
      ${!own && html`<p class="soft">${t(`puzzle.grade.${puzzle.grade}`)}: ${t("puzzle.solved-by", { number: puzzle.solved_by.length, all: yardsticks.length })}
        ${" "}${over ? puzzle.themes.map((theme) => `${t(`theme.${theme}`)}.`).join(" ") : ""}
        ${" "}${this.#ratings()}
        ${" "}${count("puzzle.streak", memory.streak)} ${t("puzzle.best", { best: memory.best, solved, all: puzzles.length })}</p>`}`, coach);
  }

  #ratings() {
    const [person, puzzle] = [this.#tries.person(this.#set.game), this.#tries.rated(this.#set.game, this.#number, this.#puzzle)];
    return t("puzzle.rating", { own: Math.round(person.r), deviation: Math.round(2 * person.rd), puzzle: Math.round(puzzle.r) });
  }

  #leave() {
    this.#app.giveBack(this.#before);
    this.#before = null;
    this.#endRush();
  }
}
