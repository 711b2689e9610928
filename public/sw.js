/**
 * The service worker: shows a page that says so when a page of Tenure is asked for without a connection. It keeps that page alone: never
 * an answer of the API, a file or a screen.
 * @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Phase
 * @typedef {Event & { request: Request, preloadResponse: Promise<Response | undefined>, respondWith(answer: Promise<Response | undefined>): void }} Fetch
 */
const OFFLINE = '/offline';
const KEPT = [OFFLINE, '/plain.css', '/theme.js', '/favicon.svg'];
const CACHE = 'offline-1';

addEventListener('install', (event) => {
  const fresh = KEPT.map((url) => new Request(url, { cache: 'reload' }));
  /** @type {Phase} */ (event).waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  const { registration } = /** @type {{ registration: ServiceWorkerRegistration }} */ (/** @type {unknown} */ (self));
  // The browser asks for the page while this worker starts.
  /** @type {Phase} */ (event).waitUntil(Promise.all([clearOld(), registration.navigationPreload.enable()]));
});

addEventListener('fetch', (event) => {
  const asked = /** @type {Fetch} */ (event);
  const { method, mode, url } = asked.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') asked.respondWith(page(asked));
  // Parts of the offline page, when there is no connection.
  else if (KEPT.includes(pathname)) asked.respondWith(fetch(asked.request).catch(() => caches.match(pathname)));
});

/** @param {Fetch} asked */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return caches.match(OFFLINE);
  }
}

async function clearOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
