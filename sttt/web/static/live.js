// A tournament that is going on: its table, who plays whom, and the games that have ended, replayed on the board.

import { pause } from "./app.js";
import { unkept } from "./game.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { Refused, rules } from "./server.js";
import { sideName, t } from "./texts.js";
import * as words from "./words.js";

const EVERY = 2000;
const STEP = 700;

const pane = panel.$("tournament-pane");

/** Show the tournament that this server plays, or say that it plays none. */
export async function showLive(app) {
  try {
    const first = await app.patiently(() => rules.live());
    new Live(app).begin(first);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    panel.explain(error.message);
  }
}

class Live {
  #app;
  #known = null;
  #follows = true;
  /** The game that is replayed, and those that were. */
  #shown = null;
  #replays = 0;

  constructor(app) {
    this.#app = app;
  }

  begin(known) {
    this.#take(known);
    this.#poll();
  }

  async #poll() {
    while (!this.#known.over) {
      await pause(EVERY);
      this.#take(await this.#app.patiently(() => rules.live()));
    }
  }

  #take(known) {
    this.#known = known;
    this.#draw();
    if (this.#follows && !this.#replays) this.#newest();
  }

  /** Replay the game that ended last, unless it has been. */
  #newest() {
    const [newest] = this.#known.finished;
    if (newest && newest.id !== this.#shown) this.#replay(newest);
  }

  /** Put a game on the board and step through it. */
  async #replay(entry) {
    const app = this.#app;
    this.#shown = entry.id;
    this.#replays += 1;
    const replay = { going: true };
    await app.do(async () => {
      const read = await app.patiently(() => rules.archived(entry.id));
      app.guest?.leave?.();
      const before = app.game;
      app.game = unkept(read.game, { start: read.start, turns: read.turns });
      app.guest = { quiet: true, denies: ["hint", "undo", "analysis", "truth", "threats", "openings", "swap", "who-x", "who-o", "time-x", "time-o"], choose: () => true, leave: () => {
        replay.going = false;
        app.giveBack(before);
      } };
      if (before.game !== read.game) app.enterGame();
      app.showPlayers();
      panel.$("coach").hidden = true;
      panel.explain(t("live.replay", { x: entry.x, o: entry.o }));
      await app.refresh();
    });
    this.#draw();
    await this.#step(replay);
    this.#replays -= 1;
    if (this.#follows && replay.going) this.#newest();
  }

  async #step(replay) {
    const app = this.#app;
    const { game } = app;
    while (replay.going && app.game === game && !game.isAtEnd) {
      await pause(STEP);
      await app.do(async () => {
        if (app.game !== game || !replay.going) return;
        game.goTo(game.at + 1);
        await app.refresh();
      });
    }
  }

  #draw() {
    const known = this.#known;
    const kind = this.#app.games.get(known.game);
    pane.hidden = false;
    const result = ({ result }) => (result === "draw" ? t("files.draw") : result ? t("live.won", { side: sideName(kind, result) }) : t("files.unfinished"));
    const follow = (event) => {
      this.#follows = event.target.checked;
      if (this.#follows && !this.#replays) this.#newest();
    };
    render(html`
      <h2>${t("live.title", { game: words.titleOf(kind) })}</h2>
      <p aria-live="polite">${t(known.over ? "live.over" : "live.progress", { played: known.played, listed: known.listed })} ${known.champion && t("live.champion", { player: known.champion })}</p>
      <progress max=${Math.max(1, known.listed)} value=${known.played} aria-label=${t("live.games")}></progress>
      ${table("table", ["player", "points", "wins", "draws", "losses", "elo"], known.standings.map((one, place) => [`${place + 1} ${one.player}`, one.points, one.won, one.drawn, one.lost, elo(one)]))}
      ${known.workers.length > 0 && table("workers", ["worker", "games", "time-losses", "speed"], known.workers.map((one) => [one.worker, one.games, one.time_losses, one.nodes_per_second ? Math.round(one.nodes_per_second) : "–"]))}
      ${known.under_way.length > 0 && html`<h3>${t("live.under-way")}</h3><ul>${known.under_way.map(({ x, o }) => html`<li>${t("live.pairing", { x, o })}</li>`)}</ul>`}
      <h3>${t("live.finished")}</h3>
      <label><input type="checkbox" checked=${this.#follows} onChange=${follow} /> ${t("live.follow")}</label>
      <ul class="games">${known.finished.map((entry) => html`<li key=${entry.id}><button type="button" aria-current=${entry.id === this.#shown ? "true" : "false"} onClick=${() => this.#replay(entry)}>
        ${t("live.pairing", entry)}: ${result(entry)}, ${t("files.turns", { number: entry.turns })}</button></li>`)}</ul>`, pane);
  }
}

const elo = ({ elo: value, error }) => (value === null ? "–" : `${value > 0 ? "+" : ""}${Math.round(value)} ± ${Math.round(error)}`);

/** A table whose rows begin with what they are of; texts are named by their keys. */
const table = (name, columns, rows) => html`<div class="scroll" tabindex="0" role="group" aria-label=${t(`live.${name}`)}><table>
  <thead><tr>${columns.map((key) => html`<th scope="col">${t(`live.${key}`)}</th>`)}</tr></thead>
  <tbody>${rows.map(([of, ...cells]) => html`<tr key=${of}><th scope="row">${of}</th>${cells.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody>
</table></div>`;
