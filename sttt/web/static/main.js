// One game in one tab: from what a person or an engine does to what the board and the panel show.

import { Board } from "/static/board.js";
import { wireDialogs } from "/static/files.js";
import { Game } from "/static/game.js";
import * as panel from "/static/panel.js";
import { Engines, Refused, Unreachable, rules } from "/static/server.js";

const $ = (id) => document.getElementById(id);
const HINT_SECONDS = 1;
const ANALYSIS_SECONDS = 6;
const RETRY_MILLISECONDS = 1500;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class App {
  #games = new Map();
  #game = Game.restore();
  #board = new Board($("board"), (cell) => this.#do(() => this.#choose(cell)));
  #engines = new Engines((connected, reason) => this.#connection(connected, reason));
  #view = null;
  #thought = null;
  #hinting = false;
  #hint = [];
  #thinking = null;
  #asked = 0;
  #show = { threats: false, names: false, analysis: false };
  #paused = false;
  #queue = Promise.resolve();
  #lost = false;

  async start() {
    const games = await this.#patiently(() => rules.games());
    for (const game of games) this.#games.set(game.name, game);
    let trouble = "";
    if (!this.#games.has(this.#game.game)) {
      trouble = `There is no game called ${this.#game.game} here. This is a new game.`;
      this.#game.begin(games[0].name);
    }
    panel.showGames(games, this.#game.game);
    history.replaceState(null, "", location.pathname); // a reload is to restore the game, not the link it came from
    this.#wire();
    wireDialogs(() => this.#game, (read) => this.#do(() => this.#open(read)));
    this.#enterGame();
    try {
      await this.#refresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      trouble = `The saved game or link cannot be played: ${error.message}. This is a new game.`;
      this.#game.begin(this.#game.game);
      await this.#refresh();
    }
    if (trouble) panel.explain(trouble);
  }

  get #kind() {
    return this.#games.get(this.#game.game);
  }

  /** Do one thing after the other; what the rules refuse is said, not thrown. */
  #do(action) {
    this.#queue = this.#queue.then(action).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      panel.explain(error.message);
    });
    return this.#queue;
  }

  /** Ask the server until it answers. */
  async #patiently(request) {
    for (;;) {
      try {
        const answer = await request();
        this.#reached(true);
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
    panel.notice(yes ? "" : "The server does not answer. Your game is safe in this browser and goes on when it is back.");
    if (yes) panel.say("The server is back.");
  }

  #connection(connected, reason) {
    if (connected || !reason) this.#reached(connected);
    else panel.notice(reason);
  }

  /** Prepare for the game that is chosen, with an opponent for those who come for the first time. */
  #enterGame() {
    const kind = this.#kind;
    const levels = kind.players.filter((player) => player.level);
    if (!this.#game.players[kind.name] && levels.length) {
      this.#game.setPlayer("o", { who: levels[Math.floor((levels.length - 1) / 2)].name, seconds: 1 });
    }
    panel.showGame(kind);
    this.#board.build(kind);
    this.#showPlayers();
  }

  #showPlayers() {
    for (const side of ["x", "o"]) panel.showPlayer(this.#kind, side, this.#game.player(side));
  }

  /** Ask the rules how things stand, show it, and have an engine think if it is its turn. */
  async #refresh() {
    this.#stopThinking();
    this.#view = await this.#patiently(() => rules.view(this.#game.whole(), this.#game.at));
    this.#game.save();
    this.#hint = [];
    this.#thought = null;
    this.#think();
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    const kind = this.#kind;
    const person = this.#game.isPerson(view.side);
    const last = view.at ? view.turns[view.at - 1].cells : [];
    const open = !view.result && (person || !this.#game.isLive);
    this.#board.draw(view, { last, hint: this.#hint, open, turn: kind.turn, ...this.#show });
    $("status").textContent = panel.statusOf(kind, view, { thinking: this.#thinking, person });
    panel.showTurns(kind, view, (at) => this.#goTo(at));
    panel.showThought(kind, this.#thought, view);
    panel.showCosts(kind, view, this.#show.threats);
    const both = !this.#game.isPerson("x") && !this.#game.isPerson("o");
    $("undo").disabled = !this.#undoTarget();
    $("redo").disabled = this.#game.isLive;
    $("hint").disabled = Boolean(view.result) || Boolean(this.#thinking);
    $("why").disabled = view.at === 0;
    $("go").hidden = this.#game.isLive || person || Boolean(view.result);
    $("pause").hidden = !both || Boolean(view.result);
    $("first").disabled = $("back").disabled = view.at === 0;
    $("last").disabled = $("forward").disabled = this.#game.isLive;
  }

  /** Start the engine whose turn it is, or the evaluation that was asked for. */
  #think() {
    const view = this.#view;
    if (view.result) return;
    const player = this.#game.player(view.side);
    if (this.#game.isLive && player.who !== "person" && !this.#paused) {
      this.#askForTurn(player);
    } else if (this.#show.analysis) {
      this.#ask(this.#strongest(), ANALYSIS_SECONDS, (thought) => this.#see(thought));
    }
  }

  #askForTurn(player) {
    this.#thinking = player.who;
    const both = !this.#game.isPerson("x") && !this.#game.isPerson("o");
    const earliest = performance.now() + (both ? 1000 * Number($("pace").value) : 0);
    const asked = this.#ask(player.who, player.seconds, async (thought) => {
      this.#see(thought);
      if (!thought.final) return;
      await pause(earliest - performance.now());
      if (this.#asked === asked) this.#do(() => this.#enterThought(thought));
    });
  }

  #strongest() {
    return this.#kind.players.filter((player) => player.level).at(-1).name;
  }

  /** Put a question to an engine; returns its number, which `stopThinking` makes out of date. */
  #ask(player, seconds, hear) {
    this.#dropHint();
    const asked = ++this.#asked;
    this.#engines.ask({ ...this.#game.upToNow(), player, seconds }, (answer) => {
      if (this.#asked !== asked) return;
      if (answer.kind === "thought") hear(answer);
      else this.#refused(answer);
    });
    return asked;
  }

  /** An engine that is busy is asked again; one that failed leaves the move to the person. */
  #refused({ error, busy }) {
    panel.explain(busy ? `${error} Trying again.` : `${error}. Choose another player, or take back.`);
    if (busy) return;
    this.#stopThinking();
    this.#draw();
  }

  #stopThinking() {
    this.#dropHint();
    this.#asked += 1;
    this.#thinking = null;
    this.#engines.cancel();
  }

  /** Announce a hint no longer that will not come. */
  #dropHint() {
    if (this.#hinting) panel.explain("");
    this.#hinting = false;
  }

  #see(thought) {
    this.#thought = thought;
    panel.showThought(this.#kind, thought, this.#view);
  }

  async #enterThought(thought) {
    const side = this.#view.side;
    this.#game.enter([...this.#game.tentative, ...thought.turn], panel.reasonOf(thought));
    await this.#refresh();
    const name = panel.sideName(this.#kind, side);
    panel.say(`${name} plays ${spoken(thought.text)}. ${$("status").textContent}`);
    panel.explain(`${name} played ${thought.text} – ${panel.reasonOf(thought)}.`);
  }

  /** A person picks a cell: a placement, or the reason why it is none. */
  async #choose(cell) {
    const view = this.#view;
    const label = this.#kind.shape.cells[cell].label;
    const refusal = view.refusals[cell] ?? this.#notYours();
    if (refusal) {
      panel.explain(`Not there: ${refusal}.`);
      panel.say(`Not there: ${refusal}.`);
      return;
    }
    const placement = this.#kind.shape.cells[cell].placement;
    const wholeTurn = [...this.#game.tentative, placement];
    panel.explain("");
    this.#game.tentative = wholeTurn;
    const after = await this.#patiently(() => rules.view(this.#game.whole(), this.#game.at));
    if (after.side !== view.side || after.result) this.#game.enter(wholeTurn);
    await this.#refresh();
    panel.say(`${panel.sideName(this.#kind, view.side)} ${spoken(label)}. ${$("status").textContent}`);
  }

  #notYours() {
    if (!this.#game.isLive || this.#game.isPerson(this.#view.side)) return null;
    return `it is the turn of ${this.#game.player(this.#view.side).who}`;
  }

  /** Where taking back leads: the turn's start, or the last moment at which a person was to move; null if nowhere. */
  #undoTarget() {
    if (this.#game.tentative.length) return { at: this.#game.at };
    for (let at = this.#game.at - 1; at >= 0; at -= 1) {
      if (this.#game.isPerson(this.#view.turns[at].side)) return { at };
    }
    return null;
  }

  #undo() {
    return this.#do(async () => {
      const target = this.#undoTarget();
      if (!target) return;
      const half = this.#game.tentative.length > 0;
      if (half) this.#game.tentative = this.#game.tentative.slice(0, -1);
      else this.#game.goTo(target.at);
      panel.explain(half ? "Taken back." : "Taken back. Place anew, or play it again with Redo.");
      await this.#refresh();
      panel.say(`Taken back. ${$("status").textContent}`);
    });
  }

  #redo() {
    return this.#do(async () => {
      let at = this.#game.at + 1;
      while (at < this.#game.turns.length && !this.#game.isPerson(this.#view.turns[at].side)) at += 1;
      this.#game.goTo(at);
      await this.#refresh();
      panel.say(`Turn ${this.#game.at}. ${$("status").textContent}`);
    });
  }

  #goTo(at) {
    return this.#do(async () => {
      if (at < 0 || at > this.#game.turns.length || at === this.#game.at) return;
      this.#game.goTo(at);
      panel.explain(this.#game.notes[at] ?? "");
      await this.#refresh();
      const turn = at ? this.#view.turns[at - 1] : null;
      panel.say(turn ? `Turn ${at}: ${panel.sideName(this.#kind, turn.side)} ${spoken(turn.text)}.` : "The start.");
    });
  }

  /** Give up what came after the position on the board, and let the side to move go on. */
  #goOn() {
    return this.#do(async () => {
      this.#game.turns = this.#game.turns.slice(0, this.#game.at);
      await this.#refresh();
    });
  }

  #giveHint() {
    return this.#do(async () => {
      if (this.#view.result || this.#thinking) return;
      this.#ask(this.#strongest(), HINT_SECONDS, (thought) => {
        this.#see(thought);
        this.#hint = thought.cells;
        this.#draw();
        if (!thought.final) return;
        this.#hinting = false;
        panel.explain(`Hint: ${thought.text} – ${panel.reasonOf(thought)}.`);
        panel.say(`Hint: ${spoken(thought.text)}. ${thought.reason}.`);
      });
      this.#hinting = true;
      panel.explain("Thinking about a hint …");
    });
  }

  #explainLast() {
    return this.#do(async () => {
      if (!this.#game.at) return;
      const { reasons } = await this.#patiently(() => rules.why({ ...this.#game.upToNow(), tentative: [] }));
      const turn = this.#view.turns[this.#view.at - 1];
      const words = reasons.map(({ placement, reason }) => `${placement} ${reason}`).join(", ");
      const note = this.#game.notes[this.#game.at];
      const parts = [words && `the rules say: ${words}`, note].filter(Boolean).join(". ");
      const text = `${panel.sideName(this.#kind, turn.side)} ${turn.text}: ${parts || "nothing more is known"}.`;
      panel.explain(text);
    });
  }

  #newGame(name = this.#game.game) {
    return this.#do(async () => {
      const changed = name !== this.#game.game;
      this.#game.begin(name);
      this.#paused = false;
      if (changed) this.#enterGame();
      panel.explain("");
      await this.#refresh();
      panel.say(`New game of ${this.#kind.title}. ${$("status").textContent}`);
    });
  }

  async #open(read) {
    this.#game.begin(read.game, read);
    $("game").value = read.game;
    for (const side of ["x", "o"]) this.#game.setPlayer(side, { ...this.#game.player(side), who: "person" });
    this.#enterGame();
    await this.#refresh();
    panel.explain(`Opened: ${read.note}. Step through it with the arrow keys; both sides are persons now.`);
  }

  #swap() {
    return this.#do(async () => {
      const [x, o] = [this.#game.player("x"), this.#game.player("o")];
      this.#game.setPlayer("x", o);
      this.#game.setPlayer("o", x);
      this.#showPlayers();
      await this.#refresh();
    });
  }

  #toggle(name) {
    return this.#do(async () => {
      this.#show[name] = !this.#show[name];
      $(name === "names" ? "numbers" : name).setAttribute("aria-pressed", String(this.#show[name]));
      if (name === "analysis") await this.#refresh();
      else this.#draw();
    });
  }

  #togglePause() {
    return this.#do(async () => {
      this.#paused = !this.#paused;
      $("pause").setAttribute("aria-pressed", String(this.#paused));
      $("pause").textContent = this.#paused ? "Go on" : "Pause";
      await this.#refresh();
    });
  }

  #wire() {
    const on = (id, event, action) => $(id).addEventListener(event, action);
    on("game", "change", () => this.#newGame($("game").value));
    on("new", "click", () => this.#newGame());
    on("undo", "click", () => this.#undo());
    on("redo", "click", () => this.#redo());
    on("hint", "click", () => this.#giveHint());
    on("why", "click", () => this.#explainLast());
    on("go", "click", () => this.#goOn());
    on("pause", "click", () => this.#togglePause());
    on("swap", "click", () => this.#swap());
    on("analysis", "click", () => this.#toggle("analysis"));
    on("threats", "click", () => this.#toggle("threats"));
    on("numbers", "click", () => this.#toggle("names"));
    on("first", "click", () => this.#goTo(0));
    on("back", "click", () => this.#goTo(this.#game.at - 1));
    on("forward", "click", () => this.#goTo(this.#game.at + 1));
    on("last", "click", () => this.#goTo(this.#game.turns.length));
    for (const side of ["x", "o"]) {
      const change = () => this.#do(async () => {
        this.#game.setPlayer(side, { who: $(`who-${side}`).value, seconds: Number($(`time-${side}`).value) });
        this.#showPlayers();
        await this.#refresh();
      });
      on(`who-${side}`, "change", change);
      on(`time-${side}`, "change", change);
    }
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = {
      ArrowLeft: () => this.#goTo(this.#game.at - 1),
      ArrowRight: () => this.#goTo(this.#game.at + 1),
      Home: () => this.#goTo(0),
      End: () => this.#goTo(this.#game.turns.length),
      Backspace: () => this.#undo(),
      u: () => this.#undo(),
      r: () => this.#redo(),
      h: () => this.#giveHint(),
      w: () => this.#explainLast(),
      a: () => this.#toggle("analysis"),
      t: () => this.#toggle("threats"),
      s: () => this.#toggle("names"),
      n: () => this.#newGame(),
      b: () => this.#board.focus(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Two placements read apart: "55 and 51". */
const spoken = (text) => text.replaceAll("+", " and ");

new App().start();
