import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serveSmallGoals } from '../server'
import type { RunningServer } from '../server'
import { seriousProblems } from './axe'
import { OFFERS, RUN, showSolving } from './scenes'
import { App, PHONE, closeBrowser } from './site'

let app: App
let tables: string
/** A server on an empty folder of tables, for the tests that solve. */
let server: RunningServer
beforeAll(async () => {
  tables = mkdtempSync(join(tmpdir(), 'merels-solving-'))
  server = await serveSmallGoals(tables)
})
afterEach(() => app.close())
afterAll(async () => {
  await closeBrowser()
  await server.stop()
  rmSync(tables, { recursive: true, force: true })
})

const panel = (): Promise<string> => app.page.locator('.solving').innerText()
const PATH = '/results#solving'

test('a goal is cancelled', async () => {
  app = await App.open({ path: PATH, baseURL: server.address })
  await app.button('Solve: The whole game').click()
  await app.button('Cancel').click()
  await expect.poll(() => app.button('Solve: The whole game').isVisible()).toBe(true)
  await expect.poll(() => app.focused()).toBe('Solve it here')
  await expect.poll(() => app.announced()).toBe('Solving cancelled.')
})

test('a goal is started, paused, resumed after a restart of the server, and reached', async () => {
  app = await App.open({ path: PATH, baseURL: server.address })
  await expect.poll(panel).toMatch(/All endgames[\s\S]*about \d[\s\S]*MB[\s\S]*The whole game/)
  await expect.poll(() => app.focused()).toBe('Solve it here')
  await app.button('Solve: All endgames').press('Enter')
  await expect.poll(panel).toMatch(/Solving: All endgames\n[\s\S]*\d of 3 tables · \S+ of 1\.69M positions/)
  await expect.poll(() => app.focused()).toBe('Pause')
  await app.button('Pause').press('Enter')
  await expect.poll(panel).toMatch(/Paused: All endgames/)
  await expect.poll(() => app.announced()).toBe('Paused: All endgames')
  await app.close()
  await server.stop()
  server = await serveSmallGoals(tables)
  app = await App.open({ path: '/', baseURL: server.address })
  await app.page.getByRole('link', { name: 'Solving', exact: true }).click()
  await expect.poll(panel).toMatch(/Paused: All endgames/)
  await app.button('Resume').click()
  await expect.poll(panel).toMatch(/All tables are here/)
  await expect.poll(() => app.announced()).toBe('Solved: All endgames')
})

test('the focus stays on a button while the figures change', async () => {
  app = await App.open({ path: PATH })
  let seconds = 860
  await app.page.route('**/api/v1/solving/offers', (route) => {
    const offers = OFFERS.offers.map((offer) => ({ ...offer, seconds }))
    return route.fulfill({ json: { ...OFFERS, measured: seconds !== 860, offers } })
  })
  await app.page.reload()
  await app.button('Solve: All endgames').focus()
  seconds = 1800
  await expect.poll(panel).toMatch(/about 30 min/)
  await expect.poll(() => app.focused()).toBe('Solve: All endgames')
})

test('visitors from elsewhere see progress, and why they cannot start anything', async () => {
  app = await App.open({ path: PATH, extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.7' } })
  await expect.poll(panel).toMatch(/Only the machine that the server runs on can start solving/)
  await expect.poll(() => app.page.locator('.footer a:visible').count()).toBe(0)
  await showSolving(app, { ...OFFERS, allowed: false, offers: [] }, { ...RUN, allowed: false })
  await expect.poll(panel).toMatch(/Solving: The whole game[\s\S]*about 12 min left/)
  await expect.poll(() => app.page.locator('.solving button:visible').count()).toBe(0)
})

test('what does not fit says why; a run that failed can be tried again', async () => {
  app = await App.open({ path: PATH })
  const offers = OFFERS.offers.map((offer, index) => ({ ...offer, obstacle: index ? 'disk' : 'memory' }))
  await showSolving(app, { ...OFFERS, free_memory: 2e9, free_space: 1e9, offers }, { ...RUN, state: 'idle', goal: null })
  await expect.poll(panel).toMatch(/Not enough memory: 5.3 GB needed, 2.0 GB free[\s\S]*Not enough disk space: 5.5 GB needed, 1.0 GB free/)
  await expect.poll(() => app.button('Solve: All endgames').isDisabled()).toBe(true)
  await app.page.unrouteAll()
  await showSolving(app, OFFERS, { ...RUN, state: 'failed', seconds_left: null, detail: 'merels solve failed' })
  await expect.poll(panel).toMatch(/Solving stopped: The whole game[\s\S]*Try again\s+Cancel/)
})

test.each([['offers', { ...RUN, state: 'idle', goal: null }], ['progress', RUN]])(
  '%s are accessible and fit a phone',
  async (_, state) => {
    app = await App.open({ path: PATH, ...PHONE })
    await showSolving(app, OFFERS, state)
    await expect.poll(() => app.overflows()).toBe(false)
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    const bar = app.page.getByRole('progressbar', { name: 'Solving: The whole game' })
    await expect.poll(() => bar.count()).toBe(state === RUN ? 1 : 0)
  },
)
