// Short tones for marks and endings, made here; none until somebody wants them.

const KEY = "sttt-sound";
const NOTES = { x: [[440, 0.06]], o: [[330, 0.06]], win: [[523, 0.1], [659, 0.1], [784, 0.2]], draw: [[392, 0.12], [370, 0.18]] };

let context = null;
let on = false;
try {
  on = localStorage.getItem(KEY) === "on";
} catch {
  on = false; // storage is off
}

export const isOn = () => on;

/** Turn the sound on or off, for later visits too. */
export function toggle() {
  on = !on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return; // storage is off: it holds as long as the tab
  }
  play("x");
}

/** Play the tones of a side's mark or of an ending. */
export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, seconds] of NOTES[name] ?? []) {
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
