// How the page reaches rules and engines: a server over HTTP and WebSockets. The demo has another file of this name.

/** Where a path of the server's is: below the page, which a proxy may have put anywhere. */
const here = (path) => new URL(`.${path}`, document.baseURI);

/** Comes when all is there that a game needs. */
export const settled = Promise.resolve(true);

/** What is answered at a path, to a message if there is one; throws where nobody answers. */
export async function ask(path, body = undefined) {
  const response = await fetch(here(path), body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, status: response.status, answer: await response.json().catch(() => null) };
}

/** A connection over which both sides send messages as text. */
export function connect(path) {
  const address = here(path);
  address.protocol = address.protocol.replace("http", "ws"); // https becomes wss
  return new WebSocket(address);
}
