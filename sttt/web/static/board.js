// The board as SVG, drawn from the server's description of any game's board and from its view of a position.

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 0.35;
const CAPTION = 0.55;
const WIDEST_CELL = 7.5;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function make(parent, name, attributes = {}, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;

/** Draws positions, and tells when a cell is chosen. */
export class Board {
  #svg;
  #shape;
  #cells = [];
  #groups = [];
  #overlay;
  #view = null;
  #open = false;
  #focused = 0;
  #onChoose;

  /** `onChoose(cell)` hears of every cell that a person picks, allowed or not. */
  constructor(svg, onChoose) {
    this.#svg = svg;
    this.#onChoose = onChoose;
    svg.addEventListener("click", (event) => this.#choose(event.target));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("pointerover", (event) => this.#ghost(this.#cellOf(event.target)));
    svg.addEventListener("pointerleave", () => this.#ghost(null));
    svg.addEventListener("focusin", (event) => this.#focus(this.#cellOf(event.target)));
    svg.addEventListener("focusout", () => this.#ghost(null));
  }

  /** Build an empty board of a game. */
  build(game) {
    const shape = (this.#shape = game.shape);
    this.#svg.replaceChildren();
    const captioned = !shape.owned && shape.groups.length > 1;
    const top = captioned ? EDGE + CAPTION : EDGE;
    this.#svg.setAttribute("viewBox", `${-EDGE} ${-top} ${shape.width + 2 * EDGE} ${shape.height + EDGE + top}`);
    this.#svg.style.maxWidth = `${WIDEST_CELL * (shape.width + 2 * EDGE)}rem`;
    this.#svg.setAttribute("aria-label", `${game.title}, board`);
    const glyphs = game.shape.sides.join("") === "XO";
    this.#svg.classList.toggle("discs", !glyphs);
    this.#groups = shape.groups.map((group) => this.#buildGroup(group, captioned));
    this.#cells = shape.cells.map((cell, number) => this.#buildCell(cell, number));
    this.#overlay = make(this.#svg, "g", { class: "overlay", "aria-hidden": "true" });
    this.#focused = Math.floor(shape.cells.length / 2);
    while (shape.cells[this.#focused].placement === null) this.#focused += 1;
  }

  /** Show a position. `marks` are sets of cells to point out: last, hint; `open` lets a person choose. */
  draw(view, { last, hint, open, threats, names, turn }) {
    this.#view = view;
    this.#open = open;
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
        won: won.has(number),
        owned: owned.has(number),
      };
      for (const [name, on] of Object.entries(flags)) cell.classList.toggle(name, on);
      cell.setAttribute("aria-label", this.#describe(number));
      cell.setAttribute("aria-disabled", String(!open || !flags.free));
      cell.setAttribute("tabindex", number === this.#focused ? "0" : "-1");
      cell.querySelector("title").textContent = this.#describe(number);
    });
    this.#groups.forEach((group, number) => this.#drawGroup(group, number, wonGroups.has(number)));
    this.#drawLines(threats ? turn : 0);
    this.#ghost(null);
  }

  /** Move the keyboard's focus to the board. */
  focus() {
    this.#cells[this.#focused].focus();
  }

  #buildCell(cell, number) {
    const { x, y } = cell;
    const element = make(this.#svg, "g", { class: "cell", role: "button", "data-cell": number, tabindex: -1 });
    if (cell.placement === null) element.classList.add("hole");
    make(element, "title");
    make(element, "rect", { class: "square", x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.1 });
    make(element, "text", { class: "name", x, y: y + 0.1 }, cell.label);
    make(element, "path", { class: "glyph x", d: cross(x, y, 0.22) });
    make(element, "circle", { class: "glyph o", cx: x, cy: y, r: 0.24 });
    for (const side of ["x", "o"]) {
      make(element, "circle", { class: `disc ${side}`, cx: x, cy: y, r: 0.38 });
      const letter = this.#shape.sides[side === "x" ? 0 : 1][0];
      make(element, "text", { class: `letter ${side}`, x, y: y + 0.13 }, letter);
    }
    make(element, "rect", { class: "ring", x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx: 0.1 });
    return element;
  }

  #buildGroup(group, captioned) {
    const cells = group.cells.map((cell) => this.#shape.cells[cell]);
    const [left, right] = [Math.min, Math.max].map((pick) => pick(...cells.map((cell) => cell.x)));
    const [top, bottom] = [Math.min, Math.max].map((pick) => pick(...cells.map((cell) => cell.y)));
    const element = make(this.#svg, "g", { class: "group", "aria-hidden": "true" });
    const box = { x: left - 0.58, y: top - 0.58, width: right - left + 1.16, height: bottom - top + 1.16, rx: 0.2 };
    make(element, "rect", { class: "frame", ...box });
    const [x, y, r] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2 + 0.2];
    make(element, "path", { class: "owner x", d: cross(x, y, r) });
    make(element, "circle", { class: "owner o", cx: x, cy: y, r });
    if (captioned) {
      make(element, "text", { class: "caption", x, y: top - 0.72 }, group.label);
    }
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
      const cost = view.costs[side].groups[number];
      const sign = this.#shape.sides[side === "x" ? 0 : 1][0];
      const text = cost === null || owner || !this.#shape.owned ? "" : `${sign}${cost}`;
      group.costs.querySelector(`.${side}`).textContent = text;
    }
    group.costs.remove();
    this.#svg.append(group.costs);
  }

  /** Draw the lines that have won, or those that a side could complete soon; `turn` is 0 or a turn's placements. */
  #drawLines(turn) {
    const view = this.#view;
    this.#overlay.replaceChildren();
    this.#svg.append(this.#overlay);
    for (const line of view.lines) this.#drawLine(line, `win ${view.result}`, 0);
    if (!turn || view.result) return;
    for (const side of ["x", "o"]) {
      view.costs[side].lines.forEach((cost, number) => {
        if (cost === null || cost > 2 * turn) return;
        const soon = cost <= turn ? "now" : "soon";
        this.#drawLine(this.#shape.lines[number], `threat ${side} ${soon}`, side === "x" ? -0.12 : 0.12);
      });
    }
  }

  #drawLine(line, name, shift) {
    const places = this.#shape.owned ? this.#groups : this.#shape.cells;
    const points = line.map((place) => places[place]);
    const [from, to] = [points[0], points[points.length - 1]];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [sx, sy] = [(-dy / length) * shift, (dx / length) * shift];
    const path = points.map((point) => `${point.x + sx} ${point.y + sy}`).join("L");
    make(this.#overlay, "path", { class: name, d: `M${path}` });
  }

  #describe(number) {
    const { cells, groups, sides } = this.#shape;
    const view = this.#view;
    const group = groups.find((one) => one.cells.includes(number));
    const where = groups.length > 1 ? `${cells[number].label}, ${group.label}` : cells[number].label;
    const mark = view.marks[number];
    const state = mark ? sides[mark === "x" ? 0 : 1] : view.lands[number] === null ? "closed" : "empty";
    const more = view.tentative.includes(number) ? ", not final yet" : "";
    const owner = this.#shape.owned && view.owners[groups.indexOf(group)];
    return `${where}: ${state}${more}${owner ? `, board won by ${sides[owner === "x" ? 0 : 1]}` : ""}`;
  }

  #cellOf(target) {
    const element = target.closest?.(".cell");
    return element ? Number(element.dataset.cell) : null;
  }

  #choose(target) {
    const cell = this.#cellOf(target);
    if (cell === null || !this.#view) return;
    this.#focus(cell);
    this.#onChoose(cell);
  }

  #ghost(cell) {
    this.#svg.querySelector(".ghost")?.classList.remove("ghost");
    if (cell === null || !this.#open || !this.#view || this.#view.lands[cell] === null) return;
    this.#cells[this.#view.lands[cell]].classList.add("ghost");
  }

  #focus(cell) {
    if (cell === null) return;
    this.#cells[this.#focused].setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
    this.#ghost(cell);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = this.#neighbour(this.#focused, direction);
      if (next !== null) this.#cells[next].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cells[this.#focused]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction, sideways distance counting double. */
  #neighbour(from, [dx, dy]) {
    const start = this.#shape.cells[from];
    let best = null;
    let least = Infinity;
    this.#shape.cells.forEach((cell, number) => {
      const [x, y] = [cell.x - start.x, cell.y - start.y];
      const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      const distance = ahead + 2 * aside;
      if (ahead > 0.5 && ahead >= aside && distance < least && cell.placement !== null) {
        [best, least] = [number, distance];
      }
    });
    return best;
  }
}
