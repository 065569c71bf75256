/** The app as a site of files alone, served by nginx: at the root of a host, and in folders. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { VARIANTS } from '../../../src/core/rules/variants'
import { Nginx, writeEndgames, writeSite } from '../nginx'
import type { WrittenSite } from '../nginx'
import { serveSite } from '../server'
import { App, closeBrowser, savedGame } from './site'
import type { AppOptions } from './site'

const FOLDER = '/games/merels/'
const OTHER = '/other/'
const ROOTS = ['/', FOLDER] as const
/** Positions after the book: four men are placed. */
const FOUR_MEN_OF_SIX = '********/*@*O*@*O w p p 2 4 2 4 0 0 0 0 0 0 0 4 3'
/** All men of both sides are placed. */
const ENDGAME_OF_SIX = '@O@*@O*O/*@*O**** w m s 4 0 4 0 0 0 0 0 0 0 0 0 13'
/** White wins by one move alone, and loses by others. */
const WON_OF_SIX = '@@O@*O*O/O*@**@*O w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
const FOUR_MEN_OF_NINE = '********/********/*@*O*@*O w p p 2 7 2 7 0 0 0 0 0 0 0 4 3'

let site: WrittenSite
let top: Nginx
let below: Nginx
let app: App

beforeAll(async () => {
  site = writeSite()
  top = await Nginx.start({ sites: { '/': site.folder } })
  below = await Nginx.start({ sites: { [FOLDER.slice(0, -1)]: site.folder, [OTHER.slice(0, -1)]: site.folder } })
})
afterEach(async () => {
  app.complaints.length = 0 // the browser complains about requests that fail, as some must here
  await app.page.context().close()
})
afterAll(async () => {
  await closeBrowser()
  await Promise.all([top.stop(), below.stop()])
  site.remove()
})

const WON_OF_NINE = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'
const DRAWN_OF_NINE = '********/@******@/OO***@@O w m s 3 0 4 0 0 0 0 0 0 0 0 0 1'

/** Opens a page of the site at a root: `explore?variant=six`. */
async function open(root: string, page = '', options: AppOptions = {}): Promise<void> {
  const { address } = root === '/' ? top : below
  app = await App.open({ baseURL: address, path: root + page, ...options })
  app.board = VARIANTS.six.board
}

async function explore(root: string, fen: string, variant = 'six'): Promise<void> {
  await app.page.goto(`${root}explore?fen=${encodeURIComponent(fen)}&variant=${variant}`)
}

const main = (): Promise<string> => app.page.locator('main').innerText()
const source = (): Promise<string> => app.page.locator('.verdict-source').innerText()
const status = (): Promise<string> => app.page.locator('.status').innerText()

