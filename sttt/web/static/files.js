// The dialog in which games leave and enter as text, and the one with the rules.

import { Refused, Unreachable, rules } from "/static/server.js";

const $ = (id) => document.getElementById(id);

const LARGEST_FILE = 200_000;

function note(text) {
  $("files-note").textContent = text;
}

async function trying(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    note(error.message);
  }
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${what} copied.`);
  } catch {
    $("text").value = text;
    $("text").select();
    note(`The browser keeps its clipboard closed: copy ${what.toLowerCase()} from the field.`);
  }
}

/** List the games of the server's archive, those behind the last one listed if `more`. */
async function list(more) {
  const select = $("archived");
  const after = more ? (select.options[select.options.length - 1]?.value ?? 0) : 0;
  const shelf = await rules.shelf($("archive-player").value.trim(), after);
  const names = shelf.games.map((game) => {
    const result = { x: "1–0", o: "0–1", draw: "draw" }[game.result] ?? "unfinished";
    return new Option(`${game.id}. ${game.game}: ${game.x} – ${game.o}, ${result}, ${game.turns} turns`, game.id);
  });
  if (more) select.append(...names);
  else select.replaceChildren(...names);
  $("more-archived").disabled = !shelf.more;
  $("shelf").hidden = !select.length && !$("archive-player").value;
}

/** Wire the dialogs; `game()` is the game shown, `open(read)` starts one that was read. */
export function wireDialogs(game, open) {
  const dialog = $("files-dialog");
  $("rules").addEventListener("click", () => $("rules-dialog").showModal());
  $("files").addEventListener("click", () => {
    note("");
    dialog.showModal();
    trying(() => list(false));
  });
  $("archive-player").addEventListener("change", () => trying(() => list(false)));
  $("more-archived").addEventListener("click", () => trying(() => list(true)));
  $("open-archived").addEventListener("click", () => trying(async () => {
    if (!$("archived").value) return note("Choose a game first.");
    const read = await rules.archived($("archived").value);
    dialog.close();
    open(read);
  }));
  const write = () => {
    const current = game();
    return rules.write(current.whole(), $("form").value, current.player("x").who, current.player("o").who);
  };
  $("write").addEventListener("click", () => trying(async () => {
    $("text").value = (await write()).text;
    note("");
  }));
  $("copy").addEventListener("click", () => trying(async () => copy((await write()).text, "Text")));
  $("link").addEventListener("click", () => copy(game().link(), "Link"));
  $("read").addEventListener("click", () => trying(async () => {
    const read = await rules.read(game().game, $("text").value);
    dialog.close();
    open(read);
  }));
  $("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    if (file.size > LARGEST_FILE) note(`${file.name} is larger than ${LARGEST_FILE} bytes: not a game.`);
    else {
      $("text").value = await file.text();
      $("read").click();
    }
  });
}
