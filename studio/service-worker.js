// Keeps the built page for times without a network. The build fills in the list of files and its hash; a new build is a
// new list, takes over at the next visit and removes the old one. The page itself is asked of the network first, so
// that a visitor with one never sees yesterday's studio; everything else is named after its content and never changes.

const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
// Other studios may live in other folders of the same host, and share its storage.
const PREFIX = `sixfold ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
  };
  event.waitUntil(forget());
});

async function answerPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('./', { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request));
  else {
    const find = caches.match(request, { cacheName: CACHE, ignoreSearch: true });
    event.respondWith(find.then((kept) => kept ?? fetch(request)));
  }
});
