import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Front, STRANGER } from './front'
import { createGame } from './players'
import { App, closeBrowser, savedGame } from './site'
import type { AppOptions } from './site'

let app: App
let front: Front
beforeEach(async () => {
  front = await Front.open()
})
afterEach(async () => {
  app.complaints.length = 0 // the browser complains about requests that fail, as they must here
  await app.close()
  front.close()
})
afterAll(closeBrowser)

/** Opens the app at an address that another program can take over. */
async function open(options: AppOptions = {}): Promise<void> {
  app = await App.open({ baseURL: front.address, serviceWorkers: 'allow', ...options })
}

const caches = (): Promise<string[]> => app.page.evaluate(() => globalThis.caches.keys())
const workers = (): Promise<number> =>
  app.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
/** Documents and pictures of the API that the page has loaded and the worker has not cached yet. */
const unkept = (): Promise<string[]> =>
  app.page.evaluate(async () => {
    const seen = await globalThis.caches.open('merels-seen')
    const kept = new Set((await seen.keys()).map(({ url }) => url))
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return loaded.filter((name) => /results$|board\.svg/.test(name) && !kept.has(name))
  })
const heading = (): Promise<string> => app.page.locator('h1').first().innerText()

describe('the service worker', () => {
  test('caches nothing of games with people', async () => {
    await open({ path: '/people' })
    await app.keep()
    const link = await createGame(app, { color: 'white' })
    await app.page.goto('/people')
    await app.page.locator('.people-main .game-line').waitFor()
    const kept = (): Promise<string[]> => app.page.evaluate(async () => {
      const names = await globalThis.caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await globalThis.caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    await expect.poll(kept).toContain('/')
    const ofPeople = async (): Promise<string[]> =>
      (await kept()).filter((path) => /^\/(game|people)|^\/api\/v1\/(games|me|quick)/.test(path))
    await expect.poll(ofPeople).toEqual([])
    front.mode = 'away'
    await app.page.goto(link)
    await expect.poll(() => app.page.locator('main').innerText()).toMatch(/The server is unreachable/)
    front.mode = 'merels'
    await app.page.locator('.waiting').waitFor()
  })

  test('starts the app if nobody answers', async () => {
    await open({ stored: { game: savedGame({ opponent: 'easy' }) } })
    await app.keep()
    front.mode = 'away'
    await app.page.goto('/results')
    await app.page.goto('/')
    await app.choose(9)
    await expect.poll(async () => (await app.moves()).length).toBe(2)
  })

  test('plays other variants if nobody answers', async () => {
    await open({ path: '/?variant=six' })
    await app.keep()
    front.mode = 'away'
    await app.page.goto('/?variant=lasker')
    await app.choose(9)
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await app.page.goto('/explore?variant=six')
    await expect.poll(() => app.page.locator('.verdict-source').innerText()).toMatch(/need the server/)
  })

  test('starts the app if the server stays silent', async () => {
    await open()
    await app.keep()
    front.mode = 'silent'
    await app.page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => app.turn()).toBe('Your turn')
  })

  test('gives way to another program at once, and leaves nothing behind', async () => {
    await open()
    await app.keep()
    await expect.poll(() => caches()).not.toEqual([])
    front.mode = 'stranger'
    await app.page.reload()
    await expect.poll(() => heading()).toBe(STRANGER)
    await expect.poll(() => workers()).toBe(0)
    await expect.poll(() => caches()).toEqual([])
    front.mode = 'merels'
    await app.page.reload()
    await expect.poll(() => app.turn()).toBe('Your turn')
    await app.keep()
    await expect.poll(() => workers()).toBe(1)
  })

  test('gives way at every address, even those the app does not have', async () => {
    await open()
    await app.keep()
    front.mode = 'stranger'
    await app.page.goto('/login?next=/')
    await expect.poll(() => heading()).toBe(STRANGER)
    await expect.poll(() => workers()).toBe(0)
  })
})

describe('the engine in the page', () => {
  test('plays as Expert, gives hints and judges without a server', async () => {
    await open({ stored: { game: savedGame({ opponent: 'expert' }), 'option.bar': true, 'option.teach': true } })
    await app.keep()
    front.mode = 'away'
    await app.page.reload()
    await expect.poll(() => app.turn()).toBe('Your turn')
    await app.choose(9)
    await expect.poll(() => app.page.locator('.verdict').innerText()).toMatch(/^d6: .* · estimate by search$/)
    for (const count of [2, 4]) {
      await expect.poll(async () => (await app.moves()).length).toEqual(count)
      await expect.poll(() => app.page.locator('.bar-label').innerText()).toMatch(/^White \d+% · estimate by search$/)
      await app.command('hint').click()
      await expect.poll(() => app.hint()).toMatch(/^Try [a-g][1-7]/)
      const [name] = /[a-g][1-7]/.exec(await app.hint()) ?? []
      await app.click(String(name))
    }
    await expect.poll(async () => (await app.moves()).length).toBe(6)
  })
})

describe('what was seen lasts', () => {
  /** The text of the page, apart from the offer to solve, which needs the server. */
  const content = (): Promise<string | null> =>
    app.page.locator('main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement
      for (const panel of copy.querySelectorAll('.solving')) panel.remove()
      return copy.textContent
    })

  test.each(['/learn', '/results'])('%s, right from the first visit', async (path) => {
    await open({ path })
    await app.page.waitForLoadState('networkidle')
    await app.keep()
    await expect.poll(unkept).toEqual([])
    const online = await content()
    front.mode = 'away'
    await app.page.reload()
    await expect.poll(content).toEqual(online)
    await expect.poll(() => app.page.locator('.status').innerText()).toMatch(/^Offline/)
    for (const picture of await app.page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
    }
  })
})

