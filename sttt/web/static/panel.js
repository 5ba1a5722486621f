// Everything beside the board: who is to move, the evaluation, the players, the turns, and what is read aloud.

const $ = (id) => document.getElementById(id);

const TIMES = [0.2, 0.5, 1, 2, 5, 10, 30, 60];
const PACES = [0, 0.5, 1, 2, 4];

function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

export const sideName = (game, side) => game.shape.sides[side === "x" ? 0 : 1];

/** Fill the lists that depend on the game alone. */
export function showGames(games, chosen) {
  options($("game"), games.map((game) => [game.name, game.title]), chosen);
}

export function showGame(game) {
  $("title").textContent = game.title;
  document.documentElement.dataset.sides = game.shape.sides.join("-").toLowerCase();
  document.title = `${game.title} – sttt`;
  $("rules-text").replaceChildren(...game.rules.map((rule) => Object.assign(document.createElement("li"), { textContent: rule })));
  options($("form"), game.forms.map((form) => [form, form === "scheme" ? "s-expression" : form]), "text");
  options($("pace"), PACES.map((pace) => [String(pace), pace ? `${pace} s a turn` : "as fast as they are"]), "1");
  for (const side of ["x", "o"]) $(`name-${side}`).textContent = sideName(game, side);
}

/** Show who plays a side. */
export function showPlayer(game, side, player) {
  const levels = game.players.filter((one) => one.level);
  const others = game.players.filter((one) => !one.level);
  const select = $(`who-${side}`);
  options(select, [["person", "Person"]], player.who);
  for (const [label, list] of [["Levels, from the easiest", levels], ["Other players", others]]) {
    if (!list.length) continue;
    const group = Object.assign(document.createElement("optgroup"), { label });
    for (const { name, summary, level } of list) {
      const option = new Option(level ? `${level} – ${name.replace(`${game.name}-`, "")}` : name, name, false, name === player.who);
      option.title = summary;
      group.append(option);
    }
    select.append(group);
  }
  const times = TIMES.map((time) => [String(time), `${time} s`]);
  options($(`time-${side}`), times, String(player.seconds));
  $(`time-${side}`).setAttribute("aria-label", `Think time of ${sideName(game, side)}`);
  $(`time-${side}`).style.visibility = player.who === "person" ? "hidden" : "visible";
}

/** Say whose move it is, or who has won. */
export function statusOf(game, view, { thinking, person }) {
  if (view.result === "draw") return "Draw: nobody has won.";
  if (view.result) return `${sideName(game, view.result)} has won.`;
  const name = sideName(game, view.side);
  if (thinking) return `${name} (${thinking}) is thinking …`;
  const marks = game.turn === 1 ? "" : `, ${view.left} ${view.left === 1 ? "mark" : "marks"} to place`;
  return `${name} to move${person ? marks : ""}.`;
}

/** Show the turns, each a button that leads back to it. */
export function showTurns(game, view, onGoTo) {
  const rows = view.turns.map((turn, number) => {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(Object.assign(document.createElement("span"), { className: turn.side, textContent: sideName(game, turn.side) }));
    button.append(` ${turn.text}`);
    button.addEventListener("click", () => onGoTo(number + 1));
    if (number + 1 === view.at) button.setAttribute("aria-current", "step");
    item.append(button);
    return item;
  });
  $("moves").replaceChildren(...rows);
  $("place").textContent = `${view.at} / ${view.turns.length}`;
  const current = $("moves").querySelector("[aria-current]");
  const list = $("moves");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Show what a player thinks of the position, nothing for null; of a finished game how it ended. */
export function showThought(game, thought, view) {
  const words = view.result ? "The game is over." : thought ? verdict(game, thought, view.side) : "Not evaluated.";
  const share = view.result ? { x: 1, o: 0 }[view.result] ?? 0.5 : thought?.share ?? 0.5;
  $("bar-x").style.width = `${100 * share}%`;
  $("bar-x").textContent = sideName(game, "x");
  $("bar-o").textContent = sideName(game, "o");
  $("meter").setAttribute("aria-valuenow", String(Math.round(100 * share)));
  $("meter").setAttribute("aria-valuetext", words);
  $("verdict").textContent = words;
  $("verdict").classList.toggle("proven", Boolean(thought?.value));
  $("line").textContent = thought ? lineOf(game, thought) : "";
}

/** Say who chose and why, once where both are the same. */
export function reasonOf(thought) {
  return thought.reason === thought.player ? thought.player : `${thought.player}: ${thought.reason}`;
}

function verdict(game, thought, side) {
  const name = sideName(game, side);
  if (thought.value === "draw") return "Proven: a draw with best play.";
  if (thought.value) {
    const turns = /turn (\d+)/.exec(thought.reason);
    const winner = sideName(game, thought.value);
    return `Proven: ${winner} wins${turns ? ` in ${turns[1]} ${turns[1] === "1" ? "turn" : "turns"}` : ""}.`;
  }
  if (thought.share === null) return `${thought.player}: no score.`;
  const depth = thought.depth ? `, ${thought.depth} marks deep` : "";
  const lead = Math.abs(thought.share - 0.5);
  const leader = sideName(game, thought.share > 0.5 ? "x" : "o");
  const words = lead < 0.04 ? "Even" : `${leader} is ${lead < 0.15 ? "slightly better" : lead < 0.3 ? "better" : "much better"}`;
  return `${words} (${thought.score > 0 ? "+" : ""}${thought.score} for ${name}${depth}).`;
}

function lineOf(game, thought) {
  const turns = thought.line.slice(0, 6).map((turn) => `${sideName(game, turn.side)} ${turn.text}`);
  return turns.length ? `Expects ${turns.join(", ")}${thought.line.length > 6 ? " …" : ""}` : "";
}

/** List the lines that are nearest to being won, or nothing. */
export function showCosts(game, view, shown) {
  const table = $("costs");
  table.hidden = !shown;
  if (!shown) return;
  for (const side of ["x", "o"]) table.querySelector(`th.${side}`).textContent = sideName(game, side);
  const { lines, owned, cells } = game.shape;
  const nameOf = (place) => (owned ? String(place + 1) : cells[place].label);
  const dear = (cost) => cost ?? Infinity;
  const rows = lines.map((line, number) => {
    const [x, o] = ["x", "o"].map((side) => view.costs[side].lines[number]);
    return { name: line.map(nameOf).join(" – "), x, o, least: Math.min(dear(x), dear(o)) };
  });
  const nearest = rows.filter((row) => row.least < Infinity).sort((one, other) => one.least - other.least).slice(0, 8);
  table.tBodies[0].replaceChildren(...nearest.map(({ name, x, o }) => {
    const row = document.createElement("tr");
    row.insertCell().textContent = name;
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
}

/** Show a notice above the board, or hide it with an empty text. */
export function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}
