/**
 * The service worker: keeps the app in the browser, so that it starts and plays without a server.
 *
 * A version is fetched as a whole and replaces the last one as a whole. Calls of the API always go
 * to the server.
 */

/** What this worker needs of its surroundings; the DOM's types know only pages. */
interface Worker {
  addEventListener(type: 'install' | 'activate', react: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', react: (event: AskEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}
interface AskEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

const worker = self as unknown as Worker

/** Both are filled in by the build. */
const FILES = '__FILES__' as unknown as readonly string[]
const CACHE = 'merels-__VERSION__'

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const isOurs = url.origin === location.origin && event.request.method === 'GET'
  if (isOurs && !url.pathname.startsWith('/api/')) event.respondWith(answer(event.request))
})

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('merels-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Every page is the same document; all else is what was fetched with it. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.mode === 'navigate' ? '/' : request, { ignoreSearch: true })
  return kept ?? fetch(request)
}
