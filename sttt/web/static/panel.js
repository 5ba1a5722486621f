// Everything beside the board: who is to move, the evaluation, the players, the turns, and what is read aloud.

import { factOf } from "./facts.js";
import { attempt } from "./optional.js";
import { lineName } from "./shapes.js";
import { rulesOf, sideName, t } from "./texts.js";
import { levelName, lineOf, said, titleOf } from "./words.js";

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

const TIMES = [0.2, 0.5, 1, 2, 5, 10, 30, 60];
const PACES = [0, 0.5, 1, 2, 4];

function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

/** The side of the one person who plays against an engine, null if there are two persons or none. */
export function sideOfPerson(game) {
  const persons = ["x", "o"].filter((side) => game.isPerson(side));
  return persons.length === 1 ? persons[0] : null;
}

/** Say which side the person has and whom it meets; nothing where two persons or two engines play. */
export function pairing(kind, game) {
  const side = sideOfPerson(game);
  if (!side) return "";
  return t("say.you", { side: sideName(kind, side), player: levelName(kind, game.player(side === "x" ? "o" : "x").who) });
}

/** Fill the lists that depend on the game alone. */
export function showGames(games, chosen) {
  options($("game"), games.map((game) => [game.name, titleOf(game)]), chosen);
}

/** Show which game it is, and to somebody who has never seen it what it is about: in the offer of the first steps while that stands. */
export function showGame(game, isNew) {
  $("title").textContent = titleOf(game);
  const goal = t(`goal.${game.name}`, {}, "");
  const offer = document.querySelector("#coach.offer:not([hidden]) [data-t='learn.offer']");
  if (offer) offer.textContent = `${goal} ${t("learn.offer")}`.trim();
  $("goal").textContent = goal;
  $("goal").hidden = Boolean(offer) || !isNew || !goal;
  document.documentElement.dataset.game = game.name;
  document.documentElement.dataset.sides = game.shape.sides.join("-").toLowerCase();
  document.title = `${titleOf(game)} – sttt`;
  $("rules-text").replaceChildren(...rulesOf(game).map((rule) => Object.assign(document.createElement("li"), { textContent: rule })));
  options($("form"), game.forms.map((form) => [form, form === "scheme" ? "s-expression" : form]), "text");
  options($("pace"), PACES.map((pace) => [String(pace), pace ? t("pace.turn", { number: pace }) : t("pace.fast")]), "1");
  for (const side of ["x", "o"]) $(`name-${side}`).textContent = sideName(game, side);
}

/** Take the offer of the first steps, and what was said of the game, away from somebody who plays. */
export function dropOffer() {
  if ($("coach").className === "offer") $("coach").hidden = true;
  $("goal").hidden = true;
}

/** Show who plays a side. */
export function showPlayer(game, side, player) {
  const levels = game.players.filter((one) => one.level);
  const others = game.players.filter((one) => !one.level);
  const select = $(`who-${side}`);
  options(select, [["person", t("person")]], player.who);
  for (const [label, list] of [[t("levels"), levels], [t("others"), others]]) {
    if (!list.length) continue;
    const group = Object.assign(document.createElement("optgroup"), { label });
    for (const { name, summary, level } of list) {
      const option = new Option(level ? `${level} – ${levelName(game, name)}` : name, name, false, name === player.who);
      option.title = summary;
      group.append(option);
    }
    select.append(group);
  }
  const times = TIMES.map((time) => [String(time), t("seconds", { number: time })]);
  options($(`time-${side}`), times, String(player.seconds));
  $(`time-${side}`).setAttribute("aria-label", t("think.of", { side: sideName(game, side) }));
  select.parentElement.classList.toggle("idle", player.who === "person");
}

/** Show the turns, each a button that leads back to it. */
export function showTurns(game, view, onGoTo, review) {
  const rows = view.turns.map((turn, number) => {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(Object.assign(document.createElement("span"), { className: turn.side, textContent: sideName(game, turn.side) }));
    button.append(` ${turn.text}`);
    button.addEventListener("click", () => onGoTo(number + 1));
    const judged = review?.turns?.[number]?.judgement;
    if (judged) button.append(Object.assign(document.createElement("span"), { className: `judged ${judged}`, textContent: t(`review.${judged}`) }));
    if (number + 1 === view.at) button.setAttribute("aria-current", "step");
    item.append(button);
    return item;
  });
  $("moves").replaceChildren(...rows);
  $("place").textContent = `${view.at} / ${view.turns.length}`;
  reachTurn();
}

