// What the rules have said of positions, kept in the browser: a game can be walked through where nobody answers.

import { attempt } from "./optional.js";

const CACHE = "sttt-answers";
const MOST = 500;

let puts = 0;

/** Keep how a position looks; `game` and `at` are what was asked for. */
export const keep = (game, at, view) => attempt(() => put(game, at, view));

async function put(game, at, view) {
  const cache = await caches.open(CACHE);
  const entered = view.at > at;
  const turns = [...game.turns.slice(0, at), ...(entered ? [game.tentative] : [])];
  await cache.put(address({ ...game, turns, tentative: entered ? [] : game.tentative }), Response.json(view));
  if (puts++ % 50) return;
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
}

/** How a position looks, as far as it was kept: null where it was not. */
export const recall = (game, at) => attempt(() => find(game, at), null);

async function find(game, at) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(address({ ...game, turns: game.turns.slice(0, at) }));
  const whole = await cache.match(address({ ...game, tentative: [] }));
  if (!found) return null;
  const view = await found.json();
  return { ...view, turns: whole ? (await whole.json()).turns : view.turns, kept: true };
}

/** A position's address in the cache; nothing is asked for there. */
function address({ game, start, turns, tentative }) {
  return new URL(`kept/${encodeURIComponent(JSON.stringify([game, start, turns, tentative]))}`, document.baseURI).href;
}
