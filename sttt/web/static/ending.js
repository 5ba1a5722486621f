// When a game is over: who won and where it turned, and what one may do next.

import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { sharing } from "./share.js";
import { store, stored } from "./optional.js";
import { sideName, t } from "./texts.js";
import { levelName } from "./words.js";

const KEY = "sttt-results";
const RUN = 3;
const pane = panel.$("ending");

/** Show the panel whenever a game on the board is over; `review` is what looks for its turning point. */
export function wireEnding(app, review) {
  const ending = new Ending(app, review);
  app.onDraw(() => ending.draw());
}

class Ending {
  #app;
  #review;
  /** The id of the game that was seen going on. */
  #seen = null;
  #shares = false;

  constructor(app, review) {
    this.#app = app;
    this.#review = review;
  }

  draw() {
    const { game, view, guest } = this.#app;
    const isOver = Boolean(view.result) && game.isAtEnd && !game.main && (!guest || guest.room);
    if (!isOver) {
      pane.hidden = true;
      this.#shares = false;
      if (!view.result) this.#seen = game.id;
      return;
    }
    if (this.#seen === game.id) {
      this.#seen = null;
      this.#note();
      if (panel.sideOfPerson(game)) this.#review.look();
    }
    panel.dropOffer();
    pane.hidden = false;
    render(this.#content(), pane);
  }

  #content() {
    const { game, guest } = this.#app;
    const next = guest ? null : this.#proposal();
    return html`
      ${this.#turning()}
      ${next && html`<p><b>${next.text}</b> <button class="main" type="button" data-ending="level" onClick=${() => this.#take(next.level)}>${t("ending.level.take")}</button></p>`}
      <div class="row">
        ${!guest && !game.mail && html`<button class=${next ? "" : "main"} type="button" data-ending="rematch" onClick=${() => this.#app.newGame()}>${t("ending.rematch")}</button>`}
        <button type="button" data-ending="share" aria-expanded=${String(this.#shares)} onClick=${() => this.#share()}>${t("ending.share")}</button>
      </div>
      ${this.#shares && sharing(this.#app)}`;
  }

  #share() {
    this.#shares = !this.#shares;
    this.draw();
  }

  /** Where the game turned, as far as that is known. */
  #turning() {
    const { game, kind, view } = this.#app;
    const { review } = game;
    if (!review) return null;
    if (!review.final) return html`<p class="soft">${t("ending.looking")}</p>`;
    if (review.turning === null) return html`<p class="soft">${t("ending.even")}</p>`;
    const { side, judgement } = review.turns[review.turning];
    const text = view.turns[review.turning].text;
    return html`<p>${t("ending.turned", { number: review.turning + 1, side: sideName(kind, side), turn: text, judgement: t(`review.${judgement}`) })}</p>`;
  }

  /** Take down how it went against a level: the last few results against the same one. */
  #note() {
    const { game, view } = this.#app;
    const side = panel.sideOfPerson(game);
    const level = side && this.#level(side);
    if (!level || this.#app.guest) return;
    const results = remembered();
    const before = results[game.game]?.who === level.name ? results[game.game].last : [];
    results[game.game] = { who: level.name, last: [...before, view.result === side ? 1 : view.result === "draw" ? 0 : -1].slice(-RUN) };
    store(KEY, JSON.stringify(results));
  }

  /** The level that a person of that side has met, nothing for another opponent. */
  #level(side) {
    const { who } = this.#app.game.player(side === "x" ? "o" : "x");
    return this.#app.kind.players.find((player) => player.name === who && player.level);
  }

  /** After a run of wins the level above, after one of losses the one below. */
  #proposal() {
    const { game, kind } = this.#app;
    const side = panel.sideOfPerson(game);
    const level = side && this.#level(side);
    const run = remembered()[game.game];
    if (!level || run?.who !== level.name || run.last.length < RUN) return null;
    const step = run.last.every((one) => one > 0) ? 1 : run.last.every((one) => one < 0) ? -1 : 0;
    const next = step && kind.players.find((player) => player.level === level.level + step);
    if (!next) return null;
    return { level: next, text: t(step > 0 ? "ending.up" : "ending.down", { level: next.level, name: levelName(kind, next.name) }) };
  }

  /** Play the next game against another level. */
  #take(level) {
    const { game } = this.#app;
    const side = panel.sideOfPerson(game) === "x" ? "o" : "x";
    game.setPlayer(side, { ...game.player(side), who: level.name });
    this.#app.showPlayers();
    return this.#app.newGame();
  }
}

function remembered() {
  try {
    return JSON.parse(stored(KEY) ?? "{}");
  } catch {
    return {}; // written by something else
  }
}
