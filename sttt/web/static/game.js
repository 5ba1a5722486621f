// The game as this tab keeps it: turns, what is on the board, who plays; saved over a reload, and carried by a link.

const KEY = "sttt-game";
const PERSON = "person";

const fresh = (game) => ({ game, start: null, turns: [], tentative: [], at: 0, notes: {} });

/** What is played, and how far of it is on the board. */
export class Game {
  constructor(saved) {
    Object.assign(this, fresh("super-ttt"), { players: {} }, saved);
  }

  /** Restore the game that a link, this tab or an earlier visit has left, in this order. */
  static restore() {
    const linked = fromLink(location.hash);
    for (const stored of [sessionStorage.getItem(KEY), localStorage.getItem(KEY)]) {
      try {
        const saved = JSON.parse(stored);
        if (saved?.game) return new Game({ ...saved, ...linked });
      } catch {
        continue; // written by something else
      }
    }
    return new Game(linked);
  }

  save() {
    const text = JSON.stringify(this);
    try {
      sessionStorage.setItem(KEY, text);
      localStorage.setItem(KEY, text);
    } catch {
      return; // storage is off: the game lives as long as the tab
    }
  }

  /** Begin anew, from the usual start unless another position or game is given. */
  begin(game, { start = null, turns = [] } = {}) {
    Object.assign(this, fresh(game), { start, turns, at: turns.length });
  }

  /** The game as the server is told of it, up to the turn on the board. */
  upToNow() {
    return { game: this.game, start: this.start, turns: this.turns.slice(0, this.at), tentative: this.tentative };
  }

  /** The whole game, with the placements under way after the turn on the board. */
  whole() {
    return { game: this.game, start: this.start, turns: this.turns, tentative: this.tentative };
  }

  get isLive() {
    return this.at === this.turns.length;
  }

  /** Enter a complete turn; what was played after the position on the board is given up. */
  enter(turn, note) {
    this.turns = [...this.turns.slice(0, this.at), turn];
    this.at += 1;
    this.tentative = [];
    for (const number of Object.keys(this.notes)) if (number > this.at - 1) delete this.notes[number];
    if (note) this.notes[this.at] = note;
  }

  /** Look at another moment. */
  goTo(at) {
    this.at = Math.max(0, Math.min(this.turns.length, at));
    this.tentative = [];
  }

  player(side) {
    return this.players[this.game]?.[side] ?? { who: PERSON, seconds: 1 };
  }

  setPlayer(side, player) {
    this.players[this.game] = { x: this.player("x"), o: this.player("o"), [side]: player };
  }

  isPerson(side) {
    return this.player(side).who === PERSON;
  }

  /** A link that restores the position and what led to it. */
  link() {
    const parts = new URLSearchParams({ game: this.game });
    if (this.start) parts.set("start", this.start);
    const turns = this.turns.slice(0, this.at);
    if (turns.length) parts.set("turns", turns.map((turn) => turn.map((one) => one ?? "-").join(".")).join("_"));
    if (this.tentative.length) parts.set("tentative", this.tentative.join("."));
    return `${location.origin}${location.pathname}#${parts}`;
  }
}

function fromLink(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  if (!parts.get("game")) return {};
  const number = (text) => (text === "-" ? null : Number(text));
  const list = (text) => (text ? text.split(".").map(number) : []);
  const turns = parts.get("turns") ? parts.get("turns").split("_").map(list) : [];
  const tentative = list(parts.get("tentative"));
  return { ...fresh(parts.get("game")), start: parts.get("start"), turns, tentative, at: turns.length };
}
