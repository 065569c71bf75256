/** What a browser fetches: for a first view, for an update, and coming from version 0.2. Exact counts, no times. */
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { NINE } from '../../../src/core/rules/nine'
import { formatFen, startOf } from '../../../src/core/rules/notation'
import type { Variant } from '../../../src/core/rules/variant'
import { VARIANTS } from '../../../src/core/rules/variants'
import { LINKED } from '../../../src/shell/services/paths'
import { common as german } from '../../../src/texts/de'
import { common as ofAll, explore as ofExplore, play as ofPlay, shell as japanese } from '../../../src/texts/ja'
import { servePages } from '../server'
import type { RunningServer } from '../server'
import { COMMITTED, buildChanged, namesIn, unpackOld } from './builds'
import type { Build } from './builds'
import { Front } from './front'
import type { Sent } from './front'
import { App, closeBrowser, savedGame } from './site'
import type { AppOptions } from './site'

const KILOBYTE = 1000

/** A visitor of 0.2 has a game in each variant, links to all pages, and a game in which 0.2 makes the last move. */
const OTHERS = Object.values(VARIANTS).filter((variant) => variant !== NINE && !variant.unusual)

/** A game of a variant after its first move, as 0.2 stored it. */
function gameOf(variant: Variant): unknown {
  const saved = savedGame({ fen: formatFen(startOf(variant)) }, variant.board.names[0])
  return { ...(saved as object), variant: variant.name }
}

/** What Play loads for its first view, besides the start script. */
const FIRST = ['core', 'game', 'play-page', 'texts/en'].map((name) => `/assets/${name}.js`)

/** What Play loads once its first view is shown: the chunks of its dialogs and advice, and what these import. */
const IDLE = ['advice', 'dialogs', 'grading', 'parts', 'shared', 'texts/en-more'].map((name) => `/assets/${name}.js`)

const MOVES = ['d6', 'f4', 'f6']
/** Moves tried in Explore, and a game under review, as 0.2 keeps them in the tab. */
const TRIED = ['1. a7', 'd7']
const REVIEW = JSON.stringify({ game: savedGame({}, 'd2 g4'), beside: '' })
/** Addresses of 0.2. */
const ADDRESSES = [
  ...LINKED,
  '/play',
  '/play?fen=********/O*******/********_b_p_p_1_8_0_9_0_0_0_0_0_0_0_1_1',
  '/explore?fen=********/O*******/********_b_p_p_1_8_0_9_0_0_0_0_0_0_0_1_1',
  '/explore?variant=six',
  '/learn?puzzle=001',
  '/learn?lesson=mills',
  '/results#solving',
  '/people#secret=AAECAwQFBgcICQoLDA0ODw',
  '/game/k3J9-sQ2x',
]

let app: App
let front: Front
beforeEach(async () => {
  front = await Front.open()
})
afterEach(async () => {
  app.complaints.length = 0 // the browser complains about requests that fail
  await app.close()
  front.close()
})
afterAll(closeBrowser)

async function open(options: AppOptions = {}): Promise<void> {
  app = await App.open({ baseURL: front.address, serviceWorkers: 'allow', ...options })
}

/** The bytes that were sent: of bodies as compressed, and of headers. */
function total(sent: readonly Sent[]): { bytes: number; headerBytes: number } {
  const sum = (key: 'bytes' | 'headerBytes'): number => sent.reduce((all, each) => all + each[key], 0)
  return { bytes: sum('bytes'), headerBytes: sum('headerBytes') }
}

function report(what: string, sent: readonly Sent[]): void {
  const { bytes, headerBytes } = total(sent)
  const kilobytes = (bytes / KILOBYTE).toFixed(1)
  process.stdout.write(`${what}: ${sent.length} requests, ${kilobytes} KB, headers ${(headerBytes / KILOBYTE).toFixed(1)} KB\n`)
}

const versions = (): Promise<string[]> =>
  app.page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'merels-seen'))

const storage = (): Promise<Record<string, string>> => app.page.evaluate(() => ({ ...localStorage }))

const strip = (): Promise<string[]> => app.page.locator('.trail-moves a').allInnerTexts()

/** Whether the newest worker is the one in use. */
const isSettled = (): Promise<boolean> =>
  app.page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready
    return installing === null && waiting === null && active?.state === 'activated'
  })