test('puzzles are there offline, even if they were never opened', async () => {
  await open()
  await app.keep()
  front.mode = 'away'
  await app.page.goto('/learn')
  await expect.poll(async () => (await app.page.locator('.puzzle-link').count()) > 50).toBe(true)
  await app.page.locator('.puzzle-offer').first().click()
  await app.page.locator('.nmm-board').waitFor()
})

describe('while the server is unreachable', () => {
  /** Lets the page notice at once what it would notice within seconds. */
  const notice = (): Promise<boolean> => app.page.evaluate(() => dispatchEvent(new Event('online')))
  const status = (): Promise<string> => app.page.locator('.status').innerText()
  const hasLoaded = (chunk: string): Promise<boolean> =>
    app.page.evaluate(
      (start) => performance.getEntriesByType('resource').some(({ name }) => name.includes(start)),
      `/assets/${chunk}-`,
    )

  test('a new game offers the levels that work, says why, and starts', async () => {
    await open({ serviceWorkers: 'block', stored: { game: savedGame({ opponent: 'perfect' }) } })
    const { page } = app
    await expect.poll(() => hasLoaded('dialogs')).toBe(true)
    front.mode = 'away'
    await notice()
    await expect.poll(status).toBe('Offline · every level but Perfect works on this device')
    await app.openDialog('newGame')
    const level = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('radio', { name })
    await expect.poll(() => level('Perfect').isDisabled()).toBe(true)
    await expect.poll(() => level('Expert').isChecked()).toBe(true)
    await expect.poll(() => page.locator('.dialog-note').first().innerText()).toContain('Perfect needs the server')
    front.mode = 'merels'
    await notice()
    await expect.poll(() => level('Perfect').isDisabled()).toBe(false)
    front.mode = 'away'
    await level('Perfect').check({ force: true })
    await expect.poll(() => page.locator('.dialog-note').first().innerText()).toMatch(/^Plays the solved game/)
    await notice()
    await expect.poll(() => level('Expert').isChecked()).toBe(true)
    await level('Hard').check({ force: true })
    await app.button('Start').click()
    await app.choose(9)
    await expect.poll(async () => (await app.moves()).length).toBe(2)
  })

  test('a dialog that is not loaded yet says so, and opens once the server is back', async () => {
    await open({ serviceWorkers: 'block', isBusy: true })
    front.mode = 'away'
    await app.command('newGame').click()
    await expect.poll(() => app.hint()).toBe('This could not be loaded: the server is unreachable right now. Try again later.')
    await expect.poll(() => app.announced()).toBe(await app.hint())
    await app.command('hint').click()
    await expect.poll(status).toMatch(/^Offline/)
    await expect.poll(() => app.hint()).toMatch(/^This could not be loaded/)
    front.mode = 'merels'
    await app.openDialog('newGame')
    await app.keys('Escape')
    await app.command('hint').click()
    await expect.poll(() => app.hint()).toMatch(/^Try /)
  })

  test('a game that needs it waits, and continues once it is back', async () => {
    await open({ serviceWorkers: 'block', stored: { game: savedGame({ opponent: 'perfect' }) } })
    front.mode = 'away'
    await app.choose(9)
    const note = app.page.locator('.verdict')
    await expect.poll(() => note.innerText()).toMatch(/^Perfect needs the server, which is unreachable\./)
    await expect.poll(() => app.hint()).toBe('The computer cannot reply at the moment.')
    front.mode = 'merels'
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(() => note.isVisible()).toBe(false)
    await expect.poll(() => app.turn()).toBe('Your turn')
  })
})
