// Talking to the server: the rules over HTTP, the engines over a WebSocket that is opened again when it is lost.

const RETRY_MILLISECONDS = 1500;

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server has refused a request; the message says why. */
export class Refused extends Error {}

async function request(path, body) {
  let response;
  try {
    response = await fetch(path, body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Unreachable("the server does not answer");
  }
  const answer = await response.json().catch(() => ({ error: `the server answered with status ${response.status}` }));
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

export const rules = {
  games: () => request("/api/games"),
  view: (game, at) => request("/api/view", { ...game, at }),
  why: (game) => request("/api/why", game),
  read: (game, text) => request("/api/import", { game, text }),
  shelf: (player, after) => request(`/api/archive?${new URLSearchParams({ ...(player && { player }), after })}`),
  archived: (number) => request(`/api/archive/${number}`),
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

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(message) {
    if (this.connected) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/think`);
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
