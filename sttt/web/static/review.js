// After the game: an engine looks at every turn; the curve, what was better, notes. Kept with the game.

import { factOf } from "./facts.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { goTo, turnReasons } from "./actions.js";
import { rules } from "./server.js";
import { sideName, t } from "./texts.js";
import * as words from "./words.js";

const SECONDS = 0.6;
const INACCURATE = 0.07;
const MISTAKE = 0.17;

const pane = panel.$("review-pane");

/** Wire the review of finished games. */
export function wireReview(app) {
  const review = new Review(app);
  panel.$("review").addEventListener("click", () => review.start());
  app.onDraw(() => review.draw());
}

/** What a side's turn was, from the evaluations before and behind it. */
export function judge(before, after, side) {
  const wins = after.value === side && after.distance === 0;
  if (wins || same(before.cells, after.played)) return "best";
  const [was, is] = [standing(before, side), standing(after, side)];
  if (was > 1 && is <= 1) return is < 0 ? "lost-all" : "lost-win";
  return before.value === "draw" && is < 0 ? "lost-draw" : lossOf(before, after, side);
}

/** 2 for a proven win, 1 for a proven draw, -1 for a proven loss, 1 where nothing is proven. */
function standing({ value }, side) {
  if (!value || value === "draw") return 1;
  return value === side ? 2 : -1;
}

function lossOf(before, after, side) {
  const own = (share) => (share === null ? 0.5 : side === "x" ? share : 1 - share);
  const lost = own(before.share) - own(after.share);
  if (before.value && before.value !== "draw" && before.value !== side) return "good"; // it was lost already
  return lost > MISTAKE ? "mistake" : lost > INACCURATE ? "inaccurate" : "good";
}

const same = (one, two) => [...one].sort().join() === [...two].sort().join();

class Review {
  #app;
  #at = null;

  constructor(app) {
    this.#app = app;
  }

  /** Ask the strongest player about every position of the game that was played. */
  async start() {
    const app = this.#app;
    const { game } = app;
    if (game.review) return this.#show(game);
    const { id } = game;
    await app.do(async () => {
      app.stopThinking();
      if (game.main) game.backToMain();
      const turns = game.played.length;
      const whole = await app.patiently(() => rules.view(game.upTo(turns), turns));
      const seen = [];
      for (this.#at = 0; this.#at <= turns; this.#at += 1) {
        this.draw();
        if (game.id !== id || app.game !== game || this.#at === null) return;
        seen.push(await this.#look(this.#at, turns, whole));
      }
      this.#at = null;
      game.review = { turns: whole.turns.map((turn, number) => this.#judged(whole, seen, turn, number)), start: seen[0] };
      game.save();
      app.draw();
    });
    if (game.review) this.#show(game);
  }

  #show(game) {
    game.reviewing = true;
    this.draw();
  }

  /** What is thought of the position behind so many turns. */
  #look(at, turns, whole) {
    if (at === turns && whole.result) return { share: { x: 1, o: 0 }[whole.result] ?? 0.5, value: whole.result, distance: 0, cells: [], text: "", line: [] };
    const { game, analysis } = this.#app;
    return new Promise((resolve) => {
      this.#app.ask({ ...game.upTo(at), tentative: [], player: analysis.strongest, seconds: SECONDS }, (thought) => {
        const { share, value, distance, cells, text, line, depth } = thought;
        if (thought.final) resolve({ share, value, distance, cells, text, turn: thought.turn, line, depth });
      });
    });
  }

