// Verdicts as they are put in order, and as they are worn by cells and rows.

import { said } from "./words.js";

/** A verdict's worth to a side, for sorting: wins, the soonest first, then what is open by its share, then losses. */
export function worth({ value, turns, share }, side) {
  if (value === "draw") return 0.5;
  if (value) return value === side ? 3 - (turns ?? 250) / 500 : -3 + (turns ?? 0) / 500;
  if (share === null) return 0.4;
  return side === "x" ? share : 1 - share;
}

/** What a cell or a row wears: a tone, a few characters, and words. */
export const factOf = (verdict) => ({ tone: verdict.tone, short: said(verdict).badge, words: said(verdict).line });
