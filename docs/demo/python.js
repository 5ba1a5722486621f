// A worker in which Python runs. The one named `rules` answers the page and starts another, `engine`, which thinks.

const worker = /** @type {any} */ (self);
const below = new URL("../python/", import.meta.url);

/** The worker that thinks; one that is ended in the middle of a thought starts again at once. */
class Thinker {
  #worker;
  #ready;
  #asked = null;

  constructor() {
    this.#start();
  }

  #start() {
    this.#worker = new Worker(import.meta.url, { type: "module", name: "engine" });
    this.#ready = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => (data.kind === "started" ? resolve() : this.#asked?.(data.text));
    });
  }

  ready() {
    return this.#ready;
  }

  ask(text) {
    return new Promise((resolve) => {
      this.#asked = resolve;
      this.#worker.postMessage({ text });
    });
  }

  end() {
    this.#worker.terminate();
    this.#asked?.(JSON.stringify({ refusal: { text: "called off" } }));
    this.#start();
  }
}

async function start(module) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", below).href);
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: below.href, checkAPIVersion: false }),
    fetch(new URL("packages.zip", below)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return python.pyimport(module);
}

async function rules() {
  const thinker = new Thinker();
  const host = await start("sttt.web.in_browser");
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
  const thinker = (await start("sttt.web.engine_process")).Thinker();
  return ({ text }) => worker.postMessage({ kind: "answer", text: thinker.answer_line(text) });
}

const started = worker.name === "rules" ? rules() : engine();
worker.onmessage = ({ data }) => started.then((answer) => answer(data));
started.then(() => worker.postMessage({ kind: "started" }));