describe.each(ROOTS)('at %s', (root) => {
  test.each([
    ['', /Your turn/],
    ['play/', /Your turn/],
    ['review/', /There is no game|Review/],
    ['explore/', /Moves/],
    ['explore?variant=six', /Exact, from the book/],
    ['explore/index.html?variant=six', /Exact, from the book/],
    ['learn/', /Puzzles/i],
    ['results/?variant=six', /Six Men.s Morris is a draw/],
    ['people/', /Playing with people needs a server/],
  ])('%s loads directly, and asks for nothing that only a server has', async (page, expected) => {
    await open(root, page)
    await expect.poll(main).toMatch(expected)
    await app.page.waitForLoadState('networkidle')
    const asked = app.asked.map((address) => new URL(address).pathname)
    expect(asked.filter((path) => path.includes('/api/') || !path.startsWith(root))).toEqual([])
  })

  test('every move has its value, and links stay in the folder', async () => {
    await open(root, 'explore?variant=six')
    await expect.poll(source).toBe('Exact, from the book')
    await app.page.locator('.explore-moves a').first().click()
    await expect.poll(async () => new URL(app.page.url()).search.includes('fen=')).toBe(true)
    await expect.poll(source).toBe('Exact, from the book')
    await explore(root, FOUR_MEN_OF_SIX)
    await expect.poll(source).toBe('Exact, from the tables')
    await app.page.locator('.explore-moves a').first().click()
    await expect.poll(async () => !app.page.url().includes(encodeURIComponent(FOUR_MEN_OF_SIX))).toBe(true)
    await expect.poll(source).toBe('Exact, from the tables')
    await expect.poll(async () => new URL(app.page.url()).pathname).toBe(`${root}explore`)
    await expect.poll(() => status()).toBe('No server needed · exact values from tables')
  })

  test('Perfect plays by the tables', async () => {
    await open(root, '?variant=six')
    await app.command('newGame').click()
    await app.page.getByRole('radio', { name: 'Perfect' }).check()
    await expect.poll(() => app.page.locator('.exact-note').innerText()).toBe('exact here')
    await expect.poll(() => app.page.getByRole('radio', { name: 'Expert' }).isDisabled()).toBe(true)
    await app.button('Start').click()
    for (const count of [2, 4, 6]) {
      await app.command('hint').click()
      await expect.poll(() => app.hint()).toMatch(/^Try [a-f][1-6]/)
      const [, ...points] = /Try ([a-f]\d)(?:-([a-f]\d))?(?:x([a-f]\d))?/.exec(await app.hint()) ?? []
      for (const point of points) if (point) await app.click(point)
      await expect.poll(async () => (await app.moves()).length).toEqual(count)
    }
  })

  test('a game is reviewed by the tables', async () => {
    await open(root, 'review/')
    await app.button('Save / load').click()
    const moves = VARIANTS.six.board.names.slice(0, 6) // four men are in the book
    const pgn = `[Variant "${VARIANTS.six.title}"]\n[Result "*"]\n\n1. ${moves[0]} ${moves[1]} 2. ${moves[2]} ${moves[3]} 3. ${moves[4]} ${moves[5]} *`
    await app.page.locator('.dialog textarea').nth(2).fill(pgn)
    await app.button('Load').click()
    await expect.poll(main).toMatch(/the book: 4.*from tables: 2/)
  })

  test('starts and knows exact values without a connection, once tables are kept', async () => {
    const host = await Nginx.start({ sites: { [root === '/' ? '/' : FOLDER.slice(0, -1)]: site.folder } })
    app = await App.open({ baseURL: host.address, path: `${root}results/?variant=six`, serviceWorkers: 'allow' })
    app.board = VARIANTS.six.board
    await app.keep()
    const offer = app.page.locator('[data-goal=exact]')
    await offer.getByRole('button').click()
    await expect.poll(() => offer.innerText()).toMatch(/On this device/)
    await host.pause()
    await app.page.goto(`${root}explore?variant=six`)
    await expect.poll(source).toBe('Exact, from the book')
    await explore(root, FOUR_MEN_OF_SIX)
    await expect.poll(source).toBe('Exact, from the tables')
    await app.page.goto(`${root}?variant=six`)
    await app.command('newGame').click()
    await app.page.getByRole('radio', { name: 'Perfect' }).check()
    await app.button('Start').click()
    await app.click(VARIANTS.six.board.names[0])
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await host.resume()
    await app.page.goto(`${root}results/?variant=six`)
    await app.button('Remove from this device').click()
    await expect.poll(() => offer.innerText()).toMatch(/^(?!.*On this device)/s)
    await host.stop()
  })
})

test('the bar, the hint and the judgement of a mistake are exact', async () => {
  const variant = 'six'
  const game = { ...(savedGame({ fen: WON_OF_SIX }) as object), variant }
  await open('/', `?variant=${variant}`, { stored: { [`game.${variant}`]: game, 'option.bar': true, 'option.teach': true } })
  const verdict = (): Promise<string> => app.page.locator('.verdict').innerText()
  const label = (): Promise<string> => app.page.locator('.bar-label').innerText()
  await expect.poll(label).toBe('White wins in 11 moves · table')
  await app.command('hint').click()
  await expect.poll(() => app.hint()).toMatch(/^Try a5-a3/)
  await app.click('b4 b3')
  await expect.poll(verdict).toMatch(/^b4-b3 is .* · table$/)
  await expect.poll(() => app.moves()).toEqual(['b4-b3??'])
  await expect.poll(label).toBe('Black wins in 13 moves · table')
})

