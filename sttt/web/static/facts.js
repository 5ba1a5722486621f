// What is known of a move, in numbers, signs and words.

import { count, sideName, t } from "./texts.js";

/** A move's worth to a side, for sorting: wins, the soonest first, then what is open by its share, then losses. */
export function worth(move, side) {
  if (move.value === "draw") return 0.5;
  if (move.value) return move.value === side ? 3 - (move.distance ?? 500) / 1000 : -3 + (move.distance ?? 0) / 1000;
  if (move.share === null) return 0.4;
  return side === "x" ? move.share : 1 - move.share;
}

/** What a cell wears: a tone, a few characters, and words. */
export function factOf(game, move, side) {
  const turns = move.distance === null ? "" : Math.floor((move.distance + 1) / 2);
  if (move.value === "draw") return { tone: "draw", short: t("truth.short.draw"), words: t("truth.draw") };
  if (move.value) {
    const tone = move.value === side ? "win" : "loss";
    const words = turns === "" ? t(`truth.${tone}`) : count(`truth.${tone}`, turns);
    return { tone, short: `${t(`truth.short.${tone}`)}${turns}`, words };
  }
  const percent = move.share === null ? "" : Math.max(1, Math.min(99, Math.round(100 * (side === "x" ? move.share : 1 - move.share))));
  const score = percent === "" ? "" : t(move.depth ? "truth.open.depth" : "truth.open", { percent, number: move.depth });
  const proven = deniedOf(game, move);
  return { tone: "open", short: percent === "" ? "·" : String(percent), words: [score, proven].filter(Boolean).join("; "), proven };
}

/** How far it is proven that a side cannot win, in words; nothing where nothing is. */
function deniedOf(game, { denied }) {
  if (!denied) return "";
  const side = sideName(game, denied.side);
  return denied.turns ? count("truth.denied", denied.turns, { side }) : t("truth.denied", { side });
}
