// A friend by a link: what the server tells of the room is what is played; this tab sends turns and wishes.

import { unkept } from "./game.js";
import * as message from "./message.js";
import * as panel from "./panel.js";
import { html, render } from "./preact.js";
import { sendable } from "./sending.js";
import { other } from "./shapes.js";
import { Refused, Unreachable, request } from "./server.js";
import { attempt, store, stored } from "./optional.js";
import { refusal, sideName, t } from "./texts.js";
import { connect } from "./wire.js";
import * as words from "./words.js";

const $ = panel.$;
const RETRY_MILLISECONDS = 1500;
const KEY = "sttt-room";
const NAME = "sttt-name";
const MINUTES = [0, 1, 3, 5, 10, 30];
const INCREMENTS = [0, 2, 5, 10, 30];

/** Wire the dialog that makes rooms, and enter the room that the address leads to. */
export function wireRooms(app) {
  const rooms = new Rooms(app);
  $("friend").addEventListener("click", () => rooms.showDialog());
  return rooms;
}

class Rooms {
  #app;
  #before = null;
  #socket = null;
  #link = null;
  #state = null;
  #heard = 0;
  #made = null;
  #ticking = 0;
  #title = null;

  constructor(app) {
    this.#app = app;
  }

  /** Offer to go back to the game that this browser has left. */
  offerReturn() {
    this.#draw();
  }

  /** Enter the room of a link; whether the address is one. */
  enterLinked() {
    const parts = new URLSearchParams(location.hash.slice(1));
    if (!parts.get("room")) return false;
    const link = { room: parts.get("room"), seat: parts.get("seat") ?? "" };
    if (this.#link?.room === link.room && this.#link.seat === link.seat) return true;
    if (this.#link && !this.#app.mayLeave()) {
      history.replaceState(null, "", `#${new URLSearchParams(this.#link)}`);
      return true;
    }
    const made = this.#made;
    this.#leave();
    if (made?.room === link.room) this.#made = made;
    history.replaceState(null, "", `#${parts}`);
    this.#link = link;
    this.#connect();
    return true;
  }

  async showDialog() {
    $("friend-dialog").showModal();
    const show = (rooms) => render(html`${message.offer(this.#app, (side) => this.#byMessage(side))}<h3>${t("friend.room")}</h3>${rooms}`, $("friend-form"));
    show(null);
    let open = false;
    try {
      ({ open } = await request("/api/rooms"));
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
    }
    const made = this.#made && this.#link ? this.#links() : this.#form();
    show(open ? made : html`<p>${t("friend.off")}</p>`);
  }

  #byMessage(side) {
    $("friend-dialog").close();
    message.begin(this.#app, side);
  }

  #form() {
    const { kind } = this.#app;
    return html`
      <div class="row">
        <label for="room-clock">${t("friend.clock")}</label>
        <select id="room-clock">${MINUTES.map((number) => html`<option value=${number}>${number ? t("friend.clock.minutes", { number }) : t("friend.clock.none")}</option>`)}</select>
        <label for="room-increment">${t("friend.increment")}</label>
        <select id="room-increment">${INCREMENTS.map((number) => html`<option value=${number}>${t("seconds", { number })}</option>`)}</select>
        <label for="room-side">${t("friend.side")}</label>
        <select id="room-side">${["x", "o"].map((side) => html`<option value=${side}>${sideName(kind, side)}</option>`)}</select>
        <button id="room-create" class="main" type="button" onClick=${() => this.#create()}>${t("friend.create")}</button>
      </div>
      <p>${words.titleOf(kind)}</p>`;
  }

  async #create() {
    const minutes = Number($("room-clock").value) || null;
    const wanted = { game: this.#app.game.game, side: $("room-side").value, minutes, increment: minutes ? Number($("room-increment").value) : 0 };
    try {
      this.#made = await request("/api/rooms", wanted);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
      render(html`<p>${error.message}</p>`, $("friend-form"));
      return;
    }
    location.hash = `#${new URLSearchParams({ room: this.#made.room, seat: this.#made.tokens.own })}`;
    render(this.#links(), $("friend-form"));
  }

  #links() {
    const link = (seat) => `${location.origin}${location.pathname}#${new URLSearchParams({ room: this.#made.room, ...(seat && { seat }) })}`;
    return html`${sendable("friend-link", "friend.share", link(this.#made.tokens.friend))}${sendable("watch-link", "friend.watch", link(""))}`;
  }

