// How a game gets on the board when the page is opened: from an earlier visit, or by a link.

import { BadLink, Game, fromLink } from "./game.js";
import * as panel from "./panel.js";
import { Refused, rules } from "./server.js";
import { other } from "./shapes.js";
import { t } from "./texts.js";

/** Show the game as it stands, or a new one if it cannot be played; returns what is wrong with it. */
export async function enterSaved(app) {
  const { game, players, kept } = app.game;
  const known = app.games.has(game);
  app.game.kept = kept.filter((one) => app.games.has(one.game));
  try {
    if (!known) throw new Refused(t("error.no-game", { game }));
    app.enterGame();
    await app.refresh();
    return "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    app.game = new Game({ players, kept: app.game.kept, game: known ? game : [...app.games.keys()][0] });
    app.enterGame();
    await app.refresh();
    return t("error.saved", { reason: error.message });
  }
}

/** Show the game that the address leads to, if any, as it was shared; otherwise leave all as it is. */
export async function enterLink(app) {
  const { hash } = location;
  if (!hash.startsWith("#room=") && hash !== "#live") history.replaceState(null, "", location.pathname + location.search); // a reload is to restore the game, not the link
  try {
    const linked = fromLink(hash);
    if (!linked) return "";
    if (!app.games.has(linked.game)) throw new BadLink(t("error.no-game", { game: linked.game }));
    const view = await app.patiently(() => rules.view(new Game({ ...linked, players: {} }).whole(), linked.turns.length));
    if (!app.leaveGuest()) return "";
    if (linked.id) app.game.receive({ ...linked, mail: receiver(view) });
    else app.game.begin(linked.game, linked);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof BadLink)) throw error;
    const then = t(app.view || app.game.isBegun ? "error.link.kept" : "error.link.new");
    if (!app.view) await enterSaved(app);
    return t("error.link", { reason: error.message, then });
  }
  await enterSaved(app);
  if (app.game.mail) return app.view.result ? "" : t(app.game.mail === app.view.side ? "friend.yours" : "friend.theirs");
  return `${t("link.shown")}${app.view.result ? "" : ` ${t("link.play")}`}`;
}

/** Whoever did not send the game: whose turn is next, and of a game that is over whose turn was not the last. */
const receiver = ({ turns, side }) => (turns.length ? other(turns.at(-1).side) : side);

/** Show a link that was opened in this tab. */
export function followLink(app) {
  return app.do(async () => {
    const said = await enterLink(app);
    if (said) panel.explain(said);
  });
}
