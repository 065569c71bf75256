/**
 * The service worker: keeps the app in the browser, so that it starts and plays without a server.
 *
 * A version is fetched as a whole and replaces the last one as a whole. Calls of the API go to the
 * server; a few of its documents are kept for when it is away. Before the worker shows a page it
 * asks the server: when another program answers at our address, the worker hands its answer on,
 * unregisters itself and deletes all that it kept.
 */
/** What this worker needs of its surroundings; the DOM's types know only pages. */
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
/** The addresses of what a page had loaded before this worker was there. */
interface ReportEvent extends LifeEvent {
  readonly data: readonly string[]
}

const worker = self as unknown as Worker

/** Both are filled in by the build. */
const FILES = '__FILES__' as unknown as readonly string[]
const CACHE = 'merels-__VERSION__'

/** The API's answers that are kept once they were seen; they outlive a version. */
const SEEN = 'merels-seen'
const LASTING = new Set(['/api/v1/puzzles', '/api/v1/results', '/api/v1/board.svg'])

/** A header of every answer of the server; `merels.web.http.security` sends it. */
const IDENTITY = { header: 'X-Application', value: 'Merels' }

/** Milliseconds that the server may take to answer before the kept page is shown. */
const PATIENCE = 2000

/** What a proxy answers when the server behind it is away. */
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

/** Every page of the app is the same document, unless somebody else answers. */
async function showPage(event: AskEvent): Promise<Response> {
  const stranger = findStranger(event.request).then(async (found) => {
    if (found) await giveWay()
    return found
  })
  event.waitUntil(stranger) // it may answer after our patience
  return (await Promise.race([stranger, sleep(PATIENCE)])) ?? (await findKept('/')) ?? fetch(event.request)
}

/** The answer of another program at our address; null where the server answers, or nobody. */
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

/** An answer of the server, which is then kept; the kept one while the server is away. */
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
