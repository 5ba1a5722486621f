// Short tones for marks and endings, made here; none until somebody wants them.

import { attempt, store, stored } from "./optional.js";

const KEY = "sttt-sound";
const NOTES = { x: [[440, 0.06]], o: [[330, 0.06]], win: [[523, 0.1], [659, 0.1], [784, 0.2]], draw: [[392, 0.12], [370, 0.18]] };

let context = null;
let on = stored(KEY) === "on";

export const isOn = () => on;

/** Turn the sound on or off, for later visits too. */
export function toggle() {
  on = !on;
  store(KEY, on ? "on" : "off");
  play("x");
}

/** Play the tones of a side's mark or of an ending. */
export function play(name) {
  if (on) attempt(() => sound(NOTES[name] ?? []));
}

function sound(notes) {
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, seconds] of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.9;
  }
}