  #connect() {
    const link = this.#link;
    const socket = connect(`/api/rooms/${encodeURIComponent(link.room)}?${new URLSearchParams({ seat: link.seat })}`);
    this.#socket = socket;
    socket.onopen = () => link.seat && stored(NAME) && socket.send(JSON.stringify({ kind: "name", number: 1, name: stored(NAME) }));
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      panel.explain(t("friend.lost"));
      setTimeout(() => this.#socket === socket && this.#connect(), RETRY_MILLISECONDS);
    };
  }

  #hear(message) {
    if (message.kind === "refused" && message.gone) {
      store(KEY, "");
      this.#leave();
      panel.explain(t("friend.gone", { error: refusal(message.said) }));
    } else if (message.kind === "refused") {
      panel.explain(refusal(message.said));
      this.#app.do(() => this.#adopt(this.#state, true));
    } else {
      this.#app.do(() => this.#adopt(message, false));
    }
  }

  /** Show what the server says; a turn of ours that it has not heard of is sent again. */
  async #adopt(state, dropping) {
    const app = this.#app;
    const first = !this.#before;
    if (first) this.#enter(state);
    if (app.guest?.room !== this) return;
    const begun = this.#state?.number !== state.number;
    const friend = state.seat && other(state.seat);
    if (friend && state.present[friend] && !this.#state?.present[friend]) $("friend-dialog").close();
    if (friend) store(KEY, state.result ? "" : String(new URLSearchParams(this.#link)));
    const before = this.#state?.turns.length ?? 0;
    this.#state = state;
    app.game.names = state.names;
    this.#heard = performance.now();
    const own = app.game.turns.length === state.turns.length + 1 && JSON.stringify(app.game.turns.slice(0, -1)) === JSON.stringify(state.turns);
    if (own && !begun && !dropping && !state.result && state.view.side === state.seat) {
      this.#send("turn", { turn: app.game.turns.at(-1), at: state.turns.length });
    } else if (first || begun || dropping || JSON.stringify(app.game.turns) !== JSON.stringify(state.turns) || state.result !== app.view.result) {
      Object.assign(app.game, { turns: state.turns, at: state.turns.length, tentative: dropping || begun ? [] : app.game.tentative });
      if (state.view.side !== state.seat) app.game.tentative = [];
      await app.refresh();
      if (!dropping) panel.explain(this.#told());
      if (!first && !dropping && state.view.at && state.turns.length > before) this.#callBack(state);
    }
    this.#draw();
  }

  /** Let somebody who is elsewhere know that the friend has turned: by sound, by the tab's title, by a notification. */
  #callBack(state) {
    const app = this.#app;
    app.announce(state.view.turns.at(-1).side);
    if (!document.hidden || !state.seat) return;
    this.#title ??= document.title;
    document.title = `● ${this.#told() || app.kind.title}`;
    addEventListener("visibilitychange", () => this.#restoreTitle(), { once: true });
    attempt(() => Notification.permission === "granted" && new Notification(words.titleOf(app.kind), { body: this.#told(), tag: state.room }));
  }

  #restoreTitle() {
    if (this.#title) document.title = this.#title;
    this.#title = null;
  }

  #enter(state) {
    const app = this.#app;
    app.guest?.leave?.();
    this.#before = app.game;
    app.game = unkept(state.game);
    app.guest = {
      room: this,
      quiet: true,
      seat: state.seat,
      runs: () => this.#state?.seat && !this.#state.result && app.game.turns.length > 0,
      denies: ["undo", "redo", ...panel.BETWEEN_PEOPLE],
      choose: () => this.#refuse(),
      placed: () => this.#placed(),
      amend: (view) => (this.#state?.result && view.at === this.#state.turns.length ? { ...view, result: this.#state.result, refusals: view.refusals.map(() => "the game is over"), lands: view.lands.map(() => null) } : view),
      leave: () => this.#leave(),
    };
    app.show.analysis = app.show.truth = app.show.threats = false;
    for (const id of ["analysis", "truth", "threats"]) $(id).setAttribute("aria-pressed", "false");
    app.enterGame();
    panel.dropOffer();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#draw(), 500);
  }

  /** Whether this seat may not place now. */
  #refuse() {
    const { view, game } = this.#app;
    if (!this.#state.seat) panel.explain(t("friend.spectator"));
    else if (!this.#state.result && view.side !== this.#state.seat) panel.explain(t("friend.theirs"));
    else return !game.isAtEnd;
    return true;
  }

  #placed() {
    const { game } = this.#app;
    const at = this.#state.turns.length;
    if (game.turns.length === at + 1) this.#send("turn", { turn: game.turns[at], at });
  }

  #send(kind, more = {}) {
    if (kind === "resign" && !confirm(t("friend.resign.ask"))) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ kind, number: this.#state.number, ...more }));
  }

  #told() {
    const { kind } = this.#app;
    const { seat, result, ended, view } = this.#state;
    if (ended === "resigned") return t("friend.resigned", { side: sideName(kind, other(result)) });
    if (ended === "time") return t("friend.time", { side: sideName(kind, other(result)) });
    if (ended === "agreed") return t("friend.agreed");
    if (result) return "";
    return t(!seat ? "friend.spectator" : view.side === seat ? "friend.yours" : "friend.theirs");
  }

  #draw() {
    const state = this.#state;
    const left = !state && stored(KEY);
    $("room").hidden = !state && !left;
    document.documentElement.classList.toggle("in-room", Boolean(state));
    if (!state) return render(left ? html`<button class="main" type="button" data-act="return" onClick=${() => (location.hash = left)}>${t("friend.return")}</button>` : null, $("room"));
    const { kind } = this.#app;
    const act = (what, key) => html`<button type="button" data-act=${key} onClick=${() => this.#send(what)}>${t(`friend.${key}`)}</button>`;
    const offer = state.offers[state.result ? "rematch" : "draw"];
    render(html`
      ${["x", "o"].map((side) => this.#seat(kind, state, side))}
      ${state.watching > 0 && html`<p class="soft">${t("friend.watching", { number: state.watching })}</p>`}
      ${offer && offer !== state.seat && html`<p><b>${t(state.result ? "friend.wants" : "friend.offered", { side: sideName(kind, offer) })}</b></p>`}
      ${state.seat && html`<div class="row"><label for="room-name">${t("friend.name")}</label>
        <input id="room-name" maxlength="30" value=${stored(NAME) ?? ""} onInput=${(event) => store(NAME, event.target.value)} onChange=${(event) => this.#send("name", { name: event.target.value })} />
        ${"Notification" in window && Notification.permission === "default" && html`<button type="button" data-act="notify" onClick=${() => Notification.requestPermission().then(() => this.#draw())}>${t("friend.notify")}</button>`}</div>`}
      <div class="row">
        ${state.seat && !state.result && html`${act("resign", "resign")}${act("draw", offer && offer !== state.seat ? "accept" : "draw")}`}
        ${state.seat && state.result && act("rematch", "rematch")}
        <button type="button" data-act="leave" onClick=${() => this.#end()}>${t("friend.leave")}</button>
      </div>`, $("room"));
  }

  #seat(kind, state, side) {
    const runs = state.running && state.view.side === side;
    const gone = runs ? (performance.now() - this.#heard) / 1000 : 0;
    const seconds = state.clocks ? Math.max(0, state.clocks[side] - gone) : null;
    const clock = seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    const role = !state.seat ? "" : t(state.seat === side ? "friend.you" : "friend.friend");
    const who = [state.names[side], state.names[side] && role ? `(${role})` : role].filter(Boolean).join(" ");
    return html`<p data-seat=${side}><b class=${side}>${sideName(kind, side)}</b>${who && `, ${who}`}: ${t(state.present[side] ? "friend.here" : "friend.away")} <span class="clock">${clock}</span></p>`;
  }

  /** Go back to the game that was on the board before; the room's game joins the shelf. */
  #leave() {
    clearInterval(this.#ticking);
    const socket = this.#socket;
    this.#socket = this.#link = this.#state = this.#made = null;
    socket?.close();
    const app = this.#app;
    if (app.guest?.room === this) {
      const played = app.game;
      app.guest = null;
      app.game = this.#before;
      app.game.take(played);
      app.enterGame();
    }
    this.#before = null;
    if (location.hash.startsWith("#room=")) history.replaceState(null, "", location.pathname + location.search);
    this.#draw();
  }

  #end() {
    return this.#app.do(async () => {
      store(KEY, "");
      this.#leave();
      panel.explain("");
      await this.#app.refresh();
    });
  }
}
