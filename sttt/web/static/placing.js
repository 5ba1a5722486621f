// Marks that a person places: they appear at once, and come off again where the rules refuse them.

import * as panel from "./panel.js";
import { Refused, rules } from "./server.js";
import { isRack, other } from "./shapes.js";
import { refusal, sideName, spoken, t } from "./texts.js";

const $ = panel.$;
const LATER = { code: "later", text: "one moment" };

export class Placing {
  /** The placements under way that the rules have allowed. */
  confirmed = [];
  #app;
  #placing = 0;
  /** Marks under way that complete a turn: what is picked meanwhile waits for the rules' answer. */
  #completing = 0;

  constructor(app) {
    this.#app = app;
  }

  /** A person picks a cell: a placement, which appears at once, or the reason why it is none. */
  choose(cell) {
    if (this.#app.guest?.choose?.(cell)) return;
    if (this.#app.isBusy && (!this.#placing || this.#completing)) this.#app.do(() => this.#place(cell));
    else this.#place(cell);
  }

  #place(cell) {
    const { view } = this.#app;
    const { label, placement } = this.#app.kind.shape.cells[cell];
    const refused = view.refusals[cell] ?? this.#notYours();
    if (refused) {
      const text = t("say.not", { reason: refusal(refused) });
      panel.explain(text);
      panel.say(text);
      return;
    }
    panel.explain("");
    panel.dropOffer();
    this.#app.stopThinking();
    const complete = view.left === 1;
    if (!this.#app.game.isAtEnd && this.#app.game.stepAside()) panel.explain(t("say.aside"));
    this.#app.game.tentative = [...this.#app.game.tentative, placement];
    this.#app.game.save();
    this.#app.view = provisional(this.#app.kind, view, cell);
    this.#app.known = new Map();
    this.#app.hint = [];
    this.#app.draw();
    this.#app.announce(view.side);
    this.#placing += 1;
    if (complete) this.#completing += 1;
    this.#app.do(() => this.#confirm(view.side, label, complete)).finally(() => {
      this.#placing -= 1;
      if (complete) this.#completing -= 1;
    });
  }

  /** Ask the rules about the marks that stand on the board already; they come off again where they are refused. */
  async #confirm(side, label, complete) {
    const sent = [...this.#app.game.tentative];
    if (!sent.length || (!complete && this.#placing > 1)) return; // answered with another mark
    try {
      const view = await this.#app.patiently(() => rules.view(this.#app.game.whole(), this.#app.game.at));
      if (this.#app.game.tentative.length !== sent.length) return;
      await this.#app.arrive(view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#takeOff(sent);
      throw error;
    }
    if (this.#app.view.result) this.#app.announce(side);
    panel.say(`${sideName(this.#app.kind, side)} ${spoken(label)}. ${$("status").textContent}`);
    this.#app.guest?.placed?.();
  }

  /** Take marks off that are refused: the last one, or all that the rules have not confirmed. */
  async #takeOff(sent) {
    this.#app.game.tentative = sent.length - 1 > this.confirmed.length ? sent.slice(0, -1) : this.confirmed;
    try {
      await this.#app.refresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#app.game.tentative = this.confirmed;
      await this.#app.refresh();
    }
  }

  #notYours() {
    const { game, view } = this.#app;
    if (game.mail && !game.main && game.isAtEnd && view.side !== game.mail) return { code: "theirs", text: t("message.theirs") };
    if (!this.#app.game.isLive || this.#app.game.isPerson(this.#app.view.side)) return null;
    const fields = { player: this.#app.game.player(this.#app.view.side).who };
    return { code: "not-yours", fields, text: t("say.turn-of", fields) };
  }
}

/** The view with one more mark; the turn passes on when it was the last of it. */
function provisional(kind, view, cell) {
  const landed = view.lands[cell];
  const after = { ...view, ...marked(view, [landed]), left: view.left - 1, tentative: [...view.tentative, landed] };
  if (after.left > 0) return { ...after, ...opened(kind.shape, view, landed) };
  const label = after.tentative.map((one) => kind.shape.cells[one].label).join("+");
  const turn = { side: view.side, text: label, cells: after.tentative };
  return { ...closed(after), side: other(view.side), left: kind.turn, tentative: [], at: view.at + 1, turns: [...view.turns.slice(0, view.at), turn] };
}

/** The view with an engine's marks, on which nobody may place before the rules have confirmed them. */
export function provisionalOf(view, cells) {
  return closed({ ...view, ...marked(view, cells) });
}

function marked(view, cells) {
  return { marks: view.marks.map((mark, cell) => (cells.includes(cell) ? view.side : mark)) };
}

function closed(view) {
  return { ...view, refusals: view.refusals.map(() => LATER), lands: view.lands.map(() => null) };
}

/** What may be chosen next within the turn: not the cell just marked; in a rack the one above it. */
function opened(shape, view, landed) {
  const lands = [...view.lands];
  const refusals = [...view.refusals];
  if (isRack(shape)) return { lands, refusals: refusals.map(() => LATER) };
  lands[landed] = null;
  refusals[landed] = { code: "occupied", text: "occupied" };
  return { lands, refusals };
}
