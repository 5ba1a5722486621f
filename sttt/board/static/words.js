// What is said of a position and of what a player thinks of it, wherever that is shown.

import { reasonsFor } from "./shapes.js";
import { language, sideName, t } from "./texts.js";

/** A verdict in the reader's language: `badge`, `line` and `paragraph`. */
export const said = (verdict) => verdict.words[language];

export const titleOf = (game) => t(`title.${game.name}`, {}, game.title);

/** What people call a player of a game: a level by its strength, others by their name. */
export function playerName(game, name) {
  const level = game.players?.find((one) => one.name === name)?.strength;
  return level ? t(`strength.${level.called}`) : name;
}

/** The same with the measured Elo, where there is one. */
export function levelName(game, name) {
  const level = game.players?.find((one) => one.name === name)?.strength;
  return level ? t("strength.about", { name: playerName(game, name), elo: level.elo }) : name;
}

/** Say whose move it is, or who has won. */
export function statusOf(game, view, { thinking, person, you = null }) {
  if (view.result === "draw") return t("status.draw");
  if (view.result) return t(you ? `status.${you === view.result ? "you" : "lost"}` : "status.won", { side: sideName(game, view.result) });
  const side = sideName(game, view.side);
  if (thinking) return t("status.thinking", { side, player: playerName(game, thinking) });
  if (!person || game.turn === 1) return t("status.move", { side });
  return t(view.left === 1 ? "status.move.one" : "status.move.many", { side, number: view.left });
}

export function lineOf(game, thought) {
  const turns = thought.line.slice(0, 6).map((turn) => `${sideName(game, turn.side)} ${turn.text}`);
  return turns.length ? t("line.expects", { turns: `${turns.join(", ")}${thought.line.length > 6 ? " …" : ""}` }) : "";
}

/** Say what speaks for the marks on some cells, in a player's words. */
export function playerReason(game, view, cells) {
  let now = view;
  const words = cells.map((cell) => {
    const reason = reasonsFor(game, now, cell, view.side);
    now = { ...now, marks: now.marks.with(cell, view.side) };
    return reason;
  });
  return [...new Set(words)].join(", ");
}
