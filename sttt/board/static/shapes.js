// What the page reads off a game's board: what kind of board it is, its lines in words, what a turn does.

import { t } from "./texts.js";

export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const other = (side) => (side === "x" ? "o" : "x");

/** Add an SVG element to another one. */
export function make(parent, name, attributes = {}, text = undefined) {
  const element = document.createElementNS(parent.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/** Whether cells of a column share a placement: discs fall. */
export const isRack = (shape) => new Set(shape.cells.map((cell) => cell.placement)).size < shape.cells.length;

/** Whether the groups are layers of a cube rather than boards that can be owned. */
export const isCube = (shape) => !shape.owned && shape.groups.length > 1;

/** Each cell's place in space: across, deep, and which layer. */
export function placesInSpace(shape) {
  const places = [];
  shape.groups.forEach((group, z) => {
    const left = Math.min(...group.cells.map((cell) => shape.cells[cell].x));
    const top = Math.min(...group.cells.map((cell) => shape.cells[cell].y));
    for (const cell of group.cells) places[cell] = [shape.cells[cell].x - left, shape.cells[cell].y - top, z];
  });
  return places;
}

/** What the planes along each axis of a cube are called where squares are named by them: three lists, or none. */
export function planeNames(shape) {
  const places = placesInSpace(shape);
  const nameOf = (axis, plane) => shape.cells[places.findIndex((place) => place[axis] === plane)].label.split(",")[axis];
  if (shape.cells[0].label.split(",").length !== 3) return [];
  return [0, 1, 2].map((axis) => [...new Set(places.map((place) => place[axis]))].sort().map((plane) => `${"xyz"[axis]}${nameOf(axis, plane)}`));
}

/** The nearest cell in a direction, sideways distance counting double. */
export function neighbour(shape, from, [dx, dy]) {
  const start = shape.cells[from];
  let best = null;
  let least = Infinity;
  shape.cells.forEach((cell, number) => {
    const [x, y] = [cell.x - start.x, cell.y - start.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    const distance = ahead + 2 * aside;
    if (ahead > 0.5 && ahead >= aside && distance < least && cell.placement !== null) [best, least] = [number, distance];
  });
  return best;
}

/** What a player calls a line: a row, a column, a diagonal, one through the layers. */
export function lineName(shape, number) {
  const line = shape.lines[number];
  if (shape.owned) return t(bigLine(line));
  const places = placesInSpace(shape);
  const [from, to] = [places[line[0]], places[line[line.length - 1]]];
  const [dx, dy, dz] = [0, 1, 2].map((axis) => Math.round(to[axis] - from[axis]));
  const names = { from: shape.cells[line[0]].label, to: shape.cells[line[line.length - 1]].label };
  if (dz) {
    if (!dx && !dy) return t("line.upright", names);
    return t(dx && dy ? "line.space" : "line.slanting", names);
  }
  const layer = isCube(shape) ? `, ${t("layer", { number: from[2] + 1, label: "" })}` : "";
  if (!dy) return t("line.row", names) + layer;
  if (!dx) return t("line.column", names) + layer;
  return t("line.diagonal", names) + layer;
}

/** The name of a line of little boards. */
function bigLine(line) {
  const step = line[1] - line[0];
  if (step === 1) return ["line.top", "line.middle", "line.bottom"][line[0] / 3];
  if (step === 3) return ["line.left", "line.centre", "line.right"][line[0]];
  return step === 4 ? "line.from-top-left" : "line.from-top-right";
}

/** How many marks a side still needs on each of some lines, null where it can no longer have one. */
export function costsOf(lines, marks, side) {
  return lines.map((line) => {
    const held = line.map((place) => marks[place]);
    return held.includes(other(side)) ? null : held.filter((mark) => mark !== side).length;
  });
}

/** Who owns each group once these marks stand. */
export function ownersOf(shape, marks, before) {
  return shape.groups.map((group, number) => before[number] ?? ["x", "o"].find((side) => costsOf(group.lines, marks, side).includes(0)) ?? null);
}

/** What speaks for a mark, in a player's words, strongest first; `view` is the position before it. */
export function reasonsFor(game, view, cell, side) {
  const { shape } = game;
  const marks = view.marks.with(cell, side);
  return shape.owned ? onBoards(shape, view, marks, cell, side) : onLines(shape, view, marks, cell, side);
}

function onLines(shape, view, marks, cell, side) {
  const through = shape.lines.map((line, number) => ({ line, number })).filter(({ line }) => line.includes(cell));
  const lines = through.map(({ line }) => line);
  const [own, theirs] = [costsOf(lines, marks, side), costsOf(lines, view.marks, other(side))];
  const named = (index) => ({ line: lineName(shape, through[index].number) });
  if (own.includes(0)) return t("reason.wins", named(own.indexOf(0)));
  const blocked = theirs.indexOf(1);
  const threats = own.filter((cost) => cost === 1).length;
  const parts = [];
  if (blocked >= 0) parts.push(t("reason.blocks", named(blocked)));
  if (threats > 1) parts.push(t("reason.fork", { number: threats }));
  else if (threats) parts.push(t("reason.threatens", named(own.indexOf(1))));
  if (!parts.length && theirs.includes(2)) parts.push(t("reason.hinders", named(theirs.indexOf(2))));
  if (!parts.length && own.includes(2)) parts.push(t("reason.builds", named(own.indexOf(2))));
  const open = own.filter((cost) => cost !== null).length;
  if (!parts.length) parts.push(open ? t("reason.keeps", { number: open }) : t("reason.idle"));
  return parts.join(t("and"));
}

function onBoards(shape, view, marks, cell, side) {
  const board = shape.groups.findIndex((group) => group.cells.includes(cell));
  const { lines } = shape.groups[board];
  const owners = ownersOf(shape, marks, view.owners);
  const name = { board: t("board.number", { number: board + 1, label: "" }) };
  if (owners[board] === side && view.owners[board] !== side) {
    const big = costsOf(shape.lines, owners, side);
    if (big.includes(0)) return t("reason.wins", { line: lineName(shape, big.indexOf(0)) });
    return t("reason.takes", name) + (big.includes(1) && !costsOf(shape.lines, view.owners, side).includes(1) ? t("and") + t("reason.threatens", { line: lineName(shape, big.indexOf(1)) }) : "");
  }
  const least = (all) => Math.min(...all.map((cost) => cost ?? 9));
  const [theirsBefore, theirsAfter] = [least(costsOf(lines, view.marks, other(side))), least(costsOf(lines, marks, other(side)))];
  if (theirsBefore <= 2 && theirsAfter > theirsBefore) return t("reason.denies", name);
  if (least(costsOf(lines, marks, side)) < least(costsOf(lines, view.marks, side))) return t("reason.prepares", name);
  return t("reason.fills", name);
}
