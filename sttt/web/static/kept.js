// What the rules have said of positions, kept in the browser: a game can be walked through where nobody answers.

const CACHE = "sttt-answers";
const MOST = 500;

let put = 0;

/** Keep how a position looks; `game` and `at` are what was asked for. */
export async function keep(game, at, view) {
  if (!globalThis.caches) return; // the address is not a safe one
  const cache = await caches.open(CACHE);
  const entered = view.at > at;
  const turns = [...game.turns.slice(0, at), ...(entered ? [game.tentative] : [])];
  await cache.put(address({ ...game, turns, tentative: entered ? [] : game.tentative }), Response.json(view));
  if (put++ % 50) return;
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
}

/** How a position looks, as far as it was kept: null where it was not. */
export async function recall(game, at) {
  if (!globalThis.caches) return null;
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
