// The cube of a game with layers, in perspective: turned by dragging or by its buttons, played on like the board.

import { isCube, make, placesInSpace, planeNames } from "./shapes.js";
import { sideName } from "./texts.js";

const HOME = { yaw: -0.5, tilt: 0.5 };
const LIFT = 1.75;
const EYE = 11;
const STEP = Math.PI / 10;
/** Beside the outermost squares, where the planes' numbers stand. */
const BESIDE = [-0.85, 3.85];

const most = (all, rank) => all.reduce((best, one) => (rank(one) > rank(best) ? one : best));

/** Draws the same positions as the board beside it. */
export class Cube {
  #svg;
  #pane;
  #shape = null;
  #places = [];
  #cells = [];
  #tiles;
  #pillars;
  #balls;
  #wins;
  /** The numbers of the planes along each axis. @type {HTMLElement[][]} */
  #numbers = [];
  #view = null;
  #options = {};
  #turned = { ...HOME };
  #dragged = false;

  /** `onChoose(cell)` hears of cells picked; `pane` holds the drawing and its buttons. */
  constructor(pane, onChoose) {
    this.#pane = pane;
    this.#svg = pane.querySelector("svg");
    this.#svg.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cube]");
      const endsDrag = this.#dragged && event.detail > 0; // 0 where no pointer made the click
      if (cell && !endsDrag) onChoose(Number(cell.dataset.cube));
    });
    this.#svg.addEventListener("pointerdown", (event) => this.#drag(event));
    for (const button of pane.querySelectorAll("[data-turn]")) {
      button.addEventListener("click", () => this.#step(button.dataset.turn));
    }
  }

  /** Build it for a game with layers; for any other it is hidden. */
  build(game) {
    this.#pane.hidden = !isCube(game.shape);
    this.#pane.parentElement.classList.toggle("with-cube", !this.#pane.hidden);
    this.#shape = this.#pane.hidden ? null : game.shape;
    if (!this.#shape) return;
    this.#places = placesInSpace(this.#shape);
    this.#svg.replaceChildren();
    this.#svg.setAttribute("viewBox", "-4.65 -4.15 8.5 8.55");
    this.#tiles = make(this.#svg, "g");
    this.#pillars = make(this.#svg, "path", { class: "pillar" });
    this.#balls = make(this.#svg, "g");
    this.#cells = this.#places.map((_, number) => {
      const tile = make(this.#tiles, "path", { "data-cube": number });
      const group = make(this.#balls, "g");
      const ball = make(group, "circle", { class: "ball" });
      const letter = make(group, "text", { class: "ball-letter" });
      return { tile, group, ball, letter };
    });
    this.#wins = make(this.#svg, "path", { class: "cube-win" });
    this.#numbers = planeNames(this.#shape).map((names) => names.map((name) => make(this.#svg, "text", { class: "plane" }, name)));
    this.#turned = { ...HOME };
    this.#letters = { x: sideName(game, "x")[0], o: sideName(game, "o")[0] };
  }

  #letters = { x: "", o: "" };

  /** Show a position, with the same options as the board. */
  draw(view, options) {
    this.#view = view;
    this.#options = options;
    if (this.#shape) this.#project();
  }

  /** Show faintly where a mark would land; nothing for null. */
  ghost(cell) {
    if (!this.#shape) return;
    this.#cells.forEach(({ tile }, number) => tile.classList.toggle("ghost", number === cell));
  }

  #step(name) {
    if (name === "reset") this.#turned = { ...HOME };
    if (name === "left") this.#turned.yaw += STEP;
    if (name === "right") this.#turned.yaw -= STEP;
    if (name === "up") this.#turned.tilt = Math.min(1.5, this.#turned.tilt + STEP);
    if (name === "down") this.#turned.tilt = Math.max(0.05, this.#turned.tilt - STEP);
    this.#project();
  }

  #drag(event) {
    let [x, y] = [event.clientX, event.clientY];
    this.#dragged = false;
    const move = (moved) => {
      if (!this.#dragged && Math.hypot(moved.clientX - x, moved.clientY - y) < 5) return;
      this.#dragged = true;
      this.#turned.yaw += (moved.clientX - x) / 120;
      this.#turned.tilt = Math.max(0.05, Math.min(1.5, this.#turned.tilt + (moved.clientY - y) / 160));
      [x, y] = [moved.clientX, moved.clientY];
      this.#project();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** A point of the cube on the drawing, with its scale, which grows towards the eye. */
  #at([x, y, z]) {
    const { yaw, tilt } = this.#turned;
    const [cx, cy, cz] = [x - 1.5, y - 1.5, (1.5 - z) * LIFT];
    const [rx, ry] = [cx * Math.cos(yaw) - cy * Math.sin(yaw), cx * Math.sin(yaw) + cy * Math.cos(yaw)];
    const near = ry * Math.cos(tilt) - cz * Math.sin(tilt);
    const scale = EYE / (EYE - near);
    return { x: rx * scale, y: (ry * Math.sin(tilt) + cz * Math.cos(tilt)) * scale, near, scale };
  }

  #project() {
    const view = this.#view;
    if (!view) return;
    const { last = [], hint = [], target = [], known = new Map() } = this.#options;
    const won = new Set(view.lines.flat());
    const seen = this.#places.map((place, number) => ({ number, ...this.#at(place) }));
    for (const { number, x, y, scale } of [...seen].sort((one, two) => one.near - two.near)) {
      const { group, tile, ball, letter } = this.#cells[number];
      const [px, py, pz] = this.#places[number];
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => this.#at([px + 0.46 * dx, py + 0.46 * dy, pz]));
      tile.setAttribute("d", `M${corners.map((corner) => `${corner.x.toFixed(3)} ${corner.y.toFixed(3)}`).join("L")}z`);
      const mark = view.marks[number];
      ball.setAttribute("cx", x.toFixed(3));
      ball.setAttribute("cy", y.toFixed(3));
      ball.setAttribute("r", (0.25 * scale).toFixed(3));
      letter.setAttribute("x", x.toFixed(3));
      letter.setAttribute("y", (y + 0.1 * scale).toFixed(3));
      const fact = known.get(number);
      letter.textContent = mark ? this.#letters[mark] : fact && fact.tone !== "open" ? fact.short : "";
      const flags = { x: mark === "x", o: mark === "o", last: last.includes(number), hint: hint.includes(number), target: target.includes(number), won: won.has(number), free: view.lands[number] !== null };
      const names = Object.entries(flags).filter(([, on]) => on).map(([name]) => name).join(" ");
      tile.setAttribute("class", `tile ${names}`);
      group.setAttribute("class", `place ${names}`);
      tile.dataset.tone = (!mark && fact?.tone) || "";
      this.#tiles.append(tile);
      this.#balls.append(group);
    }
    const corners = [[-0.5, -0.5], [3.5, -0.5], [3.5, 3.5], [-0.5, 3.5]];
    const ends = corners.map(([px, py]) => [0, 3].map((pz) => this.#at([px, py, pz])));
    this.#pillars.setAttribute("d", ends.map(([top, foot]) => `M${top.x} ${top.y}L${foot.x} ${foot.y}`).join(""));
    this.#drawWins(view, seen);
    this.#placeNumbers();
  }

  /** Put x and y along the edges of the floor that are next to the eye, z at the corner furthest to the left. */
  #placeNumbers() {
    const front = most(BESIDE, (y) => this.#at([1.5, y, 0]).near);
    const side = most(BESIDE, (x) => this.#at([x, 1.5, 0]).near);
    const corner = most(BESIDE.flatMap((x) => BESIDE.map((y) => [x, y])), ([x, y]) => -this.#at([x, y, 0]).x);
    /** @type {((plane: number) => [number, number, number])[]} */
    const places = [(plane) => [plane, front, 0], (plane) => [side, plane, 0], (plane) => [corner[0], corner[1], plane]];
    this.#numbers.forEach((texts, axis) => texts.forEach((text, plane) => {
      const { x, y } = this.#at(places[axis](plane));
      text.setAttribute("x", x.toFixed(3));
      text.setAttribute("y", (y + 0.12).toFixed(3));
    }));
  }

  /** A won line runs between its balls, so that their letters stay readable. */
  #drawWins(view, seen) {
    let d = "";
    for (const line of view.lines) {
      line.slice(1).forEach((cell, index) => {
        const [from, to] = [seen[line[index]], seen[cell]];
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
        const [start, end] = [0.25 * from.scale, 0.25 * to.scale];
        if (length > start + end) d += `M${from.x + ux * start} ${from.y + uy * start}L${to.x - ux * end} ${to.y - uy * end}`;
      });
    }
    this.#wins.setAttribute("d", d);
    this.#svg.append(this.#wins);
  }
}
