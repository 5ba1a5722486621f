// A position as a picture to keep or to send: drawn on a canvas, in the page's colours.

import { isRack, other } from "./shapes.js";
import { sideName } from "./texts.js";
import { statusOf, titleOf } from "./words.js";

const CELL = 64;
const EDGE = 40;
const HEAD = 124;
const FOOT = 44;

/** Draw a position on a canvas, with what stands above and below it: `names` of the players, and an `address`. */
export function painted(kind, view, { names = "", address = "", scale = 1 } = {}) {
  const { shape } = kind;
  const canvas = document.createElement("canvas");
  const [width, height] = [shape.width * CELL + 2 * EDGE, shape.height * CELL + HEAD + FOOT + EDGE];
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, width, height);
  const write = (text, font, ink, y) => {
    pen.font = `${font} system-ui, sans-serif`;
    pen.fillStyle = colour(ink);
    pen.fillText(text, EDGE, y, width - 2 * EDGE);
  };
  write(titleOf(kind), "22px", "soft", 42);
  write(statusOf(kind, view, { thinking: null, person: false }), "bold 32px", "ink", 78);
  write(names, "22px", "soft", 110);
  write(address, "20px", "soft", height - 22);
  pen.translate(EDGE, HEAD + EDGE / 2);
  pen.scale(CELL, CELL);
  for (const [number, group] of shape.groups.entries()) drawGroup(pen, colour, kind, group, view.owners[number]);
  shape.cells.forEach((cell, number) => drawCell(pen, colour, kind, cell, view.marks[number]));
  for (const [number, group] of shape.groups.entries()) if (view.owners[number]) drawOwner(pen, colour, shape, group, view.owners[number]);
  drawLines(pen, colour, shape, view);
  return canvas;
}

/** Return a position as a PNG file. */
export const picture = (kind, view, told) => new Promise((resolve) => painted(kind, view, told).toBlob(resolve, "image/png"));

/** The moments of a game that the rules have described as a whole, from its start on. */
export function moments({ shape }, view) {
  const played = view.turns.flatMap((turn) => turn.cells);
  const marks = view.marks.map((mark, cell) => (played.includes(cell) ? null : mark));
  const moment = (side, more) => ({ ...view, marks: [...marks], owners: ownersOf(shape, marks), result: null, lines: [], side, ...more });
  const shown = [moment(view.turns[0]?.side ?? view.side)];
  for (const turn of view.turns) {
    for (const cell of turn.cells) marks[cell] = turn.side;
    shown.push(moment(other(turn.side)));
  }
  return [...shown.slice(0, -1), view];
}

const ownersOf = (shape, marks) => shape.groups.map(({ lines }) => lines.map((line) => (new Set(line.map((cell) => marks[cell])).size === 1 ? marks[line[0]] : null)).find(Boolean) ?? null);

function drawGroup(pen, colour, { shape }, group, owner) {
  fill(pen, isRack(shape) ? colour("rack") : colour(owner ? `${owner}-wash` : "frame"), extent(shape, group));
}

/** Write the owner of a little board above its marks, which stay in sight. */
function drawOwner(pen, colour, shape, group, owner) {
  const [left, top, wide, high] = extent(shape, group);
  pen.globalAlpha = 0.7;
  fill(pen, colour(`${owner}-wash`), [left, top, wide, high]);
  pen.globalAlpha = 1;
  mark(pen, colour, owner, left + wide / 2, top + high / 2, 1, 0.34);
}

/** Where a group lies: its left and upper end, width and height.
 * @returns {[number, number, number, number]} */
function extent(shape, group) {
  const xs = group.cells.map((cell) => shape.cells[cell].x);
  const ys = group.cells.map((cell) => shape.cells[cell].y);
  const [left, top] = [Math.min(...xs) - 0.58, Math.min(...ys) - 0.58];
  return [left, top, Math.max(...xs) + 0.58 - left, Math.max(...ys) + 0.58 - top];
}

function fill(pen, style, [left, top, wide, high]) {
  pen.fillStyle = style;
  pen.beginPath();
  pen.roundRect(left, top, wide, high, 0.2);
  pen.fill();
}

function drawCell(pen, colour, kind, { x, y, placement }, side) {
  const discs = kind.shape.sides.join("") !== "XO";
  if (placement === null) return;
  pen.fillStyle = colour(isRack(kind.shape) ? "card" : "square");
  pen.beginPath();
  if (isRack(kind.shape)) pen.arc(x, y, 0.4, 0, 7);
  else pen.roundRect(x - 0.46, y - 0.46, 0.92, 0.92, 0.12);
  pen.fill();
  if (!side) return;
  if (!discs) {
    mark(pen, colour, side, x, y, 0.23, 0.14);
    return;
  }
  pen.fillStyle = colour(`disc-${side}`);
  pen.beginPath();
  pen.arc(x, y, 0.38, 0, 7);
  pen.fill();
  pen.fillStyle = colour(`on-${side}`);
  pen.font = "bold 0.4px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.fillText(sideName(kind, side)[0], x, y + 0.14);
}

function mark(pen, colour, side, x, y, r, width) {
  pen.strokeStyle = colour(side);
  pen.lineWidth = width;
  pen.lineCap = "round";
  pen.beginPath();
  if (side === "o") pen.arc(x, y, r, 0, 7);
  else {
    pen.moveTo(x - r, y - r);
    pen.lineTo(x + r, y + r);
    pen.moveTo(x + r, y - r);
    pen.lineTo(x - r, y + r);
  }
  pen.stroke();
}

/** Ring what has won: squares, or little boards. */
function drawLines(pen, colour, shape, view) {
  pen.strokeStyle = colour("ink");
  pen.lineWidth = 0.08;
  for (const place of new Set(view.lines.flat())) {
    const cells = shape.owned ? shape.groups[place].cells.map((cell) => shape.cells[cell]) : [shape.cells[place]];
    const [left, top] = [Math.min(...cells.map(({ x }) => x)) - 0.46, Math.min(...cells.map(({ y }) => y)) - 0.46];
    const side = Math.max(...cells.map(({ x }) => x)) + 0.46 - left;
    pen.beginPath();
    pen.roundRect(left, top, side, side, 0.12);
    pen.stroke();
  }
}