/** Scroll the list to the turn on the board. */
function reachTurn() {
  const list = $("moves");
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

attempt(() => new ResizeObserver(reachTurn).observe($("moves")));

/** Show the verdict on the position, nothing for null; of a finished game how it ended. */
export function showThought(game, thought, view) {
  const words = view.result ? t("verdict.over") : thought ? said(thought.verdict).line : t("verdict.none");
  const share = view.result ? { x: 1, o: 0 }[view.result] ?? 0.5 : thought?.verdict.share ?? 0.5;
  $("bar").style.width = `${100 * share}%`;
  $("bar-x").textContent = sideName(game, "x");
  $("bar-o").textContent = sideName(game, "o");
  $("meter").setAttribute("aria-valuenow", String(Math.round(100 * share)));
  $("meter").setAttribute("aria-valuetext", words);
  const why = view.result || !thought ? "" : said(thought.verdict).paragraph.slice(words.length).trim();
  $("verdict-line").textContent = words;
  $("verdict-why").textContent = why;
  $("verdict").classList.toggle("plain", !why);
  $("verdict").classList.toggle("proven", Boolean(thought?.verdict.value));
  $("line").textContent = thought ? lineOf(game, thought) : "";
}

/** List the best moves known, and how much is proven; nothing unless asked for. */
export function showKnown(game, view, best, progress, shown) {
  $("known").hidden = !shown || Boolean(view.result);
  if ($("known").hidden) return;
  $("known-head").textContent = t("truth.head", { side: sideName(game, view.side) });
  $("known-list").replaceChildren(...best.map((move) => {
    const row = document.createElement("li");
    const fact = factOf(move.verdict);
    row.append(Object.assign(document.createElement("b"), { className: `fact ${fact.tone}`, textContent: fact.short }), ` ${move.line.map((turn) => turn.text).slice(0, 5).join(" ")}`);
    row.append(" ", Object.assign(document.createElement("small"), { textContent: fact.words }));
    return row;
  }));
  const looking = progress && !progress.final ? t("truth.looking") : t("truth.done");
  $("known-progress").textContent = progress ? t("truth.progress", { proven: progress.proven, all: progress.all, looking: progress.proven === progress.all || !progress.final ? looking : "" }) : "…";
}

/** Engines do not help in a game between people. */
export const BETWEEN_PEOPLE = ["hint", "analysis", "truth", "threats", "go", "swap", "who-x", "who-o", "time-x", "time-o"];

/** What a game between people may switch off, and nothing else does. */
const DENIABLE = ["analysis", "truth", "threats", "openings", "swap", "who-x", "who-o", "time-x", "time-o"];

/** Switch the buttons that the state of the game allows. */
export function enable(app, undoTarget) {
  const { view, game } = app;
  const person = game.isPerson(view.side);
  const both = !game.isPerson("x") && !game.isPerson("o");
  $("undo").disabled = !undoTarget;
  $("redo").disabled = game.isAtEnd;
  $("earlier").hidden = !game.kept.length;
  $("hint").disabled = Boolean(view.result) || Boolean(app.thinking);
  $("why").disabled = view.at === 0;
  $("go").hidden = game.isLive || person || Boolean(view.result);
  $("main").hidden = !game.main;
  $("review").hidden = !(view.result || game.review || game.main || game.held) || game.played.length < 2;
  $("pause").hidden = !both || Boolean(view.result);
  for (const id of DENIABLE) $(id).disabled = false;
  for (const id of app.guest?.denies ?? (game.mail && !view.result ? BETWEEN_PEOPLE : [])) $(id).disabled = true;
  $("first").disabled = $("back").disabled = view.at === 0;
  $("last").disabled = $("forward").disabled = game.isAtEnd;
}

/** List the lines that are nearest to being won, or nothing. */
export function showCosts(game, view, shown) {
  const table = $("costs");
  table.hidden = !shown;
  if (!shown) return;
  for (const side of ["x", "o"]) table.querySelector(`th.${side}`).textContent = sideName(game, side);
  const { lines, owned, cells } = game.shape;
  const nameOf = (place) => (owned ? String(place + 1) : cells[place].label);
  const open = (cost) => cost ?? Infinity;
  const rows = lines.map((line, number) => {
    const [x, o] = ["x", "o"].map((side) => view.costs[side].lines[number]);
    return { name: line.map(nameOf).join(" – "), title: lineName(game.shape, number), x, o, least: Math.min(open(x), open(o)) };
  });
  const nearest = rows.filter((row) => row.least < Infinity).sort((one, other) => one.least - other.least).slice(0, 8);
  table.tBodies[0].replaceChildren(...nearest.map(({ name, title, x, o }) => {
    const row = document.createElement("tr");
    Object.assign(row.insertCell(), { textContent: name, title });
    for (const cost of [x, o]) {
      const cell = row.insertCell();
      cell.textContent = cost ?? "–";
      cell.classList.toggle("now", cost !== null && cost <= game.turn);
    }
    return row;
  }));
}

/** Read something aloud to those who do not see the board. */
export function say(text) {
  $("live").textContent = text;
}

export function explain(text) {
  $("explain").textContent = text;
  reachExplanation();
}

/** What does not fit is scrolled, by the keyboard too; what fits is no stop on the way of the Tab key. */
function reachExplanation() {
  const told = $("explain");
  if (told.scrollHeight > told.clientHeight) told.tabIndex = 0;
  else told.removeAttribute("tabindex");
}

attempt(() => new ResizeObserver(reachExplanation).observe($("explain")));

/** Show a notice above the board, or hide it with an empty text. */
export function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}