  #judged(whole, seen, turn, number) {
    const [before, after] = [seen[number], { ...seen[number + 1], played: turn.cells }];
    const judgement = judge(before, after, turn.side);
    return { side: turn.side, judgement, share: after.share, value: after.value, distance: after.distance, better: judgement === "best" ? null : before };
  }

  /** Show the review of the turn on the board. */
  draw() {
    const { game, view, kind } = this.#app;
    const shown = this.#at !== null || (game.reviewing && game.review);
    pane.hidden = !shown;
    if (!shown) return;
    if (this.#at !== null) {
      render(html`<p>${t("review.running", { at: this.#at, all: game.played.length })}</p><progress max=${game.played.length} value=${this.#at}></progress>`, pane);
      return;
    }
    const turn = game.review.turns[view.at - 1];
    render(html`
      <p><b>${t("review.title")}</b> ${["x", "o"].map((side) => html`<br />${this.#summary(side)}`)}</p>
      ${this.#curve(game.review, view.at)}
      ${turn && !game.main ? this.#turn(kind, view, turn) : html`<p>${t("review.start")}</p>`}
      <button type="button" onClick=${() => this.#close()}>${t("review.close")}</button>`, pane);
  }

  #close() {
    this.#app.game.reviewing = false;
    this.draw();
  }

  #summary(side) {
    const { game, kind } = this.#app;
    const judgements = game.review.turns.filter((turn) => turn.side === side).map((turn) => turn.judgement);
    const number = (...names) => judgements.filter((one) => names.includes(one)).length;
    return t("review.summary", { side: sideName(kind, side), best: number("best"), inaccurate: number("inaccurate"), mistakes: number("mistake", "lost-win", "lost-draw", "lost-all") });
  }

  /** X's share from the start to the end; a click leads to the turn. */
  #curve({ start, turns }, at) {
    const shares = [start, ...turns].map((one) => one.share ?? 0.5);
    const last = Math.max(1, shares.length - 1);
    const points = shares.map((share, number) => `${(100 * number) / last} ${40 - 40 * share}`);
    const bad = turns.map((turn, number) => ({ ...turn, number })).filter((turn) => /mistake|lost/.test(turn.judgement));
    const go = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const at = Math.round((last * (event.clientX - box.left)) / box.width);
      goTo(this.#app, () => at);
    };
    return html`<svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=${t("review.curve")} onClick=${go}>
      <rect class="curve-o" width="100" height="40" />
      <path class="curve-x" d=${`M0 40L${points.join("L")}L100 40z`} />
      <path class="curve" d=${`M${points.join("L")}`} />
      ${bad.map((turn) => html`<circle r="1.3" cx=${(100 * (turn.number + 1)) / last} cy=${40 - 40 * (turn.share ?? 0.5)} />`)}
      <path class="now" d=${`M${(100 * at) / last} 0V40`} />
    </svg>`;
  }

  #turn(kind, view, turn) {
    const app = this.#app;
    const { text } = view.turns[view.at - 1];
    const { better } = turn;
    const verdict = words.verdict(kind, { ...turn, player: app.analysis.strongest }, turn.side);
    return html`
      <p><b>${sideName(kind, turn.side)} ${text}: ${t(`review.${turn.judgement}`)}.</b> ${t("review.after", { verdict })}</p>
      ${better && better.text ? html`<p>${t("review.better", { turn: better.text, reason: this.#reason(kind, view, better, turn.side) })} <button type="button" onClick=${() => this.#try(view.at - 1, better)}>${t("review.try")}</button></p>` : html`<p>${t("review.fine")}</p>`}
      <label>${t("review.note")}<textarea rows="2" value=${app.game.comments[view.at] ?? ""} onInput=${(event) => this.#note(view.at, event.target.value)}></textarea></label>`;
  }

  #reason(kind, view, better, side) {
    const marks = view.marks.map((mark, cell) => (view.turns[view.at - 1].cells.includes(cell) ? null : mark));
    const words = turnReasons(kind, { ...view, marks, side, owners: view.owners }, better.cells);
    const fact = factOf(kind, better, side);
    return fact.words ? `${words}; ${fact.words}` : words;
  }

  #note(at, text) {
    const { game } = this.#app;
    game.comments[at] = text;
    game.save();
  }

  /** Put the better turn on the board; the game as it was played is kept. */
  #try(at, better) {
    const app = this.#app;
    return app.do(async () => {
      app.game.goTo(at);
      app.game.stepAside();
      app.game.enter(better.turn);
      app.game.held = true;
      panel.explain(t("say.aside"));
      await app.refresh();
    });
  }
}
