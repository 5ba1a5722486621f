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

/** Wire the dialogs; `game()` is the game shown, `open(read)` starts one that was read. */
export function wireDialogs(game, open) {
  const dialog = $("files-dialog");
  $("rules").addEventListener("click", () => $("rules-dialog").showModal());
  $("files").addEventListener("click", () => {
    note("");
    dialog.showModal();
  });
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
