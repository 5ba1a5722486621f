// The games kept in this browser: named and dated, opened again, written to a file or drawn as a picture.

import * as panel from "./panel.js";
import { picture } from "./picture.js";
import { html, render } from "./preact.js";
import { rules } from "./server.js";
import { namesOf, save } from "./share.js";
import { language, sideName, t } from "./texts.js";
import * as words from "./words.js";

const $ = panel.$;

/** Wire the dialog of games. */
export function wireShelf(app) {
  const draw = () => render(list(app, draw), $("games"));
  $("shelf-open").addEventListener("click", () => {
    draw();
    $("shelf-dialog").showModal();
  });
}

const day = (time) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(time);

function list(app, draw) {
  const games = [...(app.game.isBegun ? [app.game] : []), ...app.game.kept.toReversed()];
  if (!games.length) return html`<p>${t("shelf.empty")}</p>`;
  return html`<ul>${games.map((game) => html`<li key=${game.id}>${entry(app, game, draw)}</li>`)}</ul>`;
}

function entry(app, game, draw) {
  const kind = app.games.get(game.game);
  const here = game === app.game;
  const turns = (game.main?.turns ?? game.turns).length;
  const result = game.result === "draw" ? t("status.draw") : game.result ? t("status.won", { side: sideName(kind, game.result) }) : "";
  const state = result ? t("shelf.ended", { result: result.replace(/\.$/, ""), number: turns }) : t("shelf.running", { number: turns });
  const rename = (event) => {
    game.name = event.target.value;
    app.game.save();
  };
  const remove = () => {
    app.game.kept = app.game.kept.filter((one) => one !== game);
    app.game.save();
    app.draw();
    draw();
  };
  return html`
    <div>
      <input aria-label=${t("shelf.rename")} maxlength="60" placeholder=${words.titleOf(kind)} value=${game.name ?? ""} onInput=${rename} />
      <p class="soft">${words.titleOf(kind)}, ${day(game.began ?? Date.now())}: ${state}${here ? ` (${t("shelf.now")})` : ""}</p>
    </div>
    <div class="row">
      ${!here && html`<button type="button" onClick=${() => open(app, game.id)}>${t("shelf.open")}</button>`}
      <button type="button" onClick=${() => saveFile(app, game)}>${t("shelf.file")}</button>
      <button type="button" onClick=${() => savePicture(app, game)}>${t("shelf.picture")}</button>
      ${!here && html`<button type="button" onClick=${remove}>${t("shelf.delete")}</button>`}
    </div>`;
}

function open(app, id) {
  $("shelf-dialog").close();
  return app.do(async () => {
    if (!app.leaveGuest()) return;
    const { game } = app.game;
    app.game.bringBackOf(id);
    if (game !== app.game.game) app.enterGame();
    panel.explain("");
    await app.refresh();
  });
}

const whole = (game) => ({ game: game.game, start: game.start, turns: game.main?.turns ?? game.turns });

export const fileName = (game) => `${(game.name || game.game).replace(/[^\p{L}\p{N}]+/gu, "-")}-${new Date(game.began ?? Date.now()).toISOString().slice(0, 10)}`;

async function saveFile(app, game) {
  const name = (side) => app.game.players[game.game]?.[side]?.who ?? "person";
  const { text } = await app.patiently(() => rules.write(whole(game), "json", name("x"), name("o")));
  save(new Blob([text], { type: "application/json" }), `${fileName(game)}.json`);
}

async function savePicture(app, game) {
  const view = await app.patiently(() => rules.view(whole(game), whole(game).turns.length));
  save(await picture(app.games.get(game.game), view, { names: namesOf(app.games.get(game.game), game) }), `${fileName(game)}.png`);
}
