/**
 * The service worker: caches the app, so that it starts and plays without a server.
 *
 * A version is a table of files, each with its revision. The cache of a version is complete before the version is
 * used: files of the same revision are copied from the version before, and only the others are fetched. Of the
 * languages, a cache has English, the one that the browser prefers, and those that were chosen. API calls go to the
 * server; a few responses are cached for when it is unreachable. Before it shows a page, the worker asks the server:
 * if another program answers at our address, the worker passes on that answer, unregisters itself and deletes its
 * caches.
 */
declare const self: ServiceWorkerGlobalScope

/** The files by address with their revisions, and the name of the version; the build fills in both. */
export type Revisions = Readonly<Record<string, string>>
const FILES = '__FILES__' as unknown as Revisions
const CACHE = 'merels-__VERSION__'

/** Files whose names change with their content. */
const NAMED_BY_CONTENT = '/assets/'
const LANGUAGE = /\/assets\/texts\/(\w+)-/

/** API responses that are cached once seen, across versions. */
const SEEN = 'merels-seen'
const LASTING = new Set(['/api/v1/results', '/api/v1/board.svg'])

/** A header of every response; `merels.web.http.security` sends it. */
const IDENTITY = { header: 'X-Application', value: 'Merels' }

/** Milliseconds to wait for the server before the cached page is shown. */
const PATIENCE = 2000

/** Hexadecimal digits of a revision. */
const DIGITS = 16

/** Status codes of a proxy whose server is down. */
const AWAY = new Set([502, 503, 504])

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin || request.method !== 'GET') return
  if (isLasting(url)) event.respondWith(askFirst(request))
  else if (url.pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(showPage(event))
  else if (url.pathname in FILES) event.respondWith(findFile(url.pathname))
  // A page of the version before may still be open.
  else if (url.pathname.startsWith(NAMED_BY_CONTENT)) event.respondWith(findOld(request))
})
/** A page says what it had loaded before this worker was active. */
self.addEventListener('message', (event) => {
  const addresses = (event.data as readonly string[]).map((address) => new URL(address))
  const lasting = addresses.filter(isLasting).map((url) => askFirst(new Request(url)))
  const files = addresses.filter(({ pathname }) => pathname in FILES).map(({ pathname }) => findFile(pathname))
  event.waitUntil(Promise.all([...lasting, ...files]))
})

async function install(): Promise<void> {
  const languages = await keptLanguages()
  const addresses = Object.keys(FILES).filter((address) => {
    const [, language] = LANGUAGE.exec(address) ?? []
    return !language || languages.has(language)
  })
  await Promise.all(addresses.map(obtain))
  await self.skipWaiting()
}

/** English, the first of the browser's languages that we have, and those of the versions before. */
async function keptLanguages(): Promise<ReadonlySet<string>> {
  const ours = new Set(languagesIn(Object.keys(FILES)))
  const preferred = navigator.languages.map((each) => each.toLowerCase().split('-', 1)[0]).find((each) => ours.has(each))
  const old = await Promise.all((await versions()).map(async (name) => (await caches.open(name)).keys()))
  return new Set(['en', ...(preferred ? [preferred] : []), ...languagesIn(old.flat().map(({ url }) => url))])
}

function languagesIn(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => LANGUAGE.exec(address)?.[1] ?? [])
}

/** Puts a file into the cache of this version. */
async function obtain(address: string): Promise<void> {
  const file = (await findCopy(address)) ?? (await download(address))
  await (await caches.open(CACHE)).put(address, file)
}

/** The file in the cache of any version, if it is of our revision. */
async function findCopy(address: string): Promise<Response | null> {
  for (const cacheName of await versions()) {
    const kept = await caches.match(address, { cacheName })
    if (kept && (await revisionOf(kept)) === FILES[address]) return kept
  }
  return null
}

/** Fetches a file, from the browser's own cache if possible; fails if the server has another version of it. */
async function download(address: string): Promise<Response> {
  const cache = address.startsWith(NAMED_BY_CONTENT) ? 'default' : 'no-cache'
  const response = await fetch(address, { cache })
  const isRight = response.ok && (await revisionOf(response)) === FILES[address]
  if (!isRight) throw new Error(`${address} of this version is not there`)
  return response
}

/** The beginning of the content's SHA-256, as the build computes it. */
async function revisionOf(response: Response): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.slice(0, DIGITS)
}

/** Deletes all versions but this one and the one before, which an open page may still use. */
async function activate(): Promise<void> {
  const others = (await versions()).filter((name) => name !== CACHE)
  await deleteAll(others.slice(0, -1))
  await self.clients.claim()
}

/** The caches of all versions, the oldest first. */
async function versions(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith('merels-') && name !== SEEN)
}

async function deleteAll(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** A file of this version; a language is kept once it is asked for. */
async function findFile(address: string): Promise<Response> {
  const find = (): Promise<Response | undefined> => caches.match(address, { cacheName: CACHE })
  const kept = await find()
  if (kept) return kept
  await obtain(address).catch(() => undefined) // the server may have another version by now
  return (await find()) ?? fetch(address)
}

async function findOld(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

/** Shows the app's one document, unless another program answers. */
async function showPage(event: FetchEvent): Promise<Response> {
  const stranger = findStranger(event.request).then(async (found) => {
    if (found) await giveWay()
    return found
  })
  event.waitUntil(stranger) // the answer may come after the timeout
  return (await Promise.race([stranger, sleep(PATIENCE)])) ?? findFile('/')
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
  await self.registration.unregister()
  await deleteAll([...(await versions()), SEEN])
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
