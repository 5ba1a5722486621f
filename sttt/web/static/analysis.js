// What engines say of the position on the board: a hint, an evaluation, and the truth of every open square.

import { factOf, worth } from "./facts.js";
import * as panel from "./panel.js";
import { t } from "./texts.js";
import * as words from "./words.js";

const HINT_SECONDS = 1;
const LOOKS = [6, 20, 60, 60, 60];

export class Analysis {
  thought = null;
  moves = new Map();
  #app;
  #hinting = false;
  #progress = null;

  constructor(app, engines) {
    this.#app = app;
    this.engines = engines;
  }

  /** Forget what was said of another position. */
  forget() {
    this.thought = null;
    this.moves = new Map();
    this.#progress = null;
  }

  /** Look at the position for as long as it is on the board, if that was asked for. */
  begin(round = 0) {
    const { show } = this.#app;
    if (show.truth) this.#explore();
    else if (show.analysis && round < LOOKS.length) {
      this.#app.ask({ seconds: LOOKS[round] }, (thought) => {
        this.see(thought);
        if (thought.final && !thought.verdict.value) this.begin(round + 1);
      });
    } else if (!this.#app.game.isBegun) this.#app.ask({ seconds: 0 }, (thought) => this.see(thought));
  }

  see(thought) {
    this.thought = thought;
    panel.showThought(this.#app.kind, thought, this.#app.view);
  }

  draw() {
    panel.showThought(this.#app.kind, this.thought, this.#app.view);
    panel.showKnown(this.#app.kind, this.#app.view, this.best(3), this.#progress, this.#app.show.truth);
  }

  #explore() {
    this.#app.ask({ kind: "explore" }, (known) => {
      for (const move of known.moves) for (const placement of move.placements) this.moves.set(placement, move);
      this.#progress = known;
      this.#app.known = this.#facts();
      const [best] = this.best(1);
      this.thought = { verdict: known.verdict, line: best?.line ?? [] };
      this.#app.draw();
    });
  }

  /** What each open cell wears. */
  #facts() {
    const { kind, view } = this.#app;
    const facts = new Map();
    kind.shape.cells.forEach((cell, number) => {
      const move = this.moves.get(cell.placement);
      if (move && view.lands[number] === number) facts.set(number, factOf(move.verdict));
    });
    return facts;
  }

  /** The best moves known, those that make up the same turn once. */
  best(number) {
    const { view } = this.#app;
    const turns = new Map();
    for (const move of [...new Set(this.moves.values())].sort((one, two) => worth(two.verdict, view.side) - worth(one.verdict, view.side))) {
      const key = [...move.cells].sort().join();
      if (!turns.has(key)) turns.set(key, move);
    }
    return [...turns.values()].slice(0, number);
  }

  /** Announce a hint no longer that will not come. */
  dropHint() {
    if (this.#hinting) panel.explain("");
    this.#hinting = false;
  }

  giveHint() {
    const app = this.#app;
    return app.do(async () => {
      if (app.view.result || app.thinking) return;
      const { view } = app;
      app.ask({ seconds: HINT_SECONDS }, (thought) => {
        this.see(thought);
        app.hint = thought.cells;
        app.draw();
        if (!thought.final) return;
        this.#hinting = false;
        const told = { reason: words.playerReason(app.kind, view, thought.cells), verdict: words.said(thought.verdict).line };
        panel.explain(t("say.hint", { turn: thought.text, ...told }));
        panel.say(t("say.hint", { turn: thought.text.replaceAll("+", t("and")), ...told }));
      });
      this.#hinting = true;
      panel.explain(t("say.hinting"));
    });
  }
}