/** Empties the browser's own cache, as time does; what the worker has cached stays. */
async function clearBrowserCache(): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page)
  await session.send('Network.clearBrowserCache')
}

/** Visits the page again, which notices the next version, and waits until that one is in use. */
async function update(path = '/'): Promise<void> {
  const [before] = (await versions()).slice(-1)
  await clearBrowserCache()
  await app.page.goto(path)
  await expect.poll(async () => (await versions()).at(-1) !== before).toBe(true)
  await expect.poll(isSettled).toBe(true)
  await app.page.goto(path)
  await app.page.locator('main > *').first().waitFor()
}

describe('the first view', () => {
  test.each([...LINKED])('of %s', async (path) => {
    await open({ path, serviceWorkers: 'block', isBusy: true }) // what is loaded in the background is counted below
    // The lobby keeps a request open, over which it is told of changes.
    await app.page.waitForLoadState(path === '/people' ? 'load' : 'networkidle')
    // A server that takes its time is asked whether it is still there.
    const sent = front.sent.filter((each) => each.path !== '/api/v1/health')
    report(`first view of ${path}`, sent)
    expect(sent.filter((each) => /worker|weights/.test(each.path))).toEqual([]) // the engine waits until it is needed
    const streams = path === '/people' ? 1 : 0
    expect(sent.length + streams).toBeLessThanOrEqual(8)
    expect(total(sent).bytes).toBeLessThan(65 * KILOBYTE)
  })

  test('starts loading the page, what it imports and the language before any of them has arrived', async () => {
    app = await App.open({ path: '/review' })
    await app.page.goto('about:blank') // ends what Review loads in the background
    const asked: string[] = []
    await app.page.route('**/assets/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (!pathname.includes('/start-')) {
        asked.push(stemOf(pathname))
        await expect.poll(() => asked.length).toBeGreaterThanOrEqual(FIRST.length) // none arrives before all are asked for
      }
      await route.continue()
    })
    await app.page.goto('/')
    await expect.poll(() => asked).toHaveLength(FIRST.length + IDLE.length)
    expect(asked.slice(0, FIRST.length).toSorted()).toEqual(FIRST)
    expect(asked.slice(FIRST.length).toSorted()).toEqual(IDLE)
  })

  test('and what Play loads then, when the browser is idle', async () => {
    await open({ serviceWorkers: 'block' })
    const later = (): Sent[] => front.sent.filter(({ path }) => IDLE.includes(stemOf(path)))
    await expect.poll(async () => later().length).toBe(IDLE.length)
    report('what Play loads in the background', later())
  })

  test('and what the worker fetches then, in the background', async () => {
    await open()
    await app.keep()
    await app.page.waitForLoadState('networkidle')
    report('first visit with all that the worker fetches', front.sent)
    const assets = front.sent.map(({ path }) => path).filter((path) => path.startsWith('/assets/'))
    expect(assets.toSorted()).toEqual([...new Set(assets)].toSorted()) // nothing twice
    expect(assets.filter((path) => path.includes('/texts/')).map(stemOf)).toEqual(['/assets/texts/en.js', '/assets/texts/en-more.js'])
  })
})