test('keeping tables pauses, and goes on where it stopped', async () => {
  await open('/', 'results/?variant=six')
  const fetched: string[] = []
  let isHeld = true
  await app.page.context().route(/\.mst$/, async (route) => {
    fetched.push(new URL(route.request().url()).pathname)
    if (fetched.length > 5 && isHeld) await expect.poll(() => isHeld).toBe(false)
    await route.continue().catch(() => undefined) // it may have been given up
  })
  const offer = app.page.locator('[data-goal=exact]')
  await expect.poll(() => app.page.locator('.keeping .solving-intro').innerText()).toMatch(/B free/)
  await expect.poll(() => offer.innerText()).toMatch(/^The whole game, exactly\s+0 MB of [\d.]+ MB on this device/)
  await offer.getByRole('button').click()
  await expect.poll(async () => fetched.length).toBe(6)
  await offer.getByRole('button', { name: 'Pause' }).click()
  const resume = offer.getByRole('button', { name: 'Keep: ' })
  await expect.poll(() => resume.innerText()).toBe('Resume')
  await expect.poll(async () => Number(await offer.locator('progress').getAttribute('value'))).toBeGreaterThan(0)
  isHeld = false
  await resume.click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  expect(fetched.filter((path) => path === fetched[0])).toHaveLength(1)
  await app.button('Remove from this device').click()
  await expect.poll(() => offer.innerText()).toMatch(/^The whole game, exactly\s+0 MB of [\d.]+ MB on this device/)
})

test('without a connection, endgames that are kept and the book have values, and other positions say what they lack', async () => {
  const host = await Nginx.start({ sites: { '/': site.folder } })
  app = await App.open({ baseURL: host.address, path: '/results/?variant=six', serviceWorkers: 'allow' })
  await app.keep()
  const offer = app.page.locator('[data-goal=endgames]')
  await offer.getByRole('button').click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  await host.pause()
  await app.page.goto('/explore?variant=six') // no page has asked for the book yet
  await expect.poll(source).toBe('Exact, from the book')
  await explore('/', ENDGAME_OF_SIX)
  await expect.poll(source).toBe('Exact, from the tables')
  await explore('/', FOUR_MEN_OF_SIX)
  await expect.poll(source).toMatch(/The tables cannot be reached: check the connection/)
  await host.stop()
})

test('results alone serve without a connection, once they are kept', async () => {
  const host = await Nginx.start({ sites: { '/': site.folder } })
  app = await App.open({ baseURL: host.address, path: '/results/?variant=six', serviceWorkers: 'allow' })
  await app.keep()
  const offer = app.page.locator('[data-goal=results]')
  await offer.getByRole('button').click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  await host.pause()
  await explore('/', FOUR_MEN_OF_SIX)
  await expect.poll(source).toBe('Exact, from the tables')
  await explore('/', ENDGAME_OF_SIX)
  await expect.poll(source).toBe('Exact, from the tables')
  await host.stop()
})

test('tables that an update of the site has replaced are deleted when the new ones are kept, or removed', async () => {
  onTestFinished(() => site.update())
  const kept = (): Promise<string[]> =>
    app.page.evaluate(async () => {
      const names: string[] = []
      const root = await navigator.storage.getDirectory()
      for await (const folder of root.values()) for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name)
      return names
    })
  const parts = async (): Promise<string[]> => (await kept()).filter((name) => /\.mst\.\d+$/.test(name))
  const wholes = async (): Promise<string[]> => (await kept()).filter((name) => name.endsWith('.mst'))
  await open('/', 'results/?variant=six')
  const offer = app.page.locator('[data-goal=exact]')
  await offer.getByRole('button').click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  await expect.poll(async () => (await wholes()).length).toBeGreaterThan(70)
  const before = await wholes()
  site.update('--split', '1M')
  await app.page.reload()
  await expect.poll(() => offer.innerText()).toMatch(/^The whole game, exactly\s+\d/)
  await expect.poll(wholes).toEqual(before) // of use without a connection
  await offer.getByRole('button').click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  await expect.poll(async () => [await wholes(), (await parts()).length]).toEqual([[], before.length])
  site.update()
  await app.page.reload()
  await expect.poll(() => offer.innerText()).toMatch(/^The whole game, exactly\s+\d/)
  await app.button('Remove from this device').click()
  await expect.poll(() => app.button('Remove from this device').count()).toBe(0)
  await expect.poll(async () => (await kept()).filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('tables are offered only where there is space for them', async () => {
  await open('/', 'results/?variant=six')
  await app.page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 700_000, usage: 200_000 })
  })
  await app.page.reload()
  const offer = app.page.locator('[data-goal=exact]')
  await expect.poll(() => offer.innerText()).toMatch(/Not enough space: [\d.]+ MB needed, [\d.]+ MB free/)
  await expect.poll(() => offer.getByRole('button').isDisabled()).toBe(true)
  await expect.poll(() => app.page.locator('[data-goal=results]').getByRole('button').isEnabled()).toBe(true)
})

