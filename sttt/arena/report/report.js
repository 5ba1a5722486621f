"use strict";
// The games of the page: a list with filters, and a replay of one. Text enters the page as text only.
(() => {
  const { strings, games, game: kind } = JSON.parse(document.getElementById("data").textContent);
  const [X, O, START, RESULT, ENDING, SEED, FAILURE, TURNS, LINES, VERDICTS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const [SIDE, NOTATION, STEP, SECONDS, SCORE, DEPTH, NODES, REASON, FAULT] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const PER_PAGE = 25;
  const at = (id) => document.getElementById(id);
  const said = (number) => (number < 0 ? "" : strings[number]);
  const make = (name, text, parent) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };

  // --- what a game is called
  const players = [...new Set(games.flatMap((game) => [said(game[X]), said(game[O])]))].sort();
  const winner = (game) => (game[RESULT] === "x" ? said(game[X]) : game[RESULT] === "o" ? said(game[O]) : null);
  const resultText = (game) => {
    if (game[RESULT] === null) return "no result";
    return game[RESULT] === "draw" ? "drawn" : `${game[RESULT].toUpperCase()} won`;
  };

  // --- the list
  const choices = { player: players, opponent: players, result: ["won by player", "drawn", "lost by player"] };
  choices.ending = [...new Set(games.map((game) => said(game[ENDING])))].sort();
  const selects = Object.fromEntries(["player", "opponent", "result", "ending"].map((id) => [id, at(id)]));
  for (const [id, select] of Object.entries(selects)) {
    make("option", "any", select).value = "";
    for (const choice of choices[id]) make("option", choice, select).value = choice;
    select.addEventListener("change", () => { page = 0; list(); });
  }
  at("filters").addEventListener("submit", (event) => event.preventDefault());

  let page = 0;
  const fits = (game) => {
    const names = [said(game[X]), said(game[O])];
    const { player, opponent, result, ending } = Object.fromEntries(Object.entries(selects).map(([id, select]) => [id, select.value]));
    if (ending && said(game[ENDING]) !== ending) return false;
    const seated = [names, [names[1], names[0]]];
    if (!seated.some(([one, other]) => (!player || one === player) && (!opponent || other === opponent))) return false;
    if (!result) return true;
    if (result === "drawn") return game[RESULT] === "draw";
    const won = winner(game);
    if (won === null) return false;
    return !player || (won === player) === (result === "won by player");
  };
  const list = () => {
    const found = games.map((_, index) => index).filter((index) => fits(games[index]));
    const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    at("found").textContent = `${found.length} of ${games.length} games`;
    at("page").textContent = `page ${page + 1} of ${pages}`;
    at("fewer").disabled = page === 0;
    at("more").disabled = page === pages - 1;
    const body = document.querySelector("#list tbody");
    body.replaceChildren();
    for (const index of found.slice(page * PER_PAGE, (page + 1) * PER_PAGE)) {
      const game = games[index];
      const row = make("tr", undefined, body);
      const number = make("td", undefined, row);
      number.className = "n";
      const link = make("a", String(index + 1), number);
      link.href = `#game-${index + 1}`;
      link.setAttribute("aria-label", `Replay game ${index + 1}`);
      make("td", said(game[X]), row).title = said(game[X]);
      make("td", said(game[O]), row).title = said(game[O]);
      make("td", resultText(game), row);
      const ending = make("td", said(game[ENDING]), row);
      if (game[FAILURE] >= 0) { ending.className = "failed"; ending.title = said(game[FAILURE]); }
      make("td", String(game[TURNS].length), row).className = "n";
    }
  };
  at("fewer").addEventListener("click", () => { page -= 1; list(); });
  at("more").addEventListener("click", () => { page += 1; list(); });
  for (const cell of document.querySelectorAll("a[data-player]")) {
    cell.addEventListener("click", () => {
      selects.player.value = cell.dataset.player;
      selects.opponent.value = cell.dataset.opponent;
      selects.result.value = selects.ending.value = "";
      page = 0;
      list();
    });
  }

  // --- the replay
  let shown = -1;
  let turn = 0;
  let positions = [];
  let timer = null;
  /** A position as the page's board takes it: marks and owners; what it may not be asked is empty. */
  const viewOf = (marks, before, side) => {
    const { shape } = kind;
    const owners = ownersOf(shape, marks, before?.owners ?? shape.groups.map(() => null));
    const closed = new Set(shape.groups.flatMap((group, number) => (owners[number] ? group.cells : [])));
    const lands = marks.map((mark, cell) => (mark || closed.has(cell) ? null : cell));
    return { marks, owners, side, lands, lines: [], tentative: [], costs: null, result: null };
  };
  const after = (before, [side, , cells]) => viewOf(before.marks.map((mark, cell) => (cells.includes(cell) ? side : mark)), before, side === "x" ? "o" : "x");
  const positionsOf = (game) => {
    if (!kind) return [game[START], ...game[TURNS].map((one) => one[STEP])].map(said);
    const found = [viewOf([...said(game[START])].map((mark) => (mark === "." ? null : mark)), null, game[TURNS][0]?.[SIDE] ?? "x")];
    for (const one of game[TURNS]) found.push(after(found[found.length - 1], one));
    Object.assign(found[found.length - 1], { lines: game[LINES], result: game[RESULT] });
    return found;
  };
  let board = null;
  const draw = (game, number) => {
    if (!kind) {
      at("board").textContent = positions[number];
      return;
    }
    if (!board) {
      board = new Board(at("board"), () => {});
      board.build(kind);
    }
    const last = number ? game[TURNS][number - 1][STEP] : [];
    board.draw(positions[number], { last, hint: [], open: false, threats: false, names: false, turn: 0 });
  };
  const open = (index) => {
    stop();
    shown = index;
    const game = games[index];
    positions = positionsOf(game);
    at("replay").hidden = false;
    const seed = game[SEED] === null ? "" : `, seed ${game[SEED]}`;
    at("replay-heading").textContent = `Game ${index + 1}: x ${said(game[X])} against o ${said(game[O])} – ${resultText(game)} (${said(game[ENDING])}${seed})`;
    const turns = at("turns");
    turns.replaceChildren();
    game[TURNS].forEach((one, number) => {
      const button = make("button", `${one[SIDE]} ${said(one[NOTATION])}`, make("li", undefined, turns));
      button.type = "button";
      if (one[FAULT] >= 0) { button.classList.add("failed"); button.title = said(one[FAULT]); }
      button.addEventListener("click", () => { stop(); go(number + 1); });
    });
    at("slider").max = game[TURNS].length;
    at("previous-game").disabled = index === 0;
    at("next-game").disabled = index === games.length - 1;
  };
  const describe = (game, number) => {
    const parts = [];
    if (number === 0) {
      parts.push("Starting position.");
    } else {
      const one = game[TURNS][number - 1];
      parts.push(`Turn ${number}: ${one[SIDE]} (${said(game[one[SIDE] === "x" ? X : O])}) ${said(one[NOTATION])}.`);
      if (one[REASON] >= 0) parts.push(`${said(one[REASON])}.`);
      const facts = [["score", one[SCORE]], ["depth", one[DEPTH]], ["nodes", one[NODES]]].filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value.toLocaleString("en")}`);
      if (one[SECONDS] !== null) facts.push(`${one[SECONDS].toFixed(3)} s`);
      if (facts.length) parts.push(`${facts.join(", ")}.`);
      if (one[FAULT] >= 0) parts.push(`Fault: ${said(one[FAULT])}.`);
    }
    if (game[VERDICTS][number] >= 0) parts.push(said(game[VERDICTS][number]));
    if (number === game[TURNS].length) {
      parts.push(`${resultText(game)[0].toUpperCase()}${resultText(game).slice(1)} (${said(game[ENDING])}).`);
      if (game[FAILURE] >= 0) parts.push(said(game[FAILURE]));
    }
    return parts.join(" ");
  };
  const go = (number) => {
    const game = games[shown];
    turn = Math.min(Math.max(number, 0), game[TURNS].length);
    draw(game, turn);
    at("slider").value = turn;
    at("slider").setAttribute("aria-valuetext", `turn ${turn} of ${game[TURNS].length}`);
    at("told").textContent = describe(game, turn);
    at("turns").querySelectorAll("button").forEach((button, index) => {
      if (index === turn - 1) {
        button.setAttribute("aria-current", "step");
        const box = at("turns");
        if (button.offsetTop < box.scrollTop || button.offsetTop + button.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = button.offsetTop - box.clientHeight / 2;
      } else {
        button.removeAttribute("aria-current");
      }
    });
    history.replaceState(null, "", `#game-${shown + 1}${turn ? `-turn-${turn}` : ""}`);
    for (const [name, off] of [["first", turn === 0], ["back", turn === 0], ["on", turn === game[TURNS].length], ["last", turn === game[TURNS].length]]) {
      document.querySelector(`[data-go="${name}"]`).disabled = off;
    }
  };
  const playButton = document.querySelector('[data-go="play"]');
  const stop = () => {
    clearInterval(timer);
    timer = null;
    playButton.textContent = "▶ play";
    playButton.setAttribute("aria-label", "Play");
    playButton.setAttribute("aria-pressed", "false");
  };
  const start = () => {
    if (turn === games[shown][TURNS].length) go(0);
    playButton.textContent = "⏸ pause";
    playButton.setAttribute("aria-label", "Pause");
    playButton.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      go(turn + 1);
      if (turn === games[shown][TURNS].length) stop();
    }, 900);
  };
  const moves = {
    first: () => go(0), back: () => go(turn - 1), on: () => go(turn + 1), last: () => go(games[shown][TURNS].length),
  };
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => {
      if (button.dataset.go !== "play") { stop(); moves[button.dataset.go](); } else if (timer) { stop(); } else { start(); }
    });
  }
  at("slider").addEventListener("input", () => { stop(); go(Number(at("slider").value)); });
  at("replay").addEventListener("keydown", (event) => {
    if (event.target === at("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (move) { event.preventDefault(); stop(); moves[move](); }
  });
  const follow = (index) => { location.hash = `#game-${index + 1}`; };
  at("previous-game").addEventListener("click", () => follow(shown - 1));
  at("next-game").addEventListener("click", () => follow(shown + 1));

  const read = () => {
    const match = /^#game-(\d+)(?:-turn-(\d+))?$/.exec(location.hash);
    const index = match ? Number(match[1]) - 1 : -1;
    if (index < 0 || index >= games.length) return;
    open(index);
    go(Number(match[2] || 0));
    at("replay").scrollIntoView();
    at("replay-heading").focus({ preventScroll: true });
  };
  window.addEventListener("hashchange", read);
  list();
  read();
})();