describe('an update', () => {
  /** Builds with one text of one file changed, and that of 0.2, each served once. */
  const served = new Map<string, Promise<Served>>()
  const serve = (name: string, build: () => Build): Promise<Served> => {
    const serving = served.get(name) ?? serveBuild(build())
    served.set(name, serving)
    return serving
  }
  const serveChanged = (...change: Parameters<typeof buildChanged>): Promise<Served> =>
    serve(change[0], () => buildChanged(...change))
  const serveSentence = (): Promise<Served> =>
    serveChanged('texts/de.ts', "skip: '", "skip: 'Jetzt ")
  afterAll(async () => {
    for (const { server, build } of await Promise.all(served.values())) {
      await server.stop()
      build.remove()
    }
  })

  test('that changes one sentence renames one language, and costs under 25 KB', async () => {
    const { build, server } = await serveSentence()
    expect(stemsOfNew(build.pages)).toEqual(['assets/start.js', 'assets/texts/de.js'])
    await open({ locale: 'de-DE' })
    await app.keep()
    await app.page.waitForLoadState('networkidle')
    front.sent.length = 0
    front.files = server.address
    await update()
    await expect.poll(() => app.page.locator('.skip').innerText()).toMatch(/^Jetzt /)
    await app.page.waitForLoadState('networkidle')
    report('update by one sentence, two visits', front.sent)
    expect(total(front.sent).bytes).toBeLessThan(25 * KILOBYTE)
    expect(front.sent.filter(({ path, bytes }) => /weights|puzzles|core|page/.test(path) && bytes > 0)).toEqual([])
  })

  test('that changes a page renames the page alone, and what imports from it', async () => {
    const { build, server } = await serveChanged('pages/review/review-page.tsx', 'row review-choices', 'row review-choices changed')
    expect(stemsOfNew(build.pages)).toEqual(['assets/review-files.js', 'assets/review-page.js', 'assets/start.js'])
    await open({ path: '/review' })
    await app.keep()
    front.sent.length = 0
    front.files = server.address
    await update('/review')
    await expect.poll(() => app.page.locator('.changed').count()).toBe(1)
    await app.page.waitForLoadState('networkidle')
    report('update of one page, two visits', front.sent)
    expect(total(front.sent).bytes).toBeLessThan(25 * KILOBYTE)
  })

  test('keeps the language that was chosen', async () => {
    const { server } = await serveSentence()
    await open()
    await app.keep()
    await app.speak('de')
    front.files = server.address
    await update()
    front.mode = 'away'
    await app.page.reload()
    await expect.poll(() => app.page.locator('.skip').innerText()).toMatch(/^Jetzt /)
    await app.page.locator('.language').selectOption('en')
    await expect.poll(() => app.page.locator('.skip').innerText()).toBe('Skip to content')
    await app.page.locator('.language').selectOption('it') // was never loaded, so English stays
    await expect.poll(() => app.page.locator('.language').inputValue()).toBe('en')
  })

  test.each([
    ['lost', /texts\/de-/],
    ['stale', /^\/$/],
  ] as const)('is not used if a file is %s', async (fault, file) => {
    const { server } = await serveSentence()
    await open({ locale: 'de-DE' })
    await app.keep()
    const words = await app.page.locator('.skip').innerText()
    front.files = server.address
    front[fault] = file
    const before = await versions()
    await app.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const failed = new Promise((resolve) => {
        registration.addEventListener('updatefound', () => {
          const { installing } = registration
          installing?.addEventListener('statechange', () => {
            if (installing.state === 'redundant') resolve(null)
          })
        })
      })
      await registration.update().catch(() => undefined)
      await failed
    })
    await app.page.reload()
    await expect.poll(() => app.page.locator('.skip').innerText()).toEqual(words)
    front.mode = 'away'
    await app.page.reload()
    await expect.poll(() => app.turn()).toBe(german['turn.you'])
    await expect.poll(() => versions()).toEqual(expect.arrayContaining(before))
  })

  test('leaves a page of the version before as it is', async () => {
    const { build, server } = await serveChanged('shell/shell.tsx', "'Merels'", "'Merels!'")
    expect(stemsOfNew(build.pages)).toContain('assets/shared.js')
    await open({ isBusy: true })
    await app.keep()
    front.files = server.address
    const [before] = await versions()
    await clearBrowserCache()
    await app.page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(async () => (await versions()).at(-1) !== before && (await isSettled())).toBe(true)
    await app.openDialog('files') // loads a file that only the version before has
  })

  test('from 0.2 loses nothing', async () => {
    const { server } = await serve('0.2', unpackOld)
    front.files = server.address
    const stored = {
      secret: 'AAECAwQFBgcICQoLDA0ODw',
      rating: 1400,
      'puzzle-rating': { rating: 1611, tried: ['001', '002'] },
      learned: { lessons: ['placing', 'mills'], puzzles: ['001'] },
      'option.bar': true,
      'option.teach': true,
      sounds: true,
      theme: 'dark',
      language: 'ja',
      person: 'beginner',
      challenge: { color: 'black', kind: 'time', minutes: 7, increment: 3, days: 2, level: null, rated: false, listed: false },
      ...Object.fromEntries(OTHERS.map((variant) => [`game.${variant.name}`, gameOf(variant)])),
      game: savedGame({}, 'd6 f4'),
    }
    await open({ stored })
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4'])
    await app.keep()
    await app.choose(10) // a move that 0.2 itself keeps
    await expect.poll(() => app.moves()).toEqual(MOVES)
    await expect.poll(async () => front.sent.some(({ path, bytes }) => path === '/weights.bin' && bytes > 0)).toBe(true)
    await app.page.goto('/explore')
    await app.choose(0) // the tab keeps the moves tried in Explore, and the game under review
    await app.choose(1)
    await expect.poll(strip).toEqual(TRIED)
    const explored = app.page.url()
    await app.page.evaluate((review) => sessionStorage.setItem('merels.review', review), REVIEW)
    await app.page.goto('/')
    await expect.poll(() => app.moves()).toEqual(MOVES)
    const kept = await storage()
    front.sent.length = 0
    front.files = inject('site')
    await update()
    report('update from 0.2, two visits', front.sent)
    expect(front.sent.filter(({ path, bytes }) => path === '/weights.bin' && bytes > 0)).toEqual([])
    await expect.poll(() => app.moves()).toEqual(MOVES)
    const root = app.page.locator('html')
    await expect.poll(async () => [await root.getAttribute('data-theme'), await root.getAttribute('lang')]).toEqual(['dark', 'ja'])
    await expect.poll(() => app.page.locator('.bar-label').isVisible()).toBe(true)
    const isChecked = (role: 'checkbox' | 'radio', name: string) => (): Promise<boolean> =>
      app.page.getByRole(role, { name, exact: true }).isChecked()
    for (const option of ['bar', 'teach', 'sounds'] as const) {
      await expect.poll(isChecked('checkbox', ofPlay[`option.${option}`])).toBe(true)
    }
    await app.openDialog('newGame')
    await app.page.getByRole('radio', { name: ofPlay['level.adaptive'] }).check()
    await expect.poll(() => app.page.locator('.rating').textContent()).toContain('1400')
    await app.page.goto(explored)
    await expect.poll(strip).toEqual(TRIED)
    await expect.poll(isChecked('radio', ofExplore['person.beginner'])).toBe(true)
    await app.page.goto('/review')
    await expect.poll(() => app.moves()).toEqual(['d2', 'g4'])
    const asked = app.page.waitForRequest('**/api/v1/me')
    await app.page.goto('/people')
    await expect.poll(async () => (await (await asked).allHeaders()).authorization).toBe(`Bearer ${stored.secret}`)
    await app.command('friend').click()
    await expect.poll(isChecked('radio', ofAll.black)).toBe(true)
    const numbers = app.page.locator('.number-field input')
    await expect.poll(() => numbers.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual(['7', '3'])
    for (const address of ADDRESSES) {
      await app.page.goto(address)
      await app.page.locator('main > *').first().waitFor()
      await expect.poll(() => app.page.locator('main').innerText(), { message: address }).not.toContain(japanese.notFound)
    }
    for (const { name, board } of OTHERS) {
      await app.page.goto(`/?variant=${name}`)
      await expect.poll(() => app.moves()).toEqual([board.names[0]])
    }
    await app.page.evaluate(() => localStorage.setItem('merels.variant', '"twelve"'))
    await app.page.goto('/')
    await expect.poll(() => app.moves()).toEqual([VARIANTS.twelve.board.names[0]])
    await app.page.goto('/learn')
    await expect.poll(() => app.page.locator('main').innerText()).toMatch(/1611/)
    await expect.poll(() => app.page.locator('.is-done').count()).toBeGreaterThanOrEqual(2)
    await app.page.goto('/?variant=nine')
    await expect.poll(() => app.moves()).toEqual(MOVES)
    front.mode = 'away' // the new version is complete, with the language that 0.2 had
    await app.page.reload()
    await expect.poll(() => app.moves()).toEqual(MOVES)
    await expect.poll(() => root.getAttribute('lang')).toBe('ja')
    const lasting = Object.entries(kept).filter(([name]) => !/^merels\.(game|variant)/.test(name)) // these were used
    await expect.poll(() => storage()).toMatchObject(Object.fromEntries(lasting))
  })
})

interface Served {
  readonly build: Build
  readonly server: RunningServer
}

async function serveBuild(build: Build): Promise<Served> {
  return { build, server: await servePages(build.pages) }
}

/** The files of a build that the committed one does not have, without the hashes in their names. */
function stemsOfNew(pages: string): string[] {
  const known = new Set(namesIn(COMMITTED))
  return namesIn(pages).filter((name) => !known.has(name)).map(stemOf)
}

/** The name of a file without the hash of its content. */
function stemOf(name: string): string {
  return name.replace(/-[\w-]{8}\./, '.')
}
