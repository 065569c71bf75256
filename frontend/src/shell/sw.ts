/**
 * The service worker: caches the app, so that it starts and plays without a server.
 *
 * A version is a table of files, each with its revision. The cache of a version is complete before the version is
 * used: files of the same revision are copied from the version before, and only the others are fetched. Of the
 * languages, a cache has English, the one that the browser prefers, and those that were chosen. API calls go to the
 * server; a few responses are cached for when it is unreachable. Before it shows a page, the worker asks for
 * `site.json`: if another program answers at our address, the worker passes on what that program has for the page,
 * unregisters itself and deletes its caches.
 *
 * The worker's scope is the folder of the app, at the root of a host or below. Files are named by their place in it.
 */
import { pathOf } from './services/paths'
import { prefixFor } from './services/root'

declare const self: ServiceWorkerGlobalScope

/** The folder of the app. Its caches are named by it: another site of the same origin has its own. */
const ROOT = new URL(self.registration.scope)
const PREFIX = prefixFor(ROOT, '-')

/** The files by place with their revisions, and the name of the version; the build fills in both. */
export type Revisions = Readonly<Record<string, string>>
const FILES = '__FILES__' as unknown as Revisions
const CACHE = `${PREFIX}__VERSION__`

/** Files whose names change with their content. */
const NAMED_BY_CONTENT = '/assets/'
const LANGUAGE = /\/assets\/texts\/(\w+)-/

/** API responses that are cached once seen, across versions. */
const SEEN = `${PREFIX}seen`
const LASTING = /^\/(api\/v1\/(results|board\.svg)|data\/.+)$/

/** Says whose site this is; `merels.web.http.security` says so in a header of every response, too. */
const IDENTITY = { file: './site.json', header: 'X-Application', value: 'Merels' }

/** The element of the document that says where the app is. */
const BASE = '<base href="./" />'

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
  const place = placeOf(url)
  if (LASTING.test(place)) event.respondWith(askFirst(request))
  else if (place.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(showPage(event))
  else if (place in FILES) event.respondWith(findFile(place))
  // A page of the version before may still be open.
  else if (place.startsWith(NAMED_BY_CONTENT)) event.respondWith(findOld(request))
})
/** A page says what it had loaded before this worker was active. */
self.addEventListener('message', (event) => {
  const addresses = (event.data as readonly string[]).map((address) => new URL(address))
  const lasting = addresses.filter((url) => LASTING.test(placeOf(url))).map((url) => askFirst(new Request(url)))
  const files = addresses.map(placeOf).filter((place) => place in FILES).map(findFile)
  event.waitUntil(Promise.all([...lasting, ...files]))
})

/** Where an address is in the folder of the app, such as `/index.html`; empty if it is elsewhere. */
function placeOf({ origin, pathname }: URL): string {
  return origin === ROOT.origin && pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length - 1) : ''
}

function addressAt(place: string): string {
  return new URL(`.${place}`, ROOT).href
}

async function install(): Promise<void> {
  const languages = await keptLanguages()
  const places = Object.keys(FILES).filter((place) => {
    const [, language] = LANGUAGE.exec(place) ?? []
    return !language || languages.has(language)
  })
  await Promise.all(places.map(obtain))
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
async function obtain(place: string): Promise<void> {
  const file = (await findCopy(place)) ?? (await download(place))
  await (await caches.open(CACHE)).put(addressAt(place), file)
}

/** The file in the cache of any version, if it is of our revision. */
async function findCopy(place: string): Promise<Response | null> {
  for (const cacheName of await versions()) {
    const kept = await caches.match(addressAt(place), { cacheName })
    if (kept && (await revisionOf(kept)) === FILES[place]) return kept
  }
  return null
}

/** Fetches a file, from the browser's own cache if possible; fails if the server has another version of it. */
async function download(place: string): Promise<Response> {
  const cache = place.startsWith(NAMED_BY_CONTENT) ? 'default' : 'no-cache'
  const response = await fetch(addressAt(place), { cache })
  const isRight = response.ok && (await revisionOf(response)) === FILES[place]
  if (!isRight) throw new Error(`${place} of this version is not there`)
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
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SEEN)
}

async function deleteAll(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** A file of this version; a language is kept once it is asked for. */
async function findFile(place: string): Promise<Response> {
  const find = (): Promise<Response | undefined> => caches.match(addressAt(place), { cacheName: CACHE })
  const kept = await find()
  if (kept) return kept
  await obtain(place).catch(() => undefined) // the server may have another version by now
  return (await find()) ?? fetch(addressAt(place))
}

async function findOld(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

/** Shows the app's one document, unless another program answers, or the address is not a page of ours. */
async function showPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const isOther = pathOf(new URL(request.url), ROOT) === null // it may belong to another site, in a folder of ours
  const other = findStranger().then(async (isStranger) => {
    if (isStranger) await giveWay()
    return isStranger || isOther ? fetch(request).catch(() => null) : null
  })
  event.waitUntil(other) // the answer may come after the timeout
  return (await Promise.race([other, sleep(PATIENCE)])) ?? findDocument()
}

/** The document, which says where the app is whatever the depth of the address that shows it. */
async function findDocument(): Promise<Response> {
  const kept = await findFile('/')
  const headers = new Headers(kept.headers)
  headers.delete('Content-Length')
  return new Response((await kept.text()).replace(BASE, `<base href="${ROOT.pathname}" />`), { headers })
}

/** Whether another program answers at our address; not if nobody does. */
async function findStranger(): Promise<boolean> {
  try {
    const response = await fetch(IDENTITY.file, { cache: 'no-cache' })
    return !AWAY.has(response.status) && !isOurs(response) && !(await isOurSite(response))
  } catch {
    return false
  }
}

/** Whether a server of ours answers; a static host does not say so. */
function isOurs({ headers }: Response): boolean {
  return headers.get(IDENTITY.header) === IDENTITY.value
}

async function isOurSite(response: Response): Promise<boolean> {
  const site = (await response.json().catch(() => null)) as { readonly application?: unknown } | null
  return response.ok && site?.application === IDENTITY.value
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

/** Fetches and caches a response; falls back on the cached one if the server is unreachable. */
async function askFirst(request: Request): Promise<Response> {
  const kept = (): Promise<Response | undefined> => caches.match(request, { cacheName: SEEN })
  try {
    const response = await fetch(request)
    if (AWAY.has(response.status)) return (await kept()) ?? response
    if (response.ok && (isOurs(response) || isData(response))) await (await caches.open(SEEN)).put(request, response.clone())
    return response
  } catch {
    return (await kept()) ?? Response.error()
  }
}

/** Whether a response may be a file of a static site; what another program has at its place is a page. */
function isData({ headers }: Response): boolean {
  return headers.get('Content-Type')?.includes('json') === true
}
