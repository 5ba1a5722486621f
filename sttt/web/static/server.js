// Asking rules and engines: the rules by one message each, the engines over a connection that is opened again when it is lost.

import { refusal, t } from "./texts.js";
import { ask, connect } from "./wire.js";

const RETRY_MILLISECONDS = 1500;

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server has refused a request; the message says why. */
export class Refused extends Error {}

export async function request(path, body = undefined) {
  let reply;
  try {
    reply = await ask(path, body);
  } catch {
    throw new Unreachable(t("error.unreachable"));
  }
  const why = reply.answer?.said ? refusal(reply.answer.said) : reply.answer?.error;
  if (reply.status === 503) throw new Unreachable(why ?? t("error.unreachable")); // busy: asked again
  if (!reply.ok) throw new Refused(why ?? t("error.status", { status: reply.status }));
  return reply.answer;
}

/** What is answered of a position; what was answered before where nobody can be reached. */
async function kept(game, at, ask) {
  try {
    const view = await ask();
    rules.keep(game, at, view);
    return view;
  } catch (error) {
    const view = error instanceof Unreachable && (await (await import("./kept.js")).recall(game, at));
    if (!view) throw error;
    return view;
  }
}

export const rules = {
  games: () => request("/api/games"),
  /** The games that no page can show, each with the reason. */
  unshown: () => request("/api/unshown"),
  /** How the game looks; placements that complete a turn are entered as the next one. */
  view: (game, at) => kept(game, at, () => request("/api/view", { ...game, at, enter: true })),
  /** Keep what is known of a position for times without a server. */
  keep: (game, at, view) => import("./kept.js").then(({ keep }) => keep(game, at, view)),
  why: (game) => request("/api/why", game),
  read: (game, text) => request("/api/import", { game, text }),
  shelf: (player, after) => request(`/api/archive?${new URLSearchParams({ ...(player && { player }), after })}`),
  archived: (number) => request(`/api/archive/${number}`),
  puzzles: (game) => request(`/api/puzzles/${game}`),
  live: () => request("/api/live"),
  openings: (game) => request("/api/openings", game),
  write: (game, form, x, o) => request("/api/export", { ...game, form, x, o }),
};

/** The session's engines: one question at a time, answered by thoughts until a final one. */
export class Engines {
  #socket = null;
  #last = 0;
  #question = null;
  #onState;

  /** `onState(connected, message)` hears when the connection comes and goes. */
  constructor(onState) {
    this.#onState = onState;
    this.#connect();
  }

  /** Ask; what was asked before is forgotten. `hear` is called with every thought and with a refusal. */
  ask(question, hear) {
    this.#question = { message: { kind: "think", id: ++this.#last, ...question }, hear };
    this.#send(this.#question.message);
  }

  /** Call off what was asked last. */
  cancel() {
    if (this.#question) this.#send({ kind: "cancel" });
    this.#question = null;
  }

  /** The kind of question that is being answered, null for none. */
  get answering() {
    return this.#question?.message.kind ?? null;
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(message) {
    if (this.connected) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = connect("/api/think");
    let reason = "";
    this.#socket = socket;
    socket.onopen = () => {
      this.#onState(true);
      if (this.#question) this.#send(this.#question.message);
    };
    socket.onmessage = (event) => {
      const answer = JSON.parse(event.data);
      if (answer.id === null) reason = answer.error;
      else this.#hear(answer);
    };
    socket.onclose = () => {
      this.#onState(false, reason);
      setTimeout(() => this.#connect(), RETRY_MILLISECONDS);
    };
  }

  #hear(answer) {
    const question = this.#question;
    if (!question || answer.id !== question.message.id) return;
    if (answer.kind === "refused" && answer.busy) {
      setTimeout(() => this.#question === question && this.#send(question.message), RETRY_MILLISECONDS);
    } else if (answer.kind === "refused" || answer.final) {
      this.#question = null;
    }
    question.hear(answer);
  }
}
