/**
 * The service worker: shows the page /offline when a page is opened without a connection. Only that page and its parts
 * are cached: never API responses, files or screens.
 * @typedef {Event & { waitUntil(work: Promise<unknown>): void }} ExtendableEvent
 * @typedef {{ respondWith(response: Promise<Response | undefined>): void }} Responder
 * @typedef {Event & Responder & { request: Request }} FetchEvent
 */
const OFFLINE = '/offline';
const CACHED = [OFFLINE, '/plain.css', '/theme.js', '/favicon.svg'];
const CACHE = 'offline-1';

addEventListener('install', (event) => {
  const fresh = CACHED.map((url) => new Request(url, { cache: 'reload' }));
  /** @type {ExtendableEvent} */ (event).waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  const { registration } = /** @type {{ registration: ServiceWorkerRegistration }} */ (/** @type {unknown} */ (self));
  // Earlier versions enabled it. It requested links to the API twice, and those with a one-time code then failed.
  /** @type {ExtendableEvent} */ (event).waitUntil(
    Promise.all([clearOld(), registration.navigationPreload?.disable()]),
  );
});

addEventListener('fetch', (event) => {
  const fetchEvent = /** @type {FetchEvent} */ (event);
  const { method, mode, url } = fetchEvent.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') fetchEvent.respondWith(page(fetchEvent));
  // The parts of the offline page come from the cache when there is no connection.
  else if (CACHED.includes(pathname))
    fetchEvent.respondWith(fetch(fetchEvent.request).catch(() => caches.match(pathname)));
});

/** @param {FetchEvent} event */
async function page({ request }) {
  try {
    return await fetch(request);
  } catch {
    return caches.match(OFFLINE);
  }
}

async function clearOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
