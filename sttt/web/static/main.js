// Which button, key and list does what.

import * as actions from "./actions.js";
import { followLink } from "./entry.js";
import { wireEnding } from "./ending.js";
import { showUnshown, wireDialogs } from "./files.js";
import { $ } from "./panel.js";
import { wireReview } from "./review.js";
import { wireShelf } from "./shelf.js";
import { wireLessons } from "./learn.js";
import { attempt } from "./optional.js";
import { wireMessages } from "./message.js";
import { wireRooms } from "./rooms.js";
import * as sound from "./sound.js";
import { app, started, wired } from "./start.js";
import { choose, language } from "./texts.js";
import { settled } from "./wire.js";

const board = () => document.querySelector("#board .cell[tabindex='0']");

const BUTTONS = {
  new: () => app.newGame(),
  earlier: () => actions.bringBack(app),
  undo: () => actions.undo(app),
  redo: () => actions.redo(app),
  hint: () => app.analysis.giveHint(),
  why: () => actions.explainLast(app),
  go: () => actions.goOn(app),
  main: () => actions.backToMain(app),
  puzzles: () => import("./puzzles.js").then(({ openPuzzles }) => openPuzzles(app)),
  pause: () => actions.togglePause(app),
  swap: () => actions.swap(app),
  analysis: () => actions.toggle(app, "analysis"),
  truth: () => actions.toggle(app, "truth"),
  threats: () => actions.toggle(app, "threats"),
  openings: () => import("./openings.js").then(({ toggleOpenings }) => toggleOpenings(app)),
  numbers: () => actions.toggle(app, "names"),
  first: () => actions.goTo(app, () => 0),
  back: () => actions.goTo(app, (game) => game.at - 1),
  forward: () => actions.goTo(app, (game) => game.at + 1),
  last: () => actions.goTo(app, (game) => game.turns.length),
};

const KEYS = {
  ArrowLeft: BUTTONS.back,
  ArrowRight: BUTTONS.forward,
  Home: BUTTONS.first,
  End: BUTTONS.last,
  Backspace: BUTTONS.undo,
  u: BUTTONS.undo,
  r: BUTTONS.redo,
  h: BUTTONS.hint,
  w: BUTTONS.why,
  a: BUTTONS.analysis,
  k: BUTTONS.truth,
  t: BUTTONS.threats,
  s: BUTTONS.numbers,
  o: BUTTONS.openings,
  p: BUTTONS.puzzles,
  n: BUTTONS.new,
  g: BUTTONS.earlier,
  b: () => /** @type {SVGElement} */ (board())?.focus(),
};

for (const [id, action] of Object.entries(BUTTONS)) $(id).addEventListener("click", action);
$("game").addEventListener("change", () => app.newGame($("game").value));

document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  event.preventDefault();
  const button = Object.keys(BUTTONS).find((id) => BUTTONS[id] === KEYS[event.key]);
  if (!button || !$(button).disabled) KEYS[event.key]();
});

addEventListener("hashchange", () => rooms.enterLinked() || followLink(app));

const showSound = () => $("sound").setAttribute("aria-pressed", String(sound.isOn()));
$("sound").addEventListener("click", () => {
  sound.toggle();
  showSound();
});
showSound();
$("language").value = language;
$("language").addEventListener("change", () => choose($("language").value));

wireDialogs(() => app.do(() => app.game), (read) => actions.open(app, read));
wireEnding(app, wireReview(app));
wireShelf(app);
wireLessons(app);
const rooms = wireRooms(app);
const isLive = location.hash === "#live";
wired();
started.then(() => {
  wireMessages(app);
  if (!rooms.enterLinked()) {
    rooms.offerReturn();
    if (isLive) import("./live.js").then(({ showLive }) => showLive(app));
    else if (location.hash) followLink(app); // it has come while this page was loading
  }
  showUnshown();
});
settled.then(() => window.isSecureContext && attempt(() => navigator.serviceWorker.register("worker.js")));
