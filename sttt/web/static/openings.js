// Openings: what is known of the turns where the game has come to, and what an archive's games made of them.

import { factOf } from "./facts.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { rules } from "./server.js";
import { sideName, t } from "./texts.js";
import { said } from "./words.js";

const COUNTING = 1500;
const MOST_ROWS = 90;

const pane = panel.$("openings-pane");

let opened = null;

/** Show the openings beside the board, or hide them. */
export function toggleOpenings(app) {
  opened ??= new Openings(app);
  opened.toggle();
}

class Openings {
  #app;
  #shown = false;
  /** The position that is told of, and what is told. */
  #asked = "";
  #given = null;
  #known = null;
  #most = MOST_ROWS;

  constructor(app) {
    this.#app = app;
    app.onDraw(() => this.#follow());
  }

  toggle() {
    this.#shown = !this.#shown;
    panel.$("openings").setAttribute("aria-pressed", String(this.#shown));
    this.#asked = "";
    this.#follow();
  }

  /** Ask anew when the position on the board is another one. */
  #follow() {
    pane.hidden = !this.#shown || Boolean(this.#app.guest);
    if (pane.hidden) return;
    const given = { ...this.#app.game.upToNow(), tentative: [] };
    const asked = JSON.stringify(given);
    if (asked === this.#asked) return void (this.#known && this.#draw());
    this.#asked = asked;
    this.#given = given;
    this.#known = null;
    this.#most = MOST_ROWS;
    this.#draw();
    this.#ask();
  }

  async #ask() {
    const [asked, most] = [this.#asked, this.#most];
    const known = await this.#app.patiently(() => rules.openings({ ...this.#given, most }));
    if (asked !== this.#asked || most !== this.#most) return;
    this.#known = known;
    this.#draw();
    if (!known.complete) setTimeout(() => asked === this.#asked && this.#ask(), COUNTING);
  }

  #draw() {
    const known = this.#known;
    const rows = known?.openings ?? [];
    const games = rows.some((row) => total(row.games));
    const more = known ? known.all - rows.length : 0;
    render(html`
      <h2>${t("openings")}</h2>
      ${!known && html`<p>…</p>`}
      ${known && !rows.length && html`<p>${t("verdict.over")}</p>`}
      ${rows.length > 0 && html`<table>
        <thead><tr><th scope="col">${t("openings.turn")}</th><th scope="col">${t("openings.known")}</th>${games && html`<th scope="col">${t("openings.games")}</th>`}</tr></thead>
        <tbody>${rows.map((row) => html`<tr key=${row.text}>${this.#row(row, games)}</tr>`)}</tbody>
      </table>`}
      ${more > 0 && html`<p><button type="button" onClick=${() => this.#showMore()}>${t("openings.more", { number: more })}</button></p>`}
      ${known && known.counted !== null && html`<p class="soft">${t(known.complete ? "openings.counted" : "openings.counting", { number: known.counted })}</p>`}
      <p class="soft">${t("openings.legend")}</p>`, pane);
  }

  #showMore() {
    this.#most += MOST_ROWS;
    this.#ask();
  }

  #row(row, games) {
    const point = (cells) => () => {
      this.#app.hint = cells;
      this.#app.draw();
    };
    return html`
      <td><button type="button" class=${row.is_book ? "book" : ""} onClick=${() => this.#walk(row)} onMouseEnter=${point(row.cells)} onMouseLeave=${point([])}
        onFocus=${point(row.cells)} onBlur=${point([])}>${row.text}</button>${row.alike > 1 && html` <small title=${t("openings.alike", { number: row.alike })}>×${row.alike}</small>`}</td>
      <td>${this.#verdict(row)}</td>
      ${games && html`<td>${this.#games(row.games)}</td>`}`;
  }

  /** What is proven behind a turn, and what the book does there. */
  #verdict(row) {
    const { short, tone } = factOf(row.verdict);
    const words = [row.is_book && t("openings.book"), said(row.verdict).line, row.reply && t("openings.reply", { turn: row.reply })];
    return html`<b class=${`fact ${tone}`}>${short}</b> ${words.filter(Boolean).join(" ")}`;
  }

  #games({ x, o, draw }) {
    const { kind } = this.#app;
    const all = x + o + draw;
    if (!all) return "–";
    const words = t("openings.score", { all, x: sideName(kind, "x"), o: sideName(kind, "o"), "x-wins": x, "o-wins": o, draws: draw });
    return html`<span class="tally" role="img" aria-label=${words} title=${words}>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="x" width=${(100 * x) / all} height="10" /><rect class="draw" x=${(100 * x) / all} width=${(100 * draw) / all} height="10" /><rect class="o" x=${(100 * (x + draw)) / all} width=${(100 * o) / all} height="10" /></svg>
      <small>${all}</small></span>`;
  }

  /** Walk on by a turn; a game that was played is kept. */
  #walk(row) {
    const app = this.#app;
    return app.do(async () => {
      if (app.game.tentative.length) app.game.tentative = [];
      if (app.game.stepAside()) panel.explain(t("say.aside"));
      app.game.enter(row.turn);
      app.game.held = true;
      app.hint = [];
      await app.refresh();
      panel.say(t("say.turn.of", { number: app.game.at, side: sideName(app.kind, app.view.turns[app.game.at - 1].side), turn: row.text }));
    });
  }
}

const total = ({ x, o, draw }) => x + o + draw;
