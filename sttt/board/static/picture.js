// A position as a picture to keep or to send: drawn on a canvas, in the page's colours.

import { isRack } from "./shapes.js";
import { sideName } from "./texts.js";
import { statusOf, titleOf } from "./words.js";

const CELL = 64;
const EDGE = 40;
const HEAD = 70;

/** Return a position as a PNG file. */
export function picture(kind, view) {
  const { shape } = kind;
  const canvas = document.createElement("canvas");
  canvas.width = shape.width * CELL + 2 * EDGE;
  canvas.height = shape.height * CELL + 2 * EDGE + HEAD;
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const pen = canvas.getContext("2d");
  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour("ink");
  pen.font = "bold 30px system-ui, sans-serif";
  pen.fillText(`${titleOf(kind)}: ${statusOf(kind, view, { thinking: null, person: false })}`, EDGE, 52);
  pen.translate(EDGE, EDGE + HEAD - 10);
  pen.scale(CELL, CELL);
  for (const [number, group] of shape.groups.entries()) drawGroup(pen, colour, kind, group, view.owners[number]);
  shape.cells.forEach((cell, number) => drawCell(pen, colour, kind, cell, view.marks[number]));
  for (const [number, group] of shape.groups.entries()) if (view.owners[number]) drawOwner(pen, colour, shape, group, view.owners[number]);
  drawLines(pen, colour, shape, view);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

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
