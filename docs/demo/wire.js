// How the page reaches rules and engines in the demo: a worker of its own, in which the same Python runs.

import { Replies } from "./replies.js";
import { t } from "./texts.js";

const python = new Worker(new URL("python.js", import.meta.url), { type: "module", name: "rules" });
const waiting = new Map();
const lines = new Set();
let asked = 0;
let started = false;
let begin = () => {};

/** Comes when all is there that a game needs: what else there is to load waits for it. */
export const settled = new Promise((resolve) => (begin = () => resolve(true)));

/** What is said of the players until they are there. */
const loading = document.createElement("p");
loading.id = "loading";
loading.setAttribute("role", "status");
loading.textContent = t("demo.loading", { percent: 0 });
document.querySelector("main").append(loading);

/** What was answered when the demo was built: the games, how they look before their first turn, and what is not shown. */
const early = fetch("answers.json").then((answer) => answer.json());

/** What the levels have played beforehand, by game. */
const played = fetch("replies.json").then((answer) => answer.json());

/** What is known of a game before Python has started. */
async function replies(game) {
  const kind = (await early)["/api/games"].find(({ name }) => name === game);
  return new Replies(kind, (await played)[game]);
}

python.onmessage = ({ data }) => {
  if (data.kind === "answer") {
    waiting.get(data.id)({ ok: data.status === 200, status: data.status, answer: JSON.parse(data.answer) });
    waiting.delete(data.id);
  } else if (data.kind === "line") {
    for (const line of lines) line.onmessage?.({ data: data.text });
  } else if (data.kind === "progress") {
    loading.textContent = t("demo.loading", { percent: Math.round(100 * data.share) });
  } else {
    started = true;
    loading.remove();
    begin();
  }
};

/** What is answered at a path, to a message if there is one. */
export async function ask(path, body = undefined) {
  const text = body === undefined ? null : JSON.stringify(body);
  const known = (await early)[path] ?? (!started && path === "/api/view" && (await replies(body.game)).view(body));
  if (known) return { ok: true, status: 200, answer: known };
  return new Promise((resolve) => {
    const id = ++asked;
    waiting.set(id, resolve);
    python.postMessage({ kind: "ask", id, path, text });
  });
}

/** A connection over which both sides send messages as text; the only one is that to the engines, which wait in it until they are there. */
class Line {
  onopen = null;
  onmessage = null;
  onclose = null;
  readyState = WebSocket.OPEN;
  #sent = Promise.resolve();

  constructor() {
    lines.add(this);
    queueMicrotask(() => this.onopen?.());
  }

  send(text) {
    this.#sent = this.#sent.then(() => this.#deliver(text));
  }

  async #deliver(text) {
    const asked = JSON.parse(text);
    const thought = started || asked.kind !== "think" ? null : (await replies(asked.game)).thought(asked);
    if (thought) this.onmessage?.({ data: JSON.stringify(thought) });
    else python.postMessage({ kind: "line", text });
  }

  close() {
    lines.delete(this);
    this.onclose?.();
  }
}

export function connect(_path) {
  return new Line();
}
