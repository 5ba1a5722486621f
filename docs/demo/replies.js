// What is answered before Python has started: how a board looks with the first turns on it, and what levels play there.

import { costsOf, isRack, other } from "./shapes.js";

const ZERO = 40; // the character that stands for placement 0
const PLAYED = 2; // turns that are known, and no placement after them

/** What is known of a game: how its start looks, and what the levels have played beforehand. */
export class Replies {
  #kind;
  #played;

  constructor(kind, played) {
    this.#kind = kind;
    this.#played = played;
  }

  /** How a game looks after one of its turns; null for what only the rules can tell. */
  view({ start, turns, tentative, at }) {
    const isWhole = tentative.length === this.#kind.turn;
    const all = isWhole ? [...turns.slice(0, at), tentative] : turns;
    const [shown, under] = isWhole ? [at + 1, []] : [at, tentative];
    if (start || all.length > PLAYED || (shown === PLAYED && under.length)) return null;
    const views = [this.#kind.view];
    for (const turn of all) views.push(this.#after(views.at(-1), turn));
    const now = this.#with(views[shown], under);
    return now && views.at(-1) && { ...now, at: shown, turns: views.at(-1).turns };
  }

  /** What a level plays on the first turn, or begins with, as it would think it; null where it has not done so beforehand. */
  thought({ id, player, start, turns, tentative }) {
    const level = this.#played.levels[player];
    if (!level || start || turns.length > 1 || tentative.length) return null;
    const before = turns.reduce((view, turn) => this.#after(view, turn), this.#kind.view);
    const drawn = this.#drawn(level, turns[0] ?? []);
    if (!before || !drawn) return null;
    const [draws, verdict, carried] = drawn;
    const from = this.#kind.turn * Math.floor((Math.random() * draws.length) / this.#kind.turn);
    const turn = placements(draws.slice(from, from + this.#kind.turn)).map(carried);
    const own = this.#after(before, turn).turns.at(-1);
    return { kind: "thought", id, final: true, turn, text: own.text, cells: own.cells, verdict: this.#played.verdicts[verdict], seconds: 0, line: [own] };
  }

  /** A level's draws to a turn, its verdict, and where a placement of theirs goes: the turn may be another one but for symmetries. */
  #drawn(level, turn) {
    for (const [number, first] of this.#played.firsts.entries()) {
      const carried = [turn, turn.toReversed()].map((one) => carry(this.#played.symmetries, placements(first), one)).find(Boolean);
      if (carried) return [...level[number], carried];
    }
    return null;
  }

  /** The view with a turn more; null if it is none. */
  #after(view, turn) {
    const now = turn.length === this.#kind.turn ? this.#with(view, turn) : null;
    if (!now) return null;
    const { shape } = this.#kind;
    const nameOf = (placement) => (isRack(shape) ? placement + 1 : shape.cells.find((cell) => cell.placement === placement).label);
    const own = { side: view.side, text: turn.map(nameOf).join("+"), cells: now.tentative };
    return { ...now, side: other(view.side), left: this.#kind.turn, tentative: [], turns: [...view.turns, own] };
  }

  /** The view with more placements of a turn; null where there is none or one of them is not allowed. */
  #with(view, more) {
    const { cells } = this.#kind.shape;
    return more.reduce((now, placement) => {
      const cell = now && cells.findIndex((one, number) => one.placement === placement && now.lands[number] === number);
      return now && cell >= 0 ? this.#marked(now, cell) : null;
    }, view ?? null);
  }

  #marked(view, cell) {
    const { cells } = this.#kind.shape;
    const marks = view.marks.with(cell, view.side);
    const lands = cells.map(({ placement }) => landing(cells, marks, placement));
    const refusals = lands.map((landed, number) => (landed === null ? view.refusals[number] ?? this.#taken(cells[number].label) : null));
    const tentative = [...view.tentative, cell].sort((one, two) => one - two);
    const costs = Object.fromEntries(["x", "o"].map((side) => [side, this.#costs(marks, side)]));
    return { ...view, position: "", marks, lands, refusals, tentative, costs, left: view.left - 1 };
  }

  #taken(square) {
    const { code, text } = this.#played.taken;
    return { code, text: text.replace("{square}", square), fields: { square } };
  }

  #costs(marks, side) {
    const { groups, lines, owned } = this.#kind.shape;
    if (!owned) return { groups: groups.map(() => null), lines: costsOf(lines, marks, side) };
    const least = groups.map((group) => Math.min(...costsOf(group.lines, marks, side).filter((cost) => cost !== null)));
    return { groups: least, lines: lines.map((line) => line.reduce((sum, group) => sum + least[group], 0)) };
  }
}

const placements = (text) => [...text].map((sign) => sign.charCodeAt(0) - ZERO);

/** Where a placement lands: in the lowest of its cells that has no mark, null for none. */
function landing(cells, marks, placement) {
  const open = cells.map((_, number) => number).filter((number) => cells[number].placement === placement && placement !== null && !marks[number]);
  return open.length ? open.reduce((lowest, number) => (cells[number].y > cells[lowest].y ? number : lowest)) : null;
}

const boardOf = (square) => Math.floor(square / 9);

/** What carries a turn into another one: a symmetry of the big board, and one of each little board; null where nothing does. */
function carry(symmetries, from, to) {
  if (!symmetries.length || !to.length) return from.length === to.length && from.every((one, index) => one === to[index]) ? (one) => one : null;
  for (const big of symmetries) {
    const isThere = from.length === to.length && from.every((one, index) => big[boardOf(one)] === boardOf(to[index]));
    const little = from.map((one) => symmetries.find((inner) => from.every((other, index) => boardOf(other) !== boardOf(one) || inner[other % 9] === to[index] % 9)));
    if (!isThere || little.includes(undefined)) continue;
    const inside = (board) => little[from.findIndex((one) => boardOf(one) === board)] ?? symmetries[0];
    return (square) => 9 * big[boardOf(square)] + inside(boardOf(square))[square % 9];
  }
  return null;
}
