// The game as this tab keeps it: turns, what is on the board, who plays; saved over a reload, and carried by a link.

import { store, stored } from "./optional.js";

const KEY = "sttt-game";
const PERSON = "person";
const MOST_KEPT = 60;

const fresh = (game) => ({
  game, start: null, turns: [], tentative: [], at: 0, notes: {}, held: false,
  id: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`, began: Date.now(), changed: Date.now(), name: "",
  result: null, review: null, comments: {}, main: null, mail: null,
});

/** A game of two persons that this browser does not keep: a lesson, a puzzle, a room, a replay. */
export function unkept(game, more = {}) {
  const players = { [game]: { x: { who: PERSON, seconds: 1 }, o: { who: PERSON, seconds: 1 } } };
  return Object.assign(new Game({ game, players, ...more }), { save: () => {} });
}

/** A link that cannot be read; the message says where. */
export class BadLink extends Error {}

/** What is played, and how far of it is on the board. */
export class Game {
  game = "super-ttt";
  /** @type {string | null} */
  start = null;
  /** @type {(number | null)[][]} */
  turns = [];
  /** @type {number[]} */
  tentative = [];
  at = 0;
  /** What players said of their turns. @type {Record<string, string>} */
  notes = {};
  /** Whether it waits for somebody to play on: a link was opened. */
  held = false;
  id = "";
  began = 0;
  changed = 0;
  name = "";
  /** @type {string | null} */
  result = null;
  /** @type {any} */
  review = null;
  /** What a person wrote about turns. @type {Record<string, string>} */
  comments = {};
  /** What was really played, while something else is tried. @type {any} */
  main = null;
  /** The side of the person here where the other one plays by message. @type {"x" | "o" | null} */
  mail = null;
  /** Who plays each side of each game. @type {Record<string, any>} */
  players = {};
  /** Other games of this browser. @type {any[]} */
  kept = [];
  reviewing = false;
  /** How the rules last described it. @type {any} */
  seen = null;

  /** @param {object} [saved] */
  constructor(saved) {
    Object.assign(this, fresh("super-ttt"), { players: {}, kept: [] }, saved);
  }

  /** Restore the game that this tab or an earlier visit has left, in this order. */
  static restore() {
    for (const text of [stored(KEY, "sessionStorage"), stored(KEY)]) {
      try {
        const saved = JSON.parse(text);
        if (saved?.game) return new Game(saved);
      } catch {
        continue; // written by something else
      }
    }
    return new Game();
  }

  save() {
    const text = JSON.stringify(this);
    store(KEY, text, "sessionStorage");
    store(KEY, text);
  }

  /** Take down what the shelf tells of it. */
  note(view) {
    if (view.at === view.turns.length) this.result = view.result;
    this.changed = Date.now();
    this.seen = view;
  }

  /** Begin anew, from the usual start unless another position or game is given; what was played so far is kept. */
  begin(game, { start = null, turns = [], tentative = [], held = false, mail = null, id = undefined } = {}) {
    if (this.isBegun) this.kept = [...this.kept, this.#snapshot()].slice(-MOST_KEPT);
    Object.assign(this, fresh(game), { start, turns, tentative, held, mail, at: turns.length }, id && { id });
  }

  /** Bring back the game that was left last; the one on the board becomes the last to be brought back. */
  bringBack() {
    const before = this.kept.at(-1);
    this.kept = [...(this.isBegun ? [this.#snapshot()] : []), ...this.kept.slice(0, -1)];
    Object.assign(this, fresh(before.game), before);
  }

  /** Bring back one of the games kept, by its id. */
  bringBackOf(id) {
    const found = this.kept.find((one) => one.id === id);
    if (!found) return;
    const rest = this.kept.filter((one) => one !== found);
    this.kept = this.isBegun ? [...rest, this.#snapshot()] : rest;
    Object.assign(this, fresh(found.game), found);
  }

  /** Take in a game that came by message: it goes on where this browser has it, and nothing that it knows is lost. */
  receive(message) {
    if (this.id !== message.id) this.bringBackOf(message.id);
    if (this.id !== message.id || !this.mail) return this.begin(message.game, message);
    this.backToMain();
    const known = this.turns.every((turn, at) => JSON.stringify(turn) === JSON.stringify(message.turns[at]));
    if (known && message.turns.length > this.turns.length) Object.assign(this, { turns: message.turns, tentative: [] });
    this.at = this.turns.length;
  }

  /** Keep another game among those of this browser. */
  take(game) {
    if (game.isBegun) this.kept = [...this.kept, game.#snapshot()].slice(-MOST_KEPT);
  }

  /** Keep what was really played before something else is tried; whether that was not kept already. */
  stepAside() {
    if (this.main || this.isAtEnd) return false;
    this.main = { turns: this.turns, notes: { ...this.notes }, result: this.result };
    return true;
  }

  /** Return from what was tried to what was really played, at the moment where both part. */
  backToMain() {
    if (!this.main) return;
    const { turns, notes, result } = this.main;
    let at = 0;
    while (at < turns.length && JSON.stringify(turns[at]) === JSON.stringify(this.turns[at])) at += 1;
    Object.assign(this, { turns, notes, result, tentative: [], at: Math.min(at, turns.length), main: null });
  }

  /** The turns that were really played, whatever is tried on the board. */
  get played() {
    return this.main?.turns ?? this.turns;
  }

  get isBegun() {
    return this.turns.length > 0 || this.tentative.length > 0 || this.start !== null;
  }

  #snapshot() {
    return Object.fromEntries(Object.keys(fresh("")).map((key) => [key, this[key]]));
  }

  /** The game as the server is told of it, up to a turn. */
  upTo(at) {
    return { game: this.game, start: this.start, turns: this.played.slice(0, at) };
  }

  /** The game as the server is told of it, up to the turn on the board. */
  upToNow() {
    return { game: this.game, start: this.start, turns: this.turns.slice(0, this.at), tentative: this.tentative };
  }

  /** The whole game, with the placements under way after the turn on the board. */
  whole() {
    return { game: this.game, start: this.start, turns: this.turns, tentative: this.tentative };
  }

  get isAtEnd() {
    return this.at === this.turns.length;
  }

  /** Whether it goes on from here by itself: not from an earlier moment, nor where a link has led, until told to. */
  get isLive() {
    return this.isAtEnd && !this.held;
  }

  /** Enter a complete turn; what was played after the position on the board is given up. */
  enter(turn, note) {
    this.turns = [...this.turns.slice(0, this.at), turn];
    this.at += 1;
    this.tentative = [];
    this.held = false;
    for (const number of Object.keys(this.notes)) if (Number(number) > this.at - 1) delete this.notes[number];
    if (note) this.notes[this.at] = note;
  }

  /** Let it go on from the position on the board; what was played after it is given up. */
  goOn() {
    this.turns = this.turns.slice(0, this.at);
    this.held = false;
  }

  /** Look at another moment. */
  goTo(at) {
    this.at = Math.max(0, Math.min(this.turns.length, at));
    this.tentative = [];
  }

  player(side) {
    if (this.mail) return { who: PERSON, seconds: 1 };
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
    if (this.mail && !this.main) parts.set("message", this.id);
    if (this.start) parts.set("start", this.start);
    const turns = this.turns.slice(0, this.at);
    if (turns.length) parts.set("turns", turns.map((turn) => turn.map((one) => one ?? "-").join(".")).join("_"));
    if (this.tentative.length) parts.set("tentative", this.tentative.join("."));
    return `${location.origin}${location.pathname}#${parts}`;
  }
}

/** Return the game that a link leads to, null if the address is no link; throws `BadLink`. */
export function fromLink(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const game = parts.get("game");
  if (!game) return null;
  const turns = split(parts.get("turns"), "_", (turn) => split(turn, ".", (one) => (one === "-" ? null : placement(one))));
  const id = parts.get("message");
  if (id !== null && !/^[\w-]{1,40}$/.test(id)) throw new BadLink(`"${id}" is no message`);
  return { game, start: parts.get("start"), turns, tentative: split(parts.get("tentative"), ".", placement), held: !id, ...(id && { id }) };
}

const split = (text, sign, read) => (text === null ? [] : text.split(sign).map(read));

function placement(text) {
  if (!/^\d{1,4}$/.test(text)) throw new BadLink(`"${text}" is no placement`);
  return Number(text);
}
