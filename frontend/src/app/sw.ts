/**
 * The service worker: caches the app, so that it starts and plays without a server.
 *
 * All files of a version are cached together and replaced together. API calls go to the server; a few
 * responses are cached for when it is unreachable. Before it shows a page, the worker asks the server:
 * if another program answers at our address, the worker passes on that answer, unregisters itself and
 * deletes its caches.
 */
/** The parts of the worker's global scope we need; the DOM library only types pages. */
interface Worker {
  addEventListener(type: 'install' | 'activate', react: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', react: (event: AskEvent) => void): void
  addEventListener(type: 'message', react: (event: ReportEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: { unregister(): Promise<boolean> }
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}
interface AskEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
/** The addresses a page had loaded before this worker was active. */
interface ReportEvent extends LifeEvent {
  readonly data: readonly string[]
}

const worker = self as unknown as Worker

/** Both are filled in by the build. */
const FILES = '__FILES__' as unknown as readonly string[]
const CACHE = 'merels-__VERSION__'

/** API responses that are cached once seen, across versions. */
const SEEN = 'merels-seen'
const LASTING = new Set(['/api/v1/results', '/api/v1/board.svg'])

/** A header of every response; `merels.web.http.security` sends it. */
const IDENTITY = { header: 'X-Application', value: 'Merels' }

/** Milliseconds to wait for the server before the cached page is shown. */
const PATIENCE = 2000

/** Status codes of a proxy whose server is down. */
const AWAY = new Set([502, 503, 504])

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin || request.method !== 'GET') return
  if (isLasting(url)) event.respondWith(askFirst(request))
  else if (url.pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(showPage(event))
  else if (FILES.includes(url.pathname)) event.respondWith(findKept(request).then((kept) => kept ?? fetch(request)))
})
worker.addEventListener('message', (event) => {
  const lasting = event.data.filter((address) => isLasting(new URL(address)))
  event.waitUntil(Promise.all(lasting.map((address) => askFirst(new Request(address)))))
})

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  await deleteCaches((name) => name !== CACHE && name !== SEEN)
  await worker.clients.claim()
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith('merels-') && isOld(name))
  await Promise.all(ours.map((name) => caches.delete(name)))
}

function findKept(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { cacheName: CACHE, ignoreSearch: true })
}

/** Shows the app's one document, unless another program answers. */
async function showPage(event: AskEvent): Promise<Response> {
  const stranger = findStranger(event.request).then(async (found) => {
    if (found) await giveWay()
    return found
  })
  event.waitUntil(stranger) // the answer may come after the timeout
  return (await Promise.race([stranger, sleep(PATIENCE)])) ?? (await findKept('/')) ?? fetch(event.request)
}

/** The answer of another program at our address; null if our server answers, or nothing does. */
async function findStranger(request: Request): Promise<Response | null> {
  try {
    const response = await fetch(request)
    return isOurs(response) || AWAY.has(response.status) ? null : response
  } catch {
    return null
  }
}

function isOurs({ headers }: Response): boolean {
  return headers.get(IDENTITY.header) === IDENTITY.value
}

function sleep(milliseconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds)
  })
}

async function giveWay(): Promise<void> {
  await worker.registration.unregister()
  await deleteCaches(() => true)
}

function isLasting({ origin, pathname }: URL): boolean {
  return origin === location.origin && LASTING.has(pathname)
}

/** Fetches and caches a response; falls back on the cached one if the server is unreachable. */
async function askFirst(request: Request): Promise<Response> {
  const kept = (): Promise<Response | undefined> => caches.match(request, { cacheName: SEEN })
  try {
    const response = await fetch(request)
    if (AWAY.has(response.status)) return (await kept()) ?? response
    if (response.ok && isOurs(response)) await (await caches.open(SEEN)).put(request, response.clone())
    return response
  } catch {
    return (await kept()) ?? Response.error()
  }
}
