// A link to send to somebody: a field, a button that copies it, the device's own way to share, and a QR code.

import { attempt } from "./optional.js";
import { $ } from "./panel.js";
import { html } from "./preact.js";
import { code } from "./qr.js";
import { request } from "./server.js";
import { t } from "./texts.js";

/** Whether the page's own address leads others nowhere, and the one that leads them here. */
const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
let outside = null;

/** Learn by which address others reach the page, where its own is of this machine alone. */
export async function learnAddress() {
  if (isLocal) outside = (await attempt(() => request("/api/rooms"), null))?.addresses?.[0] ?? null;
}

/** The address by which others reach what this page's own leads to. */
export const addressOf = (here) => (isLocal && outside ? outside + new URL(here).hash : here);

/** The page's own address as people read it, nothing where it leads others nowhere. */
export const readableAddress = () => (isLocal && !outside ? "" : addressOf(location.origin + location.pathname).replace(/^https?:\/\/|\/?(#.*)?$/g, ""));

/** Copy a field, or choose its text where the browser keeps its clipboard closed. */
async function copy(id, value) {
  if (!(await attempt(() => navigator.clipboard.writeText(value).then(() => true), false))) $(id).select();
}

/** What shows a link; `key` is the text above it. */
export function sendable(id, key, here) {
  const url = addressOf(here);
  const squares = code(url);
  return html`${isLocal && !outside && html`<p class="soft">${t("friend.local")}</p>`}<label for=${id}>${t(key)}</label>
    <div class="row"><input id=${id} readonly value=${url} onFocus=${(event) => event.target.select()} />
    <button type="button" onClick=${() => copy(id, url)}>${t("friend.copy")}</button>
    ${"share" in navigator && html`<button type="button" onClick=${() => attempt(() => navigator.share({ url }))}>${t("friend.send")}</button>`}</div>
    ${squares && html`<details><summary>${t("friend.code")}</summary>
      <svg class="code" role="img" aria-label=${t("friend.code")} viewBox="-4 -4 ${squares.size + 8} ${squares.size + 8}" shape-rendering="crispEdges">
        <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" /><path d=${squares.path} fill="#000" /></svg></details>`}`;
}
