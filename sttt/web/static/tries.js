// What this browser has tried of the puzzles: which are solved, how many in a row, and the ratings that follow from it.

import { after, unrated } from "./glicko.js";
import { store, stored } from "./optional.js";

const KEY = "sttt-puzzles";
const PUZZLE_DEVIATION = 120;
const NOTHING = { streak: 0, best: 0, grade: 0, theme: "", tried: {}, ratings: {}, puzzles: {}, rush: {} };

function remembered() {
  try {
    return { ...structuredClone(NOTHING), ...JSON.parse(stored(KEY) ?? "{}") };
  } catch {
    return structuredClone(NOTHING); // written by something else
  }
}

export class Tries {
  /** How many in a row at the first try and at best, what is chosen, and what was tried. @type {any} */
  kept = remembered();

  save() {
    store(KEY, JSON.stringify(this.kept));
  }

  choose(what, value) {
    this.kept[what] = value;
    this.save();
  }

  isTried(game, number) {
    return `${game} ${number}` in this.kept.tried;
  }

  solved(game) {
    return Object.entries(this.kept.tried).filter(([key, right]) => right && key.startsWith(`${game} `)).length;
  }

  /** Take down a try of a puzzle; only the first one counts, as a game between the person and the puzzle. */
  note(game, number, puzzle, right, helped) {
    const { kept } = this;
    const key = `${game} ${number}`;
    const first = !(key in kept.tried);
    kept.tried[key] = right || kept.tried[key] || false;
    if (first) {
      kept.streak = right ? kept.streak + 1 : 0;
      const [person, rated] = [this.person(game), this.rated(game, number, puzzle)];
      const score = right && !helped ? 1 : 0;
      kept.ratings[game] = after(person, rated, score);
      kept.puzzles[key] = after(rated, person, 1 - score);
    }
    kept.best = Math.max(kept.best, kept.streak);
    this.save();
  }

  /** Take down how many were right in three minutes; the most so far. */
  noteRush(game, right) {
    this.kept.rush[game] = Math.max(right, this.kept.rush[game] ?? 0);
    this.save();
    return this.kept.rush[game];
  }

  person(game) {
    return this.kept.ratings[game] ?? unrated();
  }

  rated(game, number, puzzle) {
    return this.kept.puzzles[`${game} ${number}`] ?? unrated(puzzle.rating, PUZZLE_DEVIATION);
  }
}
