// The board as SVG, drawn from the server's description of any game's board and from its view of a position.

import { DIRECTIONS, isCube, isRack, make, neighbour, planeNames } from "./shapes.js";
import { sideName, t } from "./texts.js";

const EDGE = 0.3;
const CAPTION = 0.55;
const PLANE = 0.32;

const cross = (x, y, r) => [`M${x - r} ${y - r}L${x + r} ${y + r}`, `M${x + r} ${y - r}L${x - r} ${y + r}`];

/** Draws positions, and tells when a cell is chosen. */
export class Board {
  #svg;
  #game;
  #shape;
  #cells = [];
  #groups = [];
  #overlay;
  #view = null;
  #open = false;
  #focused = 0;
  /** The cell that a pointer is over. @type {number | null} */
  #pointed = null;
  #known = new Map();
  #onChoose;
  #onAim;

  /** `onChoose(cell)` hears of every cell that a person picks, allowed or not; `onAim(cell)` of where a mark would land. */
  constructor(svg, onChoose, onAim = (_cell) => {}) {
    this.#svg = svg;
    this.#onChoose = onChoose;
    this.#onAim = onAim;
    const point = (cell) => {
      this.#pointed = cell;
      this.#aim();
    };
    svg.addEventListener("click", (event) => this.#choose(event.target));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("pointerover", (event) => point(this.#cellOf(event.target)));
    svg.addEventListener("pointerleave", () => point(null));
    // Not on the SVG: one that listens for focus takes the Tab key itself.
    svg.parentElement.addEventListener("focusin", (event) => this.#focus(this.#cellOf(event.target)));
    svg.parentElement.addEventListener("focusout", () => this.#aim());
  }

  /** Build an empty board of a game. */
  build(game) {
    const shape = (this.#shape = game.shape);
    this.#game = game;
    this.#pointed = null;
    this.#svg.replaceChildren();
    const planes = isCube(shape) ? planeNames(shape) : [];
    const captioned = isCube(shape);
    const rack = isRack(shape);
    const top = captioned ? EDGE + CAPTION : EDGE;
    const foot = rack ? 0.35 : 0;
    const beside = planes.length ? EDGE + PLANE : EDGE;
    this.#svg.setAttribute("viewBox", `${-beside} ${-top} ${shape.width + beside + EDGE} ${shape.height + top + beside + foot}`);
    this.#svg.setAttribute("aria-label", t("board.of", { game: t(`title.${game.name}`, {}, game.title) }));
    this.#svg.classList.toggle("discs", shape.sides.join("") !== "XO");
    this.#svg.classList.toggle("rack", rack);
    this.#groups = shape.groups.map((group, number) => this.#buildGroup(group, number, captioned, planes));
    this.#cells = shape.cells.map((cell, number) => this.#buildCell(cell, number, rack));
    if (rack) this.#buildRack(shape);
    this.#overlay = make(this.#svg, "g", { class: "overlay", "aria-hidden": "true" });
    this.#focused = Math.floor(shape.cells.length / 2);
    while (shape.cells[this.#focused].placement === null) this.#focused += 1;
  }

  /** Show a position. `last` and `hint` are cells to point out, `known` what is known of cells, `target` a lesson's. */
  draw(view, { last, hint, open, threats, names, turn, known = new Map(), target = [] }) {
    this.#view = view;
    this.#open = open;
    this.#known = known;
    this.#svg.classList.toggle("open", open);
    this.#svg.classList.toggle("names", names);
    this.#svg.classList.toggle("costs", threats);
    this.#svg.dataset.side = view.side;
    const won = new Set(this.#shape.owned ? [] : view.lines.flat());
    const wonGroups = new Set(this.#shape.owned ? view.lines.flat() : []);
    const owned = new Set(this.#shape.groups.flatMap((group, number) => (view.owners[number] ? group.cells : [])));
    this.#cells.forEach((cell, number) => {
      const flags = {
        x: view.marks[number] === "x",
        o: view.marks[number] === "o",
        free: view.lands[number] !== null,
        tentative: view.tentative.includes(number),
        last: last.includes(number),
        hint: hint.includes(number),
        target: target.includes(number),
        won: won.has(number),
        owned: owned.has(number),
        known: known.has(number),
      };
      for (const [name, on] of Object.entries(flags)) cell.classList.toggle(name, on);
      this.#drawKnown(cell, known.get(number));
      cell.setAttribute("aria-label", this.#describe(number));
      cell.setAttribute("aria-disabled", String(!open || !flags.free));
      cell.setAttribute("tabindex", number === this.#focused ? "0" : "-1");
      cell.querySelector("title").textContent = this.#describe(number);
    });
    this.#groups.forEach((group, number) => this.#drawGroup(group, number, wonGroups.has(number)));
    this.#drawLines(threats ? turn : 0);
    this.#aim();
  }

  /** Move the keyboard's focus to the board. */
  focus() {
    this.#cells[this.#focused].focus();
  }

  #buildCell(cell, number, rack) {
    const { x, y } = cell;
    const element = make(this.#svg, "g", { class: "cell", role: "button", "data-cell": number, tabindex: -1 });
    if (cell.placement === null) element.classList.add("hole");
    make(element, "title");
    if (rack) {
      make(element, "rect", { class: "square", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
      element.style.setProperty("--drop", String(y + 0.6));
    } else {
      make(element, "rect", { class: "square", x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.12 });
    }
    make(element, "text", { class: "name", x, y: y + 0.1 }, cell.label);
    for (const d of cross(x, y, 0.22)) make(element, "path", { class: "glyph x", d, pathLength: 1 });
    make(element, "circle", { class: "glyph o", cx: x, cy: y, r: 0.24, pathLength: 1, transform: `rotate(-90 ${x} ${y})` });
    const r = rack ? 0.44 : 0.38;
    for (const side of ["x", "o"]) {
      const disc = make(element, "g", { class: `disc ${side}` });
      make(disc, "circle", { class: "body", cx: x, cy: y, r });
      make(disc, "circle", { class: "rim", cx: x, cy: y, r: r * 0.72 });
      make(disc, "text", { class: "letter", x, y: y + 0.13 }, sideName(this.#game, side)[0]);
    }
    const known = make(element, "g", { class: "badge" });
    make(known, "rect", { x: x - 0.38, y: y - 0.24, width: 0.76, height: 0.48, rx: 0.2 });
    make(known, "text", { x, y: y + 0.115 });
    if (rack) make(element, "circle", { class: "ring", cx: x, cy: y, r: 0.4 });
    else make(element, "rect", { class: "ring", x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx: 0.11 });
    return element;
  }

  /** A blue front with a hole over each cell, behind which the discs fall. */
  #buildRack({ cells, width, height }) {
    const holes = cells.map(({ x, y }) => `M${x - 0.4} ${y}a.4 .4 0 1 0 .8 0a.4 .4 0 1 0 -.8 0`).join("");
    const panel = `M0 -.2H${width}a.2 .2 0 0 1 .2 .2V${height}a.15 .15 0 0 1 -.15 .15H-.05a.15 .15 0 0 1 -.15 -.15V0a.2 .2 0 0 1 .2 -.2z`;
    make(this.#svg, "path", { class: "panel", "fill-rule": "evenodd", d: panel + holes });
    make(this.#svg, "path", { class: "panel-edge", d: holes });
    make(this.#svg, "path", { class: "feet", d: `M-.25 ${height + 0.1}h.7l.12 .35h-.94zM${width + 0.25} ${height + 0.1}h-.7l-.12 .35h.94z` });
  }

  #buildGroup(group, number, captioned, planes) {
    const cells = group.cells.map((cell) => this.#shape.cells[cell]);
    const [left, right] = [Math.min, Math.max].map((pick) => pick(...cells.map((cell) => cell.x)));
    const [top, bottom] = [Math.min, Math.max].map((pick) => pick(...cells.map((cell) => cell.y)));
    const element = make(this.#svg, "g", { class: "group", "aria-hidden": "true" });
    const box = { x: left - 0.58, y: top - 0.58, width: right - left + 1.16, height: bottom - top + 1.16, rx: 0.22 };
    make(element, "rect", { class: "frame", ...box });
    const [x, y, r] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2 + 0.2];
    for (const d of cross(x, y, r)) make(element, "path", { class: "owner x", d, pathLength: 1 });
    make(element, "circle", { class: "owner o", cx: x, cy: y, r, pathLength: 1 });
    if (captioned) make(element, "text", { class: "caption", x, y: top - 0.72 }, planes.length ? t("layer.plane", { number: number + 1, plane: planes[2][number] }) : t("layer", { number: number + 1, label: group.label }));
    planes[0]?.forEach((name, step) => make(element, "text", { class: "plane", x: left + step, y: bottom + 0.86 }, name));
    planes[1]?.forEach((name, step) => make(element, "text", { class: "plane", x: left - 0.86, y: top + step + 0.12 }, name));
    const costs = make(this.#svg, "g", { class: "cost", "aria-hidden": "true" });
    make(costs, "text", { class: "x", x: left - 0.5, y: top - 0.58 });
    make(costs, "text", { class: "o", x: right + 0.5, y: top - 0.58 });
    return { element, costs, x, y };
  }

  #drawGroup(group, number, won) {
    const view = this.#view;
    const owner = view.owners[number];
    const cells = this.#shape.groups[number].cells;
    const dead = this.#shape.owned && !owner && cells.every((cell) => view.marks[cell]);
    const flags = { x: owner === "x", o: owner === "o", dead, won };
    for (const [name, on] of Object.entries(flags)) group.element.classList.toggle(name, on);
    for (const side of ["x", "o"]) {
      const cost = view.costs?.[side].groups[number] ?? null;
      const text = cost === null || owner || !this.#shape.owned ? "" : `${sideName(this.#game, side)[0]}${cost}`;
      group.costs.querySelector(`.${side}`).textContent = text;
    }
    group.costs.remove();
    this.#svg.append(group.costs);
  }

  #drawKnown(cell, known) {
    if (!known) return;
    cell.querySelector(".badge").setAttribute("class", `badge ${known.tone}${known.short.length > 2 ? " long" : ""}`);
    cell.querySelector(".badge text").textContent = known.short;
  }

  /** Draw the lines that have won, or those that a side could complete soon; `turn` is 0 or a turn's placements. */
  #drawLines(turn) {
    const view = this.#view;
    this.#overlay.replaceChildren();
    this.#svg.append(this.#overlay);
    for (const line of view.lines) this.#drawLine(line, `win ${view.result}`, 0);
    if (!turn || view.result || !view.costs) return;
    for (const side of ["x", "o"]) {
      view.costs[side].lines.forEach((cost, number) => {
        if (cost === null || cost > 2 * turn) return;
        const soon = cost <= turn ? "now" : "soon";
        this.#drawLine(this.#shape.lines[number], `threat ${side} ${soon}`, side === "x" ? -0.12 : 0.12);
      });
    }
  }

  /** Over discs with letters a line is drawn between them only, and never from one layer to another. */
  #drawLine(line, name, shift) {
    const places = this.#shape.owned ? this.#groups : this.#shape.cells;
    const layer = (place) => (this.#shape.owned ? 0 : this.#shape.groups.findIndex((group) => group.cells.includes(place)));
    const gap = this.#svg.classList.contains("discs") ? 0.38 : 0;
    let d = "";
    line.slice(1).forEach((place, number) => {
      if (layer(line[number]) !== layer(place)) return;
      const [from, to] = [places[line[number]], places[place]];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const [sx, sy] = [-uy * shift, ux * shift];
      d += `M${from.x + ux * gap + sx} ${from.y + uy * gap + sy}L${to.x - ux * gap + sx} ${to.y - uy * gap + sy}`;
    });
    make(this.#overlay, "path", { class: name, d });
  }

  #describe(number) {
    const { cells, groups, owned } = this.#shape;
    const view = this.#view;
    const group = groups.findIndex((one) => one.cells.includes(number));
    const label = cells[number].label;
    const where = groups.length > 1 ? `${label}, ${t(owned ? "board.number" : "layer", { number: group + 1, label: groups[group].label })}` : label;
    const mark = view.marks[number];
    const state = mark ? sideName(this.#game, mark) : t(view.lands[number] === null ? "cell.closed" : "cell.empty");
    const more = view.tentative.includes(number) ? `, ${t("cell.tentative")}` : "";
    const owner = owned && view.owners[group];
    const known = this.#known.has(number) ? `. ${this.#known.get(number).words}` : "";
    return `${where}: ${state}${more}${owner ? `, ${t("cell.owned", { side: sideName(this.#game, owner) })}` : ""}${known}`;
  }

  #cellOf(target) {
    const element = target?.closest?.(".cell");
    return element ? Number(element.dataset.cell) : null;
  }

  #choose(target) {
    const cell = this.#cellOf(target);
    if (cell === null || !this.#view) return;
    this.#focus(cell);
    this.#onChoose(cell);
  }

  /** Show faintly where a mark would land, at the pointer or else where the keyboard is. */
  #aim() {
    const cell = this.#pointed ?? this.#cellOf(this.#svg.querySelector(".cell:focus-visible"));
    const landing = cell === null || !this.#open ? null : (this.#view?.lands[cell] ?? null);
    this.#svg.querySelector(".ghost")?.classList.remove("ghost");
    if (landing !== null) this.#cells[landing].classList.add("ghost");
    this.#onAim(landing);
  }

  #focus(cell) {
    if (cell === null) return;
    this.#cells[this.#focused].setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
    this.#aim();
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = neighbour(this.#shape, this.#focused, direction);
      if (next !== null) this.#cells[next].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cells[this.#focused]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
