// What a browser may have or not: what is missing, switched off or forbidden is done without.

/** What comes of the work; `otherwise` where the browser has or allows nothing of the kind, now or by its promise. */
export function attempt(work, otherwise = undefined) {
  try {
    const done = work();
    return done instanceof Promise ? done.catch(() => otherwise) : done;
  } catch {
    return otherwise;
  }
}

/** What was kept under a name in this browser, or in this tab alone (`sessionStorage`); null for nothing. */
export const stored = (name, where = "localStorage") => attempt(() => globalThis[where].getItem(name), null);

/** Keep a text under a name; whether that could be done: otherwise it holds as long as the page. */
export function store(name, text, where = "localStorage") {
  return attempt(() => {
    globalThis[where].setItem(name, text);
    return true;
  }, false);
}
