// The service worker: opens the page without a connection, and shows pushes. It stores the page and its scripts, never an answer of the API.

// The build puts both in (build/worker.ts): the page as built, and the files that it needs to show what was kept.
const shell = '__SHELL__'
const files = ['__FILES__']

// Page and files are one cache, named by what is in it: an old page never gets new scripts, nor the other way round.
const prefix = 'shell-'
const cacheName = `${prefix}__VERSION__`

/** A line that drops everything answers never. */
const longestWait = 8_000

self.addEventListener('install', (event) => {
  const store = async () => {
    const cache = await caches.open(cacheName)
    // All or nothing: if one file is missing, the worker before this one stays.
    await cache.addAll([shell, ...files])
    await self.skipWaiting()
  }
  event.waitUntil(store())
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
    await Promise.all(old.map((name) => caches.delete(name)))
    // The page is requested while the worker starts.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|dev)\//.test(pathname)) event.respondWith(openPage(event))
  } else if (pathname.startsWith('/assets/') || files.includes(pathname + search)) event.respondWith(openFile(request))
})

const fromNetwork = async (event) => (await event.preloadResponse) ?? fetch(event.request)

/** From the network, so that everyone gets the newest version; the stored page only without a connection. */
async function openPage(event) {
  const answer = fromNetwork(event)
  const tooLate = new Promise((_, reject) => setTimeout(reject, longestWait))
  try {
    return await Promise.race([answer, tooLate])
  } catch {
    return (await keptPage()) ?? answer
  }
}

/** The page learns from its `data-kept` that it should show what was kept. It has the headers of the server, also the security policy. */
async function keptPage() {
  const stored = await caches.match(shell, { cacheName })
  if (!stored) return null
  const headers = new Headers(stored.headers)
  // The text is neither compressed nor as long any more.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response((await stored.text()).replace('<html', '<html data-kept'), { headers })
}

/** Names of files change with their content, so a stored one is never stale. */
async function openFile(request) {
  const stored = await caches.match(request, { cacheName })
  if (stored) return stored
  const answer = await fetch(request)
  // A newer worker may have taken over meanwhile and deleted this one's cache, which must not come back.
  if (answer.ok && (await caches.has(cacheName))) {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer.clone())
  }
  return answer
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const asked = new URL(event.notification.data.path, self.location.origin)
  const { href } = asked.origin === self.location.origin ? asked : self.location
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window' })
    const page = pages.find(({ url }) => url === href)
    return page ? page.focus() : self.clients.openWindow(href)
  }
  event.waitUntil(open())
})
