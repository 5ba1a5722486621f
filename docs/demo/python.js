// A worker in which Python runs. The one named `rules` answers the page and starts another, `engine`, which thinks.

const worker = /** @type {any} */ (self);
const below = new URL("../python/", import.meta.url);

/** Seconds that the rules think themselves at most, while the other worker is starting: nothing else is answered then. */
const SHORT = 1;

/** Milliseconds in which the page shows the first answer. */
const BEHIND = 500;

/** The worker that thinks: it starts behind the first answer, which has the processor for itself. One that is ended in the middle of a thought starts again at once. */
class Thinker {
  #here;
  #worker = null;
  #ready = null;
  #isThere = false;
  #asked = null;

  constructor(here) {
    this.#here = here;
  }

  #start() {
    this.#isThere = false;
    this.#worker = new Worker(import.meta.url, { type: "module", name: "engine" });
    this.#ready = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.kind === "answer") this.#answered(data.text);
        else if (data.kind === "started") resolve((this.#isThere = true));
      };
    });
  }

  ready() {
    return Promise.resolve();
  }

  async ask(text) {
    if (!this.#isThere && JSON.parse(text).seconds <= SHORT) {
      setTimeout(() => this.#ready ?? this.#start(), BEHIND);
      return this.#here.answer_line(text);
    }
    if (!this.#ready) this.#start();
    await this.#ready;
    return new Promise((resolve) => {
      this.#asked = resolve;
      this.#worker.postMessage({ text });
    });
  }

  #answered(text) {
    this.#asked?.(text);
    this.#asked = null;
  }

  end() {
    if (!this.#asked) return;
    this.#worker.terminate();
    this.#answered(JSON.stringify({ refusal: { text: "called off" } }));
    this.#start();
  }
}

/** Start Python with the project in it, and say how far that has come. */
async function start() {
  const reached = (share) => worker.postMessage({ kind: "progress", share });
  const packed = fetch(new URL("packages.zip", below)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide.mjs", below).href);
  reached(0.1);
  const python = await loadPyodide({ indexURL: below.href, checkAPIVersion: false });
  reached(0.5);
  python.unpackArchive(await packed, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  reached(0.6);
  return python;
}

async function rules() {
  const python = await start();
  const host = python.pyimport("sttt.web.in_browser");
  const thinker = new Thinker(python.pyimport("sttt.web.engine_process").Thinker());
  const page = host.Page((text) => worker.postMessage({ kind: "line", text }), thinker);
  return ({ kind, id, path, text }) => {
    if (kind === "line") page.take(text);
    else {
      const [status, answer] = host.answer(path, text ?? undefined).toJs();
      worker.postMessage({ kind: "answer", id, status, answer });
    }
  };
}

async function engine() {
  const thinker = (await start()).pyimport("sttt.web.engine_process").Thinker();
  return ({ text }) => worker.postMessage({ kind: "answer", text: thinker.answer_line(text) });
}

const started = worker.name === "rules" ? rules() : engine();
worker.onmessage = ({ data }) => started.then((answer) => answer(data));
started.then(() => worker.postMessage({ kind: "started" }));
