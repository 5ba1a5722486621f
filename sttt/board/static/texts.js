// Every text of the page by its key, in the language that the reader has chosen or the browser asks for.

import { attempt, store, stored } from "./optional.js";

const LANGUAGES = ["en", "de"];
const KEY = "sttt-language";
const PARAMETER = "language";

export const language = pick();

const texts = (await import(`./${language}.js`)).default;

function pick() {
  const wanted = [stored(KEY), new URLSearchParams(location.search).get(PARAMETER), ...(attempt(() => navigator.languages) ?? ["en"])];
  return wanted.map((one) => one?.slice(0, 2)).find((one) => LANGUAGES.includes(one)) ?? "en";
}

/** Choose a language for this browser; the page is then loaded anew. */
export function choose(name) {
  if (store(KEY, name)) location.reload();
  else location.search = String(new URLSearchParams({ [PARAMETER]: name })); // storage is off: the address keeps it
}

/** Return a text, `{name}` in it replaced; what has no text is its fallback, or its key. */
export function t(key, values = {}, fallback = key) {
  const text = texts[key] ?? fallback;
  return text.replace(/\{([\w-]+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A text for one or for several. */
export const count = (key, number, values = {}) => t(number === 1 ? `${key}.one` : `${key}.many`, { ...values, number });

export const has = (key) => key in texts;

/** What people call a side of a game. */
export const sideName = (game, side) => t(`side.${game.name}.${side}`, {}, game.shape.sides[side === "x" ? 0 : 1]);

/** A game's rules, one sentence a line. */
export const rulesOf = (game) => t(`rules.${game.name}`, {}, game.rules.join("\n")).split("\n");

/** What the rules or a reader say against something: the text of its code, with its fields, else the English one. */
export function refusal({ code, fields = {}, text }) {
  const key = `refusal.${code}`;
  if (!has(key)) return text;
  const values = Object.entries(fields).map(([name, value]) => [name, typeof value === "object" ? refusal(value) : value]);
  return t(key, Object.fromEntries(values));
}

/** Two placements read apart: "55 and 51". */
export const spoken = (text) => text.replaceAll("+", t("and"));

/** Put the texts into the page. */
export function fill(root = document) {
  document.documentElement.lang = language;
  for (const [name, write] of Object.entries(WRITERS)) {
    const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[${attribute}]`))) write(element, t(element.dataset[name]));
  }
}

/** Where a text goes, by the attribute of the page that names it. @type {Record<string, (element: any, text: string) => void>} */
const WRITERS = {
  t: (element, text) => (element.textContent = text),
  tTitle: (element, text) => (element.title = text),
  tLabel: (element, text) => element.setAttribute("aria-label", text),
  tHint: (element, text) => (element.placeholder = text),
};
