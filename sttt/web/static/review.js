// After the game: what each turn was worth, as the review tells it; the curve, the turning point, notes. Kept with the game.

import { goTo, turnReasons } from "./actions.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { rules } from "./server.js";
import { sideName, t } from "./texts.js";
import { lineOf, said } from "./words.js";

const SECONDS = 18;
const JUDGEMENTS = ["only", "kept-win", "kept-draw", "good", "lost", "inaccuracy", "mistake", "gave-draw", "gave-win", "gave-all", "open"];
const COSTLY = ["inaccuracy", "mistake", "gave-draw", "gave-win", "gave-all"];
const SIDES = ["x", "o"];

const pane = panel.$("review-pane");

/** Wire the review of finished games. */
export function wireReview(app) {
  const review = new Review(app);
  panel.$("review").addEventListener("click", () => review.start());
  app.onDraw(() => review.draw());
  return review;
}

/** Whether a turn lost something, and something better is known. */
const costly = ({ judgement, better }) => COSTLY.includes(judgement) && better.length > 0;

class Review {
  #app;
  /** The id of the game that is being reviewed. */
  #running = null;

  constructor(app) {
    this.#app = app;
  }

  /** Have the game that was played reviewed; a review that is there is shown. */
  start() {
    this.#app.game.reviewing = true;
    if (!this.#running) this.#begin();
    this.#app.draw();
  }

  /** Have it reviewed without showing more than its turning point. */
  look() {
    this.#begin();
    this.#goOn();
  }

  #begin() {
    const { game } = this.#app;
    if (game.review?.final) return;
    this.#app.stopThinking();
    this.#running = game.id;
  }

