// Keeps the page's own files, so that it opens where nobody answers; what is answered comes first.
// Before this script stands a line that names the files, and the version that they make up together.

const worker = /** @type {any} */ (self);
const { version, files, fixed } = worker.PAGE;
const root = new URL("./", location.href).href;
const ours = `sttt ${root} `;

worker.addEventListener("install", (event) => {
  const wanted = files.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(ours + version).then((cache) => cache.addAll(wanted)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(root)) return;
  const name = url.slice(root.length).replace(/[?#].*/, "") || "./";
  if (files.includes(name)) event.respondWith(name.startsWith(fixed) ? kept(event.request, name) : newest(event.request, name));
});

/** Forget what other versions of this page have kept. */
async function dropOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== ours + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The answer, kept for later; what was kept where there is none. */
async function newest(request, name) {
  const cache = await caches.open(ours + version);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(name, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(name);
    if (found) return found;
    throw error;
  }
}

/** What was kept; fetched where it was not. */
async function kept(request, name) {
  return (await (await caches.open(ours + version)).match(name)) ?? fetch(request);
}