test('where space runs out, what has arrived stays', async () => {
  await open('/', 'results/?variant=six')
  const session = await app.page.context().newCDPSession(app.page)
  const { origin } = new URL(top.address)
  const allow = (quotaSize?: number): Promise<unknown> =>
    session.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize })
  const used = (): Promise<number> => app.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const offer = app.page.locator('[data-goal=exact]')
  const button = offer.getByRole('button', { name: 'Keep: ' })
  let count = 0
  await app.page.context().route(/\.mst$/, async (route) => {
    if (count++ === 5) await allow((await used()) + 1000) // another site takes the rest meanwhile
    await route.continue()
  })
  await button.click()
  const problem = app.page.locator('.keeping [role=alert]')
  await expect.poll(() => problem.innerText()).toBe('There is not enough space on this device. Interrupted; what has arrived is kept.')
  await expect.poll(async () => Number(await offer.locator('progress').getAttribute('value'))).toBeGreaterThan(0)
  await allow()
  await button.click()
  await expect.poll(() => offer.innerText()).toMatch(/On this device/)
  await explore('/', FOUR_MEN_OF_SIX)
  await expect.poll(source).toBe('Exact, from the tables')
})

test('nothing is offered that needs a server', async () => {
  await open('/', 'explore?variant=six')
  await expect.poll(source).toBe('Exact, from the book')
  await expect.poll(() => app.page.locator('.verdict-begin a').allInnerTexts()).toEqual(['Play from here'])
  await expect.poll(() => app.page.locator('.nav a').allInnerTexts()).toEqual(['Play', 'Review', 'Explore', 'Learn', 'Results'])
  for (const page of ['', 'play/', 'review/', 'learn/', 'results/?variant=six', 'people/']) {
    await app.page.goto(`/${page}`)
    await expect.poll(async () => (await main()).length > 0).toBe(true)
    await expect.poll(() => app.page.locator('a[href*=people], .solving:not(.keeping)').count()).toBe(0)
  }
  await app.page.goto('/')
  await app.openDialog('newGame')
  await expect.poll(() => app.page.getByRole('dialog').locator('a').count()).toBe(0)
})

test('behind a server, values are read from the files of its site, and draws have the chances that it knows', async () => {
  const endgames = writeEndgames(inject('tables'))
  onTestFinished(() => endgames.remove())
  const server = await serveSite(endgames.folder, inject('tables'))
  onTestFinished(() => server.stop())
  app = await App.open({ baseURL: server.address, path: `/explore?fen=${encodeURIComponent(WON_OF_NINE)}` })
  const legend = (): Promise<string> => app.page.locator('.explore-person .note').innerText()
  const askedFor = (part: string): string[] => app.asked.filter((address) => new URL(address).pathname.startsWith(part))
  await expect.poll(source).toBe('Exact, from the tables')
  await expect.poll(async () => (await app.page.locator('.explore-line li').count()) > 0).toBe(true)
  expect(askedFor('/api/v1/probe')).toEqual([])
  expect(askedFor('/api/v1/line')).toEqual([])
  expect(askedFor('/tables/')).not.toEqual([])
  await expect.poll(() => app.page.locator('.verdict-begin a').count()).toBe(2)
  await explore('/', DRAWN_OF_NINE, 'nine')
  await expect.poll(source).toBe('Exact, from the tables')
  await expect.poll(legend).toMatch(/^For draws: the score that best play can expect/)
  expect(askedFor('/api/v1/probe')).toHaveLength(1)
  await app.answer('probe', { value: null, source: null, moves: [] })
  await app.page.reload()
  await expect.poll(legend).toMatch(/Estimated by search: the tables of the replies are missing/)
})

