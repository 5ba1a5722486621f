// A board in a notebook: the page's own, and beside it what is said of the position. Python keeps the game.

import { Board } from "../board/static/board.js";
import { sideName, t } from "../board/static/texts.js";
import { lineOf, said, statusOf, titleOf } from "../board/static/words.js";

const BUTTONS = [["new", "nav.new"], ["undo", "undo"], ["redo", "redo"]];
const SWITCHES = [["analyse", "analysis"], ["threats", "threats"], ["names", "names"]];
const SEEN = ["_game", "_view", "_thought", "_thinking", "_told", ...SWITCHES.map(([name]) => name)];
const FRAME = `
  <div class="card">
    <div id="table"><svg id="board" role="group" aria-describedby="keys"></svg></div>
    <div id="side">
      <p id="status" role="status"></p>
      <div class="row" id="buttons"></div>
      <div class="row" id="switches"></div>
      <div id="evaluation">
        <div id="meter" role="meter" aria-valuemin="0" aria-valuemax="100"><span id="bar"></span><span id="bar-x"></span><span id="bar-o"></span></div>
        <p id="verdict"></p>
        <p id="line"></p>
      </div>
      <p id="told" role="status"></p>
      <ol id="moves"></ol>
      <p id="keys"></p>
    </div>
  </div>`;

/** Whether what stands around an element is written in a light colour; what is on no page has none. */
function isOnDark(element) {
  const [red, green, blue] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);
  return red + green + blue > 384;
}

class Shown {
  #model;
  #root;
  #host;
  #board;
  #built = null;
  #draw = () => this.draw();
  #themes = new MutationObserver(() => this.#follow());
  #arrival = new ResizeObserver(() => this.#follow());

  constructor(model, place) {
    this.#model = model;
    this.#host = document.createElement("div");
    this.#host.dataset.lmSuppressShortcuts = "true"; // JupyterLab's, which would take the keys first
    place.append(this.#host);
    this.#root = this.#host.attachShadow({ mode: "open" });
    this.#root.innerHTML = `<style></style>${FRAME}`;
    this.#root.querySelector("style").textContent = model.get("_style");
    this.#board = new Board(this.#at("board"), (cell) => model.send({ do: "choose", cell }));
    this.#fill();
    for (const name of SEEN) model.on(`change:${name}`, this.#draw);
    for (const watched of [document.documentElement, document.body]) this.#themes.observe(watched, { attributes: true });
    this.#arrival.observe(this.#host);
    this.draw();
  }

  /** Let go of the notebook's page. */
  leave() {
    this.#themes.disconnect();
    this.#arrival.disconnect();
    for (const name of SEEN) this.#model.off(`change:${name}`, this.#draw);
  }

  /** @returns {any} */
  #at(id) {
    return this.#root.getElementById(id);
  }

  #follow() {
    this.#host.toggleAttribute("data-dark", isOnDark(this.#host.parentElement));
  }

  #fill() {
    for (const [name, text] of BUTTONS) this.#at("buttons").append(this.#button(t(text), { do: name }, name));
    for (const [name, text] of SWITCHES) {
      const label = document.createElement("label");
      const input = Object.assign(document.createElement("input"), { type: "checkbox", id: name });
      input.addEventListener("change", () => {
        this.#model.set(name, input.checked);
        this.#model.save_changes();
      });
      label.append(input, ` ${t(text)}`);
      this.#at("switches").append(label);
    }
    this.#at("meter").setAttribute("aria-label", t("chances"));
    this.#at("moves").setAttribute("aria-label", t("turns.list"));
    this.#at("keys").textContent = t("board.keys");
    this.#root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation(); // or other notebooks would take them too
      if (event.key === "Backspace") this.#model.send({ do: "undo" });
    });
  }

  #button(text, message, id) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, id });
    button.addEventListener("click", () => this.#model.send(message));
    return button;
  }

  /** Show everything as Python has it now. */
  draw() {
    const [game, view, thought, thinking, told] = SEEN.slice(0, 5).map((name) => this.#model.get(name));
    if (this.#built !== game.name) {
      this.#host.dataset.game = game.name;
      this.#host.dataset.sides = game.shape.sides.join("-").toLowerCase();
      this.#board.build(game);
      this.#built = game.name;
    }
    for (const [name] of SWITCHES) this.#at(name).checked = this.#model.get(name);
    const analyse = this.#model.get("analyse");
    const last = view.at ? view.turns[view.at - 1].cells : [];
    const hint = analyse && thought && !thinking ? thought.cells : [];
    const open = !view.result && !thinking;
    this.#board.draw(view, { last, hint, open, threats: this.#model.get("threats"), names: this.#model.get("names"), turn: game.turn });
    this.#at("status").textContent = `${titleOf(game)}: ${statusOf(game, view, { thinking, person: !thinking })}`;
    this.#at("told").textContent = told;
    this.#at("undo").disabled = !view.at && !view.tentative.length;
    this.#at("redo").disabled = view.at === view.turns.length;
    this.#at("evaluation").hidden = !analyse;
    if (analyse) this.#evaluate(game, view, thought);
    this.#list(game, view);
  }

  #evaluate(game, view, thought) {
    const words = view.result ? t("verdict.over") : thought ? said(thought.verdict).line : t("verdict.none");
    const share = view.result ? ({ x: 1, o: 0 }[view.result] ?? 0.5) : (thought?.verdict.share ?? 0.5);
    this.#at("bar").style.width = `${100 * share}%`;
    for (const side of ["x", "o"]) this.#at(`bar-${side}`).textContent = sideName(game, side);
    this.#at("meter").setAttribute("aria-valuenow", String(Math.round(100 * share)));
    this.#at("meter").setAttribute("aria-valuetext", words);
    this.#at("verdict").textContent = words;
    this.#at("verdict").classList.toggle("proven", Boolean(thought?.verdict.value));
    this.#at("line").textContent = thought ? lineOf(game, thought) : "";
  }

  #list(game, view) {
    const rows = view.turns.map((turn, number) => {
      const button = this.#button(turn.text, { do: "go", at: number + 1 }, "");
      button.className = turn.side;
      button.setAttribute("aria-label", `${number + 1}: ${sideName(game, turn.side)} ${turn.text}`);
      if (number + 1 === view.at) button.setAttribute("aria-current", "step");
      const row = document.createElement("li");
      row.append(button);
      return row;
    });
    this.#at("moves").replaceChildren(...rows);
  }
}

export default {
  render({ model, el }) {
    const shown = new Shown(model, el);
    return () => shown.leave();
  },
};
