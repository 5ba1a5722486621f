// What is said of a position and of what a player thinks of it, wherever that is shown.

import { reasonsFor } from "./shapes.js";
import { has, sideName, t } from "./texts.js";

export const titleOf = (game) => t(`title.${game.name}`, {}, game.title);

/** What people call a player: a level by its description, others by their name. */
export const playerName = (name) => (has(`level.${name}`) ? t(`level.${name}`) : name);

/** The same in a word: what stands before a level's description. */
export const shortName = (name) => (has(`level.${name}`) ? playerName(name).split(":")[0] : name);

/** Say whose move it is, or who has won. */
export function statusOf(game, view, { thinking, person, you = null }) {
  if (view.result === "draw") return t("status.draw");
  if (view.result) return t(you ? `status.${you === view.result ? "you" : "lost"}` : "status.won", { side: sideName(game, view.result) });
  const side = sideName(game, view.side);
  if (thinking) return t("status.thinking", { side, player: shortName(thinking) });
  if (!person || game.turn === 1) return t("status.move", { side });
  return t(view.left === 1 ? "status.move.one" : "status.move.many", { side, number: view.left });
}

/** Say who chose and why, once where both are the same. */
export function reasonOf(thought) {
  return thought.reason === thought.player ? thought.player : `${thought.player}: ${thought.reason}`;
}

/** Say what a thought is worth, in words. */
export function verdict(game, thought, side) {
  if (thought.value === "draw") return t("verdict.draw");
  if (thought.value) {
    const winner = { side: sideName(game, thought.value) };
    if (thought.distance === null) return t("verdict.wins", winner);
    const number = Math.floor((thought.distance + 1) / 2);
    return t(number === 1 ? "verdict.wins.one" : "verdict.wins.many", { ...winner, number });
  }
  if (thought.share === null) return t("verdict.noscore", { player: thought.player });
  const lead = Math.abs(thought.share - 0.5);
  const leader = { side: sideName(game, thought.share > 0.5 ? "x" : "o") };
  const words = lead < 0.04 ? t("verdict.even") : t(lead < 0.15 ? "verdict.slight" : lead < 0.3 ? "verdict.better" : "verdict.much", leader);
  if (thought.score === null || thought.score === undefined) return `${words}.`;
  const depth = thought.depth ? t("verdict.depth", { number: thought.depth }) : "";
  return t("verdict.score", { words, score: `${thought.score > 0 ? "+" : ""}${thought.score}`, side: sideName(game, side), depth });
}

export function lineOf(game, thought) {
  const turns = thought.line.slice(0, 6).map((turn) => `${sideName(game, turn.side)} ${turn.text}`);
  return turns.length ? t("line.expects", { turns: `${turns.join(", ")}${thought.line.length > 6 ? " …" : ""}` }) : "";
}

/** Say who chose and why, in a player's words where the board shows a reason. */
export function playerReason(game, view, thought) {
  if (thought.reason === thought.player) return shortName(thought.player);
  let now = view;
  const words = thought.cells.map((cell) => {
    const reason = reasonsFor(game, now, cell, view.side);
    now = { ...now, marks: now.marks.with(cell, view.side) };
    return reason;
  });
  const proven = thought.value ? `. ${verdict(game, thought, view.side).replace(/\.$/, "")}` : "";
  return `${shortName(thought.player)}: ${[...new Set(words)].join(", ")}${proven}`;
}
