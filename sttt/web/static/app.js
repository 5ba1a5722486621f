// One game in one tab: from what a person or an engine does to what the board and the panel show.

import { goTo, seat } from "./actions.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { enterLink, enterSaved } from "./entry.js";
import { Game } from "./game.js";
import * as panel from "./panel.js";
import { Placing, provisionalOf } from "./placing.js";
import { Engines, Refused, Unreachable, rules } from "./server.js";
import { isCube } from "./shapes.js";
import { refusal, sideName, spoken, t } from "./texts.js";
import * as words from "./words.js";

const $ = panel.$;
const RETRY_MILLISECONDS = 1500;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class App {
  games = new Map();
  game = Game.restore();
  view = null;
  show = { threats: false, names: false, analysis: false, truth: false };
  thinking = null;
  hint = [];
  known = new Map();
  target = [];
  paused = false;
  /** What takes the place of engines and rules here: a lesson, or a room with a friend. */
  guest = null;
  #cube = null;
  #board = new Board($("board"), (cell) => this.choose(cell), (cell) => this.#cube?.ghost(cell));
  #engines = new Engines((connected, reason) => this.#connection(connected, reason));
  analysis = new Analysis(this, this.#engines);
  #queue = Promise.resolve();
  #waiting = 0;
  placing = new Placing(this);
  #asked = 0;
  #lost = false;
  #listeners = [];

  constructor() {
    for (const side of ["x", "o"]) {
      for (const list of ["who", "time"]) $(`${list}-${side}`).addEventListener("change", () => seat(this, side));
    }
  }

  /** Show the game; what is asked for meanwhile is done behind it. */
  start() {
    return this.do(async () => {
      const games = await this.patiently(() => rules.games());
      for (const game of games) this.games.set(game.name, game);
      panel.showGames(games, this.game.game);
      const trouble = (await enterLink(this)) || (await enterSaved(this));
      if (trouble || !this.game.isBegun) panel.explain(trouble || panel.pairing(this.kind, this.game));
    });
  }

  /** Have a function called whenever the page is drawn. */
  onDraw(listener) {
    this.#listeners.push(listener);
  }

  get kind() {
    return this.games.get(this.game.game);
  }

  /** Do one thing after the other; what the rules refuse is said, not thrown. */
  do(action) {
    this.#waiting += 1;
    this.#queue = this.#queue.then(action).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      panel.explain(error.message);
    }).finally(() => (this.#waiting -= 1));
    return this.#queue;
  }

  /** Whether something is still being done. */
  get isBusy() {
    return this.#waiting > 0;
  }

  /** Ask the server until it answers. */
  async patiently(request) {
    for (;;) {
      try {
        const answer = await request();
        this.#reached(!answer.kept);
        return answer;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.#reached(false);
        await pause(RETRY_MILLISECONDS);
      }
    }
  }

  #reached(yes) {
    if (yes === !this.#lost) return;
    this.#lost = !yes;
    panel.notice(yes ? "" : t("notice.lost"));
    if (yes) panel.say(t("say.server.back"));
  }

  #connection(connected, reason) {
    if (connected || !reason) this.#reached(connected);
    else panel.notice(reason);
  }

  /** Prepare for the game that is chosen, with an opponent for those who come for the first time. */
  enterGame() {
    const kind = this.kind;
    const isNew = !this.game.players[kind.name];
    const levels = kind.players.filter((player) => player.level);
    if (isNew && levels.length) {
      this.game.setPlayer(kind.first === "x" ? "o" : "x", { who: levels[Math.floor(levels.length / 3)].name, seconds: 1 });
    }
    $("game").value = kind.name;
    panel.showGame(kind, isNew);
    this.#board.build(kind);
    this.#buildCube(kind);
    this.showPlayers();
  }

  /** The script of the cube is loaded with the first game that has one. */
  #buildCube(kind) {
    if (this.#cube) this.#cube.build(kind);
    else if (isCube(kind.shape)) import("./cube.js").then(({ Cube }) => {
      this.#cube ??= new Cube($("cube-pane"), (cell) => this.choose(cell));
      this.#cube.build(this.kind);
      if (this.view?.game === this.kind.name) this.draw();
    });
  }

  showPlayers() {
    for (const side of ["x", "o"]) panel.showPlayer(this.kind, side, this.game.player(side));
  }

  /** Ask the rules how things stand, show it, and have an engine think if it is its turn. */
  async refresh() {
    this.stopThinking();
    this.#showKept();
    await this.arrive(await this.#look());
  }

  /** How the rules see the game; of its usual start they have said it already. */
  #look() {
    if (this.game.isBegun) return this.patiently(() => rules.view(this.game.whole(), this.game.at));
    rules.keep(this.game.whole(), 0, this.kind.view);
    return this.kind.view;
  }

  /** Until the server answers for the first time, show the game as this browser last saw it. */
  #showKept() {
    const kept = this.game.seen;
    if (this.view || kept?.game !== this.game.game || kept.at !== this.game.at) return;
    this.view = { ...kept, refusals: kept.refusals.map(() => t("error.unreachable")), lands: kept.lands.map(() => null) };
    this.draw();
  }

  /** Show what the rules have said of the game; a turn that they took as complete is entered. */
  async arrive(view) {
    if (view.at > this.game.at) this.game.enter(this.game.tentative);
    this.placing.confirmed = [...this.game.tentative];
    this.view = this.guest?.amend?.(view) ?? view;
    this.game.note(this.view);
    this.game.save();
    this.hint = [];
    this.known = new Map();
    this.analysis.forget();
    this.#think();
    this.draw();
  }

  draw() {
    const { view, kind, game } = this;
    const person = game.isPerson(view.side);
    const last = view.at ? view.turns[view.at - 1].cells : [];
    const open = !view.result && (person || !game.isLive);
    const options = { last, hint: this.hint, target: this.target, open, turn: kind.turn, known: this.show.truth ? this.known : new Map(), threats: this.show.threats, names: this.show.names };
    this.#cube?.draw(view, options);
    this.#board.draw(view, options);
    if (!this.#lost) $("status").textContent = words.statusOf(kind, view, { thinking: this.thinking, person, you: game.mail ?? (this.guest ? (this.guest.seat ?? null) : panel.sideOfPerson(game)) });
    document.documentElement.dataset.turn = view.result ?? view.side;
    panel.showTurns(kind, view, (at) => goTo(this, () => at), game.review);
    this.analysis.draw();
    panel.showCosts(kind, view, this.show.threats);
    panel.enable(this, this.undoTarget());
    for (const listener of this.#listeners) listener();
  }

  /** Start the engine whose turn it is, or what was asked to be known. */
  #think() {
    const { view, game } = this;
    if (view.result || this.guest?.quiet) return;
    const player = game.player(view.side);
    if (game.isLive && player.who !== "person" && !this.paused) this.#askForTurn(player);
    else this.analysis.begin();
  }

  #askForTurn(player) {
    this.thinking = player.who;
    const both = !this.game.isPerson("x") && !this.game.isPerson("o");
    const earliest = performance.now() + (both ? 1000 * Number($("pace").value) : 0);
    const asked = this.ask({ player: player.who, seconds: player.seconds }, async (thought) => {
      this.analysis.see(thought);
      if (!thought.final) return;
      await pause(earliest - performance.now());
      if (this.#asked === asked) this.do(() => this.#enterThought(thought));
    });
  }

  /** Put a question about the board to an engine; returns its number, which `stopThinking` makes out of date. */
  ask(question, hear) {
    this.analysis.dropHint();
    const asked = ++this.#asked;
    this.#engines.ask({ ...this.game.upToNow(), ...question }, (answer) => {
      if (this.#asked !== asked) return;
      if (answer.kind !== "refused") hear(answer);
      else this.#refused(answer);
    });
    return asked;
  }

  /** Ask for a review, which goes on while one looks about; whether it is still being answered. */
  study(question, hear) {
    this.#engines.ask(question, (answer) => (answer.kind === "refused" ? this.#refused(answer) : hear(answer)));
  }

  get isStudying() {
    return this.#engines.answering === "review";
  }

  get isAsking() {
    return this.#engines.answering !== null;
  }

  /** Call a review off. */
  endStudy() {
    if (this.isStudying) this.#engines.cancel();
  }

  /** An engine that is busy is asked again; one that failed leaves the move to the person. */
  #refused({ said, busy }) {
    panel.explain(t(busy ? "say.busy" : "say.failed", { error: refusal(said) }));
    if (busy) return;
    this.stopThinking();
    this.draw();
  }

  stopThinking() {
    this.analysis.dropHint();
    this.#asked += 1;
    this.thinking = null;
    if (!this.isStudying) this.#engines.cancel();
  }

  /** An engine's marks appear before the rules have confirmed them. */
  async #enterThought(thought) {
    const { side } = this.view;
    const before = this.view;
    this.view = provisionalOf(before, thought.cells);
    this.draw();
    const reason = words.playerReason(this.kind, before, thought.cells);
    this.game.enter([...this.game.tentative, ...thought.turn], words.said(thought.verdict).line);
    await this.refresh();
    this.announce(side);
    const name = sideName(this.kind, side);
    panel.say(t("say.plays", { side: name, turn: spoken(thought.text), status: $("status").textContent }));
    panel.explain(t("say.played", { side: name, turn: thought.text, reason }));
  }

  /** Let a side's mark or the end of the game be heard. */
  announce(side) {
    const { result } = this.view;
    import("./sound.js").then(({ play }) => play(result ? (result === "draw" ? "draw" : "win") : side));
  }

  /** Whether the game on the board may be left: one that runs with a friend asks first. */
  mayLeave() {
    return !this.guest?.runs?.() || confirm(t("friend.leave.ask"));
  }

  /** Leave what took the place of the game here, if that may be; whether nothing does any more. */
  leaveGuest() {
    if (!this.mayLeave()) return false;
    this.guest?.leave?.();
    return true;
  }

  /** Put the game on the board again that was there before a guest; nothing does it a second time. */
  giveBack(before) {
    if (!before) return;
    const changed = before.game !== this.game.game;
    Object.assign(this, { game: before, guest: null, target: [] });
    $("coach").hidden = true;
    if (changed) this.enterGame();
    this.showPlayers();
  }

  /** Have the guest leave, and show the game that was there before it. */
  endGuest() {
    return this.do(async () => {
      this.guest?.leave?.();
      panel.explain("");
      await this.refresh();
    });
  }

  /** A person picks a cell. */
  choose(cell) {
    this.placing.choose(cell);
  }

  /** Where taking back leads: the turn's start, or the last moment at which a person was to move; null if nowhere. */
  undoTarget() {
    if (this.game.tentative.length) return { at: this.game.at };
    if (this.game.mail) return null; // what is sent is sent
    for (let at = this.game.at - 1; at >= 0; at -= 1) {
      if (this.game.isPerson(this.view.turns[at]?.side)) return { at };
    }
    return null;
  }

  /** Begin anew, a game of the same kind unless another is named. */
  newGame(name = this.game.game) {
    return this.do(async () => {
      if (!this.leaveGuest()) return void ($("game").value = this.game.game);
      const [left, changed] = [this.game.isBegun, name !== this.game.game];
      this.game.begin(name);
      this.paused = false;
      if (changed) this.enterGame();
      panel.explain(`${panel.pairing(this.kind, this.game)} ${left ? t("say.kept") : ""}`.trim());
      await this.refresh();
      panel.say(t("say.new", { game: words.titleOf(this.kind), status: $("status").textContent }));
    });
  }
}