  /** Ask as long as the review is not whole, whenever nobody else is asking. */
  #goOn() {
    const app = this.#app;
    const { game } = app;
    if (!this.#running) return;
    if (game.id !== this.#running) {
      this.#running = null;
      app.endStudy();
    } else if (!app.isAsking) {
      app.study({ kind: "review", ...game.upTo(game.played.length), seconds: SECONDS }, (review) => this.#hear(review));
    }
  }

  #hear(review) {
    const { game } = this.#app;
    if (game.id !== this.#running) return;
    game.review = review;
    if (review.final) {
      this.#running = null;
      game.save();
    }
    this.#app.draw();
  }

  /** Show the review of the turn on the board. */
  draw() {
    this.#goOn();
    const { game, view, kind, guest } = this.#app;
    pane.hidden = !game.reviewing || Boolean(guest);
    if (pane.hidden) return;
    const { review } = game;
    const turn = review?.turns[view.at - 1];
    render(html`
      <h2>${t("review.title")}</h2>
      ${this.#running && this.#progress(review)}
      ${review && html`
        ${this.#counts(kind, review)}
        ${this.#curve(review, view.at)}
        ${this.#turning(kind, review)}
        ${turn && !game.main ? this.#turn(kind, view, turn) : html`<p>${t("review.start")}</p>`}`}
      <div class="row">
        ${this.#mistakes().length > 0 && html`<button type="button" data-review="learn" onClick=${() => this.#learn()}>${t("review.learn")}</button>`}
        <button type="button" onClick=${() => this.#close()}>${t("review.close")}</button>
      </div>`, pane);
  }

  #close() {
    if (this.#running) this.#app.endStudy();
    this.#running = null;
    this.#app.game.reviewing = false;
    this.#app.draw();
  }

  #progress(review) {
    const [done, all] = [review?.done ?? 0, review?.all ?? this.#app.game.played.length + 1];
    return html`<p>${t("review.running", { done, all })}</p><progress max=${all} value=${done} aria-label=${t("review.title")}></progress>`;
  }

  /** How many turns of each class each side has made. */
  #counts(kind, { turns }) {
    const number = (side, judgement) => turns.filter((turn) => turn.side === side && turn.judgement === judgement).length;
    const shown = JUDGEMENTS.filter((judgement) => turns.some((turn) => turn.judgement === judgement));
    return html`<table class="counts">
      <thead><tr><th scope="col">${t("review.turns")}</th>${SIDES.map((side) => html`<th scope="col" class=${side}>${sideName(kind, side)}</th>`)}</tr></thead>
      <tbody>${shown.map((judgement) => html`<tr class=${judgement}><th scope="row">${t(`review.${judgement}`)}</th>${SIDES.map((side) => html`<td>${number(side, judgement)}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t("review.all")}</th>${SIDES.map((side) => html`<td>${turns.filter((turn) => turn.side === side).length}</td>`)}</tr></tfoot>
    </table>`;
  }

  /** X's share from the start to the end; a click leads to the turn. */
  #curve({ start, turns }, at) {
    const shares = [start, ...turns.map((turn) => turn.played)].map((verdict) => verdict.share ?? 0.5);
    const last = Math.max(1, shares.length - 1);
    const points = shares.map((share, number) => `${(100 * number) / last} ${40 - 40 * share}`);
    const bad = turns.map((turn, number) => ({ ...turn, number })).filter(({ judgement }) => /mistake|gave/.test(judgement));
    const go = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const at = Math.round((last * (event.clientX - box.left)) / box.width);
      goTo(this.#app, () => at);
    };
    return html`<svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=${t("review.curve")} onClick=${go}>
      <rect class="curve-o" width="100" height="40" />
      <path class="curve-x" d=${`M0 40L${points.join("L")}L100 40z`} />
      <path class="curve" d=${`M${points.join("L")}`} />
      ${bad.map(({ number }) => html`<circle r="1.3" cx=${(100 * (number + 1)) / last} cy=${40 - 40 * shares[number + 1]} />`)}
      <path class="now" d=${`M${(100 * at) / last} 0V40`} />
    </svg>`;
  }

  /** Name the turn that decided the game, with what refutes it. */
  #turning(kind, { turns, turning, refutation }) {
    if (turning === null) return null;
    const turn = turns[turning];
    const text = this.#app.game.main ? "" : this.#app.view.turns[turning]?.text ?? "";
    const what = t("review.turning", { number: turning + 1, side: sideName(kind, turn.side), turn: text, judgement: t(`review.${turn.judgement}`) });
    return html`<p class="turning"><b>${what}</b> ${refutation.length > 0 && t("review.refuted", { turns: named(kind, refutation) })}
      ${" "}<button type="button" data-review="turning" onClick=${() => this.#showTurning()}>${t("review.show")}</button></p>`;
  }

  /** Put the turning point on the board, and point out what refutes it. */
  async #showTurning() {
    const app = this.#app;
    const { turning, refutation } = app.game.review;
    if (app.game.main) app.game.backToMain();
    await goTo(app, () => turning + 1);
    app.hint = refutation[0]?.cells ?? [];
    app.draw();
    panel.$("board").scrollIntoView({ block: "nearest" });
  }

  #turn(kind, view, turn) {
    const app = this.#app;
    const { text } = view.turns[view.at - 1];
    return html`
      <p><b>${sideName(kind, turn.side)} ${text}: ${t(`review.${turn.judgement}`)}.</b> ${t("review.before", { verdict: said(turn.before).line })} ${t("review.after", { verdict: said(turn.played).line })}</p>
      ${turn.better.length > 0 ? this.#better(kind, view, turn) : html`<p>${t("review.fine")}</p>`}
      <label>${t("review.note")}<textarea rows="2" value=${app.game.comments[view.at] ?? ""} onInput=${(event) => this.#note(view.at, event.target.value)}></textarea></label>`;
  }

  /** What would have been better, why, and how it goes on; in a lost position, what lasts longer. */
  #better(kind, view, turn) {
    const [first, ...rest] = turn.line;
    const told = t(turn.judgement === "lost" ? "review.longer" : "review.better", { turn: first.text, reason: this.#reason(kind, view, turn, first) });
    return html`<p>${told} ${rest.length > 0 && lineOf(kind, { line: rest })}
      ${" "}<button type="button" onClick=${() => this.#try(view.at - 1, turn.better[0])}>${t("review.try")}</button></p>`;
  }

  #reason(kind, view, turn, first) {
    const marks = view.marks.map((mark, cell) => (view.turns[view.at - 1].cells.includes(cell) ? null : mark));
    const words = turnReasons(kind, { ...view, marks, side: turn.side, owners: view.owners }, first.cells);
    return `${words}. ${said(turn.before).line.replace(/\.$/, "")}`;
  }

  #note(at, text) {
    const { game } = this.#app;
    game.comments[at] = text;
    game.save();
  }

  /** Put the better turn on the board; the game as it was played is kept. */
  #try(at, turn) {
    const app = this.#app;
    return app.do(async () => {
      app.game.goTo(at);
      app.game.stepAside();
      app.game.enter(turn);
      app.game.held = true;
      panel.explain(t("say.aside"));
      await app.refresh();
    });
  }

  /** The turns of persons that lost something; of both sides where programs have played alone. */
  #mistakes() {
    const { game } = this.#app;
    if (!game.review?.final) return [];
    const persons = SIDES.filter((side) => game.isPerson(side));
    const turns = game.review.turns.map((turn, number) => ({ ...turn, number }));
    return turns.filter((turn) => costly(turn) && (!persons.length || persons.includes(turn.side)));
  }

  /** Have each of these turns come back as a puzzle. */
  async #learn() {
    const app = this.#app;
    const whole = await app.patiently(() => rules.view(app.game.upTo(app.game.played.length), app.game.played.length));
    const puzzles = this.#mistakes().map(({ number, side, position, judgement, better }) => ({
      start: position, side, task: "better", turns: 0, answer: [better[0]], played: whole.turns[number].text, judgement,
    }));
    const { openMistakes } = await import("./puzzles.js");
    await openMistakes(app, { game: app.game.game, own: true, yardsticks: [], puzzles });
    panel.$("board").scrollIntoView({ block: "nearest" });
  }
}

/** Turns in words, each with its side. */
const named = (kind, turns) => turns.map((turn) => `${sideName(kind, turn.side)} ${turn.text}`).join(", ");