test('the first view is as small as behind a server if the host sends Brotli, and little larger with gzip', async () => {
  await open('/', 'people/', { isBusy: true }) // what is loaded in the background is not counted
  const session = await app.page.context().newCDPSession(app.page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sent: Promise<Buffer>[] = []
  await app.page.goto('about:blank') // what that page would still load counts no more
  app.page.on('response', (response) => sent.push(response.body().catch(() => Buffer.of())))
  await app.page.goto('/')
  await expect.poll(main).toMatch(/Your turn/)
  await app.page.waitForLoadState('networkidle')
  expect(sent.length).toBeLessThanOrEqual(8)
  const bodies = await Promise.all(sent)
  const sum = (compress: (body: Buffer) => Buffer): number => bodies.reduce((bytes, body) => bytes + compress(body).length, 0)
  expect([sum(brotliCompressSync) < 65_000, sum(gzipSync) < 70_000]).toEqual([true, true])
})

test('from nginx as the guide sets it up, what was read once comes from the cache of the browser', async () => {
  const guide = readFileSync(new URL('../../../../docs/static-site.md', import.meta.url), 'utf8')
  const settings = /```nginx\n(.*?)```/s.exec(guide)?.[1].replace('/srv/merels/', `${site.folder}/`) ?? ''
  const host = await Nginx.start({ sites: {}, settings })
  app = await App.open({ baseURL: host.address, path: `/merels/explore?fen=${encodeURIComponent(WON_OF_SIX)}&variant=six` })
  await expect.poll(source).toBe('Exact, from the tables')
  await app.page.reload()
  await expect.poll(source).toBe('Exact, from the tables')
  const asked = host.asked.filter((line) => line.startsWith('/merels/tables/'))
  expect(asked.filter((line) => line.includes('.model'))).toHaveLength(1)
  const isPart = (line: string): boolean => / bytes=/.test(line) // parts read at the same time pass the cache by
  expect(asked.filter((line, place) => !isPart(line) && asked.indexOf(line) < place)).toEqual(['/merels/tables/catalog.json -'])
  await host.stop()
})

test('a host without ranges is named', async () => {
  const host = await Nginx.start({ sites: { '/': site.folder }, hasRanges: false })
  app = await App.open({ baseURL: host.address, path: `/explore?fen=${encodeURIComponent(FOUR_MEN_OF_SIX)}&variant=six` })
  await expect.poll(source).toMatch(/This host sends only whole files/)
  await host.stop()
})

test('chances of draws are estimated, and a game whose tables the site lacks is searched by the engine', async () => {
  await open('/', 'explore')
  await expect.poll(source).toBe('Exact, from the book')
  await expect.poll(() => app.page.locator('.explore-person .note').innerText()).toMatch(/Estimated by search: chances need a server/)
  await app.page.goto(`/explore?fen=${encodeURIComponent(FOUR_MEN_OF_NINE)}`)
  await expect.poll(source).toMatch(/Estimate by search.*This site does not have the table of this position/)
})

test('two sites on one origin do not meet', async () => {
  app = await App.open({ baseURL: below.address, path: FOLDER, serviceWorkers: 'allow' })
  const caches = (): Promise<string[]> => app.page.evaluate(() => globalThis.caches.keys())
  const scopes = (): Promise<string[]> =>
    app.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname))
  await app.keep()
  const [first] = await caches()
  await app.choose(9)
  await expect.poll(async () => (await app.moves()).length).toBe(2)
  await app.page.goto(OTHER)
  await app.keep()
  await expect.poll(() => app.moves()).toEqual([])
  await expect.poll(async () => (await scopes()).toSorted()).toEqual([FOLDER, OTHER])
  const versions = async (): Promise<string[]> => (await caches()).filter((name) => !name.endsWith('seen'))
  await expect.poll(async () => (await versions()).map((name) => name.split(' ')[1]).toSorted()).toEqual([FOLDER, OTHER])
  await expect.poll(versions).toContain(first)
  await app.page.goto(FOLDER)
  await expect.poll(async () => (await app.moves()).length).toBe(2)
  const endgames = app.page.locator('[data-goal=endgames]')
  await app.page.goto(`${FOLDER}results/?variant=six`)
  await endgames.getByRole('button').click()
  await expect.poll(() => endgames.innerText()).toMatch(/On this device/)
  await app.page.goto(`${OTHER}results/?variant=six`)
  await expect.poll(() => endgames.innerText()).toMatch(/^All endgames\s+0 MB of/)
  await app.page.goto(`${FOLDER}results/?variant=six`)
  await expect.poll(() => endgames.innerText()).toMatch(/On this device/)
})
