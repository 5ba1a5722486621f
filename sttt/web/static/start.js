// The first script: it puts the texts and then the board on the page; all that can wait comes behind.

import { attempt } from "./optional.js";
import { fill } from "./texts.js";

/** Whether this browser has been here before; the page then offers no first steps. */
function isKnown() {
  return attempt(() => localStorage.getItem("sttt-learned") ?? localStorage.getItem("sttt-game"), "yes"); // unknown where storage is off
}

/** Buttons and lists used before the script behind them is there: they are used again when it is. Players and turns are heard from the first. */
const early = [];
const KINDS = ["click", "change"];

/** @param {any} event */
function hold({ type, target }) {
  if (target.closest("header, aside") && !target.closest("#moves, #players")) early.push([type, target, target.value]);
}

/** Use again what was used too early; a list may have been filled anew since. */
function replay() {
  for (const [type, target, value] of early) {
    if (type === "change") target.value = value;
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

for (const kind of KINDS) document.addEventListener(kind, hold, true);
fill();
document.getElementById("coach").hidden = Boolean(isKnown());
const { App } = await import("./app.js");
export const app = new App();
export const started = app.start();
import("./main.js");

/** From now on all buttons and lists are heard. */
export function wired() {
  for (const kind of KINDS) document.removeEventListener(kind, hold, true);
  started.then(replay);
}
