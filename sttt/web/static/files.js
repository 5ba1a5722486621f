// The dialog in which games leave and enter as text, and the one with the rules.

import { $ } from "./panel.js";
import { Refused, Unreachable, rules } from "./server.js";
import { t } from "./texts.js";

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
    note(t("files.copied", { what: t(`files.what.${what}`) }));
  } catch {
    $("text").value = text;
    $("text").select();
    note(t("files.clipboard"));
  }
}

/** List the games of the server's archive, those after the last one listed if `more`. */
async function list(more) {
  const select = $("archived");
  const after = more ? (select.options[select.options.length - 1]?.value ?? 0) : 0;
  const shelf = await rules.shelf($("archive-player").value.trim(), after);
  const names = shelf.games.map((game) => {
    const result = { x: "1–0", o: "0–1", draw: t("files.draw") }[game.result] ?? t("files.unfinished");
    return new Option(`${game.id}. ${game.game}: ${game.x} – ${game.o}, ${result}, ${t("files.turns", { number: game.turns })}`, game.id);
  });
  if (more) select.append(...names);
  else select.replaceChildren(...names);
  $("more-archived").disabled = !shelf.more;
  $("shelf").hidden = !select.length && !$("archive-player").value;
}

/** Wire the dialogs; `game()` is the game shown once all is entered that was placed, `open(read)` starts one that was read. */
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
    if (!$("archived").value) return note(t("files.choose"));
    const read = await rules.archived($("archived").value);
    dialog.close();
    open(read);
  }));
  const write = async () => {
    const current = await game();
    return rules.write(current.whole(), $("form").value, current.player("x").who, current.player("o").who);
  };
  $("write").addEventListener("click", () => trying(async () => {
    $("text").value = (await write()).text;
    note("");
  }));
  $("copy").addEventListener("click", () => trying(async () => copy((await write()).text, "text")));
  $("link").addEventListener("click", async () => copy((await game()).link(), "link"));
  $("read").addEventListener("click", () => trying(async () => {
    const read = await rules.read((await game()).game, $("text").value);
    dialog.close();
    open(read);
  }));
  $("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    if (file.size > LARGEST_FILE) note(t("files.large", { name: file.name, size: LARGEST_FILE }));
    else {
      $("text").value = await file.text();
      $("read").click();
    }
  });
}

/** Say which games this page cannot show, and why: in the list of games, and beside the rules. */
export async function showUnshown() {
  const games = await rules.unshown().catch(() => []); // not worth a word where the server is away
  if (!games.length) return;
  const group = Object.assign(document.createElement("optgroup"), { label: t("unshown"), disabled: true });
  for (const { title, name, reason } of games) group.append(Object.assign(new Option(title, name), { title: reason }));
  $("game").append(group);
  const items = games.map(({ title, reason }) => Object.assign(document.createElement("li"), { textContent: `${title}: ${reason}` }));
  $("unshown").querySelector("ul").replaceChildren(...items);
  $("unshown").hidden = false;
}
