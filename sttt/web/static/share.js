// A game to send to somebody: a picture, a short animation, or the link, by the device's own way to share or as a file.

import { attempt } from "./optional.js";
import { moments, painted, picture } from "./picture.js";
import { html } from "./preact.js";
import { rules } from "./server.js";
import { addressOf, readableAddress } from "./sending.js";
import { sideName, t } from "./texts.js";
import { playerName } from "./words.js";

const SHOWN = 60; // hundredths of a second
const LAST_SHOWN = 300;
const WIDE = 480;

/** Who played, each with the side. */
export function namesOf(kind, game) {
  const named = (side) => `${sideName(kind, side)}: ${game.names?.[side] || (game.isPerson?.(side) ?? true ? t("person") : playerName(kind, game.player(side).who))}`;
  return `${named(kind.first)} – ${named(kind.first === "x" ? "o" : "x")}`;
}

/** Let the browser keep a file. */
export function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Hand a file to the device's own way to share, where there is one, else keep it. */
async function send(blob, name) {
  const files = [new File([blob], name, { type: blob.type })];
  if (navigator.canShare?.({ files })) await attempt(() => navigator.share({ files }));
  else save(blob, name);
}

/** What sends the game on the board. */
export function sharing(app) {
  const { game, kind } = app;
  const told = { names: namesOf(kind, game), address: readableAddress() };
  const view = () => app.patiently(() => rules.view(game.upTo(game.played.length), game.played.length));
  const drawn = async () => send(await picture(kind, await view(), told), `${game.game}.png`);
  const moving = async () => {
    const scale = Math.min(1, WIDE / painted(kind, app.view).width);
    const shown = moments(kind, await view());
    const frames = shown.map((one, at) => ({ canvas: painted(kind, one, { ...told, scale }), hundredths: at === shown.length - 1 ? LAST_SHOWN : SHOWN }));
    const { gif } = await import("./gif.js");
    return send(gif(frames), `${game.game}.gif`);
  };
  const link = () => ("share" in navigator ? attempt(() => navigator.share({ url: addressOf(game.link()) })) : attempt(() => navigator.clipboard.writeText(addressOf(game.link()))));
  const act = (key, action) => html`<button type="button" data-share=${key} onClick=${action}>${t(`share.${key}`)}</button>`;
  return html`<div class="row sharing">${act("picture", drawn)}${act("animation", moving)}${act("link", link)}</div>`;
}
