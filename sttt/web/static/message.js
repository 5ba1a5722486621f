// A friend by message: each turn makes a link that carries the game; no server keeps it.

import { $, dropOffer, explain } from "./panel.js";
import { html, render } from "./preact.js";
import { learnAddress, sendable } from "./sending.js";
import { other } from "./shapes.js";
import { sideName, t } from "./texts.js";

/** Have the link shown whenever a turn is to be sent. */
export function wireMessages(app) {
  app.onDraw(() => draw(app));
  learnAddress().then(() => draw(app));
}

/** Begin a game by message, as the side that is chosen. */
export function begin(app, side) {
  return app.do(async () => {
    if (!app.leaveGuest()) return;
    app.game.begin(app.game.game, { mail: side });
    app.enterGame();
    await app.refresh();
    explain(t(side === app.kind.first ? "friend.yours" : "message.first"));
  });
}

/** What the dialog offers of it. */
export const offer = (app, onBegin) => html`
  <h3>${t("message.title")}</h3>
  <p>${t("message.how")}</p>
  <div class="row">${["begin", "follow"].map((key) => [key, key === "begin" ? app.kind.first : other(app.kind.first)]).map(([key, side]) => html`<button type="button" data-message=${key} onClick=${() => onBegin(side)}>${t(`message.${key}`, { side: sideName(app.kind, side) })}</button>`)}</div>`;

function draw({ game, view, kind }) {
  const pane = $("message");
  pane.hidden = !game.mail || !view;
  if (pane.hidden) return render(null, pane);
  dropOffer();
  const last = view.turns.at(-1)?.side;
  const isSent = last ? last === game.mail : view.side !== game.mail;
  const sends = isSent && game.isAtEnd && !game.main && !game.tentative.length;
  render(html`<p><b class=${game.mail}>${t("message.you", { side: sideName(kind, game.mail) })}</b></p>
    ${sends && sendable("message-link", view.result ? "message.last" : "message.send", game.link())}`, pane);
}
