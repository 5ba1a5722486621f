// What the buttons of one game do beside placing marks: they change the game, and have the page shown anew.

import * as panel from "./panel.js";
import { rules } from "./server.js";
import { reasonsFor } from "./shapes.js";
import { sideName, spoken, t } from "./texts.js";
import * as words from "./words.js";

const $ = panel.$;

/** Take back. */
export function undo(app) {
  return app.do(async () => {
    const target = app.undoTarget();
    if (!target) return;
    const half = app.game.tentative.length > 0;
    if (half) app.game.tentative = app.game.tentative.slice(0, -1);
    else app.game.goTo(target.at);
    panel.explain(t(half ? "say.back" : "say.back.long"));
    await app.refresh();
    panel.say(`${t("say.back")} ${$("status").textContent}`);
  });
}

/** Play again what was taken back. */
export function redo(app) {
  return app.do(async () => {
    let at = app.game.at + 1;
    while (at < app.game.turns.length && !app.game.isPerson(app.view.turns[at].side)) at += 1;
    app.game.goTo(at);
    panel.explain(app.game.notes[app.game.at] ?? "");
    await app.refresh();
    panel.say(`${t("say.turn", { number: app.game.at })} ${$("status").textContent}`);
  });
}

/** Look at another moment: where `place` leads from what the game is once all is entered that was placed. */
export function goTo(app, place) {
  return app.do(async () => {
    const at = place(app.game);
    if (at < 0 || at > app.game.turns.length || at === app.game.at) return;
    app.game.goTo(at);
    panel.explain(app.game.notes[at] ?? "");
    await app.refresh();
    const turn = at ? app.view.turns[at - 1] : null;
    panel.say(turn ? t("say.turn.of", { number: at, side: sideName(app.kind, turn.side), turn: spoken(turn.text) }) : t("say.start"));
  });
}

/** Give up what came after the position on the board, and let the side to move go on. */
export function goOn(app) {
  return app.do(async () => {
    app.game.goOn();
    panel.explain("");
    await app.refresh();
  });
}

/** Bring back what was really played, after trying something else. */
export function backToMain(app) {
  return app.do(async () => {
    app.game.backToMain();
    panel.explain(t("say.main"));
    await app.refresh();
  });
}

/** Say what speaks for the last turn: in a player's words, by the rules' own, and what its player said. */
export function explainLast(app) {
  return app.do(async () => {
    const { game, kind, view } = app;
    if (!game.at) return;
    const whole = { ...game.upToNow(), tentative: [] };
    const [{ reasons }, before] = await app.patiently(() => Promise.all([rules.why(whole), rules.view({ ...whole, turns: game.turns.slice(0, game.at - 1) }, game.at - 1)]));
    const turn = view.turns[view.at - 1];
    const ruled = reasons.map(({ placement, reason }) => `${placement} ${reason}`).join(", ");
    const seen = turnReasons(kind, before, turn.cells);
    const parts = [ruled && t("say.rules", { words: ruled }), seen, game.notes[game.at]].filter(Boolean);
    panel.explain(t("say.why", { side: sideName(kind, turn.side), turn: turn.text, reasons: parts.join(". ") || t("say.unknown") }));
  });
}

/** What speaks for each mark of a turn, in a player's words. */
export function turnReasons(kind, before, cells) {
  let view = before;
  const words = [];
  for (const cell of cells) {
    words.push(`${cells.length > 1 ? `${kind.shape.cells[cell].label} ` : ""}${reasonsFor(kind, view, cell, before.side)}`);
    view = { ...view, marks: view.marks.with(cell, before.side) };
  }
  return words.join(", ");
}

export function bringBack(app) {
  return app.do(async () => {
    if (!app.leaveGuest() || !app.game.kept.length) return;
    const { game } = app.game;
    app.game.bringBack();
    if (game !== app.game.game) app.enterGame();
    panel.explain(t("say.earlier"));
    await app.refresh();
    panel.say(t("say.earlier.of", { game: words.titleOf(app.kind), status: $("status").textContent }));
  });
}

/** Show a game that was read from a text, a file or an archive. */
export function open(app, read) {
  return app.do(async () => {
    if (!app.leaveGuest()) return;
    app.game.begin(read.game, { start: read.start, turns: read.turns });
    for (const side of ["x", "o"]) app.game.setPlayer(side, { ...app.game.player(side), who: "person" });
    app.enterGame();
    await app.refresh();
    panel.explain(t("say.opened", { note: read.note }));
  });
}

export function swap(app) {
  return app.do(async () => {
    const [x, o] = [app.game.player("x"), app.game.player("o")];
    app.game.setPlayer("x", o);
    app.game.setPlayer("o", x);
    app.showPlayers();
    if (!app.game.isBegun) panel.explain(panel.pairing(app.kind, app.game));
    await app.refresh();
  });
}

/** Seat somebody on a side, as the lists say now: what is done before it may fill them anew. */
export function seat(app, side) {
  const chosen = { who: $(`who-${side}`).value, seconds: Number($(`time-${side}`).value) };
  return app.do(async () => {
    app.game.setPlayer(side, chosen);
    app.showPlayers();
    if (!app.game.isBegun) panel.explain(panel.pairing(app.kind, app.game));
    await app.refresh();
  });
}

const BUTTONS = { names: "numbers" };

/** Show or hide something: `threats`, `names`, `analysis` or `truth`. */
export function toggle(app, name) {
  return app.do(async () => {
    app.show[name] = !app.show[name];
    $(BUTTONS[name] ?? name).setAttribute("aria-pressed", String(app.show[name]));
    if (name === "analysis" || name === "truth") await app.refresh();
    else app.draw();
  });
}

export function togglePause(app) {
  return app.do(async () => {
    app.paused = !app.paused;
    $("pause").setAttribute("aria-pressed", String(app.paused));
    $("pause").textContent = t(app.paused ? "pause.on" : "pause");
    await app.refresh();
  });
}
