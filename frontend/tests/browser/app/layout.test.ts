import type { Locator, Request } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { WINDOWS, WINDOW_NAMES, openScene } from './scenes'
import type { SceneName, WindowName } from './scenes'
import { App, closeBrowser, eventually, savedGame } from './site'
import { LANGUAGE_CODES } from '../../../src/texts/texts'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Waits until the page has drawn what it has to show. */
function nextFrame(): Promise<unknown> {
  return app.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Resizes the window, and waits until the page has adapted. */
async function resize(window: WindowName): Promise<void> {
  await app.page.setViewportSize(WINDOWS[window].viewport)
  await app.page.evaluate(() => scrollTo(0, 0))
  await nextFrame()
}

const boxOf = (element: Locator): Promise<Box> =>
  element.first().evaluate((found) => found.getBoundingClientRect().toJSON() as Box)

/** The part of the window that neither the header nor the bar of links covers. */
const openPart = (): Promise<Box> =>
  app.page.evaluate(() => {
    const header = document.querySelector('.header')?.getBoundingClientRect()
    const links = document.querySelector('.nav')?.getBoundingClientRect()
    const isBelow = links && header && links.top > header.bottom
    return { left: 0, top: header?.bottom ?? 0, right: innerWidth, bottom: isBelow ? links.top : innerHeight }
  })

/** Expects an element inside a part of the window, or inside another element. */
function expectInside(element: string | Locator, place: () => Promise<Box>, what: string): Promise<void> {
  const found = typeof element === 'string' ? app.page.locator(element) : element
  return eventually(async () => {
    const [inner, outer] = [await boxOf(found), await place()]
    expect(inner.left, what).toBeGreaterThanOrEqual(outer.left - 0.5)
    expect(inner.top, what).toBeGreaterThanOrEqual(outer.top - 0.5)
    expect(inner.right, what).toBeLessThanOrEqual(outer.right + 0.5)
    expect(inner.bottom, what).toBeLessThanOrEqual(outer.bottom + 0.5)
  })
}

/** How high an element is. */
async function heightOf(selector: string): Promise<number> {
  const { top, bottom } = await boxOf(app.page.locator(selector))
  return bottom - top
}

describe('in every window', () => {
  const boards: SceneName[] = [
    'play', 'learner', 'perfect', 'result', 'review', 'explore', 'chances', 'refused', 'editor', 'lesson', 'puzzle',
  ]

  test.each(boards)('%s shows the whole board', async (name) => {
    app = await openScene(name, '1280x800')
    for (const window of WINDOW_NAMES) {
      await resize(window)
      await expect.poll(() => app.overflows(), { message: window }).toBe(false)
      await expectInside('.nmm-board', openPart, window)
      await expect.poll(() => heightOf('.nmm-board'), { message: window }).toBeGreaterThan(270) // and large enough to hit a point
    }
  })

  test.each(['review-empty', 'learn', 'results'] as const)('%s is no wider than the window', async (name) => {
    app = await openScene(name, '1280x800')
    for (const window of WINDOW_NAMES) {
      await resize(window)
      await expect.poll(() => app.overflows(), { message: window }).toBe(false)
    }
  })

  test.each(['new-game', 'files', 'resign'] as const)('the dialog %s has its buttons in view', async (name) => {
    app = await openScene(name, '1280x800')
    for (const window of WINDOW_NAMES) {
      await resize(window)
      const dialog = app.page.locator('.dialog')
      const { width, height } = WINDOWS[window].viewport
      await expectInside(dialog, async () => ({ left: 0, top: 0, right: width, bottom: height }), window)
      for (const button of await app.page.locator('.dialog > .row:last-child button').all()) {
        await expectInside(button, () => boxOf(dialog), window)
      }
      const hidden = (): Promise<number> => dialog.evaluate((each) => each.scrollHeight - each.clientHeight)
      if (width > 1000) await expect.poll(hidden, { message: window }).toBe(0) // a large window shows all of it
    }
  })
})

describe('in every language', () => {
  /** Words that do not fit: into the window, a button, a link of the header, or a heading. */
  const cutOff = (): Promise<string[]> =>
    app.page.evaluate(() => {
      const boxes = [...document.querySelectorAll<HTMLElement>('button, .button, .nav a, .tool, h1, h2, h3, th, label, legend')]
      const wide = boxes.filter((each) => {
        const { left, right, width } = each.getBoundingClientRect()
        if (width < 2 || each.closest('.nmm-hidden, .nmm-points')) return false
        return each.scrollWidth > each.clientWidth + 1 || ((left < -0.5 || right > innerWidth + 0.5) && !each.closest('.scrolls, table'))
      })
      return wide.map((each) => `${each.className || each.tagName}: ${each.innerText}`)
    })

  const scenes: SceneName[] = ['play', 'learner', 'review', 'explore', 'editor', 'learn', 'puzzle', 'results']

  test.each(scenes)('%s has room for its words', async (name) => {
    app = await openScene(name, '390x844')
    for (const language of LANGUAGE_CODES) {
      await app.speak(language)
      await expect.poll(() => app.page.locator('main h1').count()).toBe(1)
      await expect.poll(() => app.overflows(), { message: language }).toBe(false)
      await expect.poll(() => cutOff(), { message: language }).toEqual([])
    }
  })

  test('the header has room for its words in every window', async () => {
    app = await openScene('play', '1280x800')
    for (const language of LANGUAGE_CODES) {
      await app.speak(language)
      for (const window of WINDOW_NAMES) {
        await resize(window)
        await expect.poll(() => cutOff(), { message: `${language} ${window}` }).toEqual([])
      }
    }
  })
})

test('a large window has a large board', async () => {
  app = await openScene('play', '1280x800')
  await app.page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(() => heightOf('.nmm-board')).toBeGreaterThan(800)
  await expectInside('.nmm-board', openPart, '1920x1080')
  await expectInside('.panel', async () => ({ ...(await openPart()), bottom: Infinity }), '1920x1080')
})

test('a move stays on one line, wherever it is written', async () => {
  const fen = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
  app = await App.open({
    path: '/review',
    stored: { game: savedGame({ fen }, 'b4-c4 g4-g1 f4-f2 g1-g4 f2-f4') },
    answers: { probe: null, analysis: null, health: null }, // the page searches
  })
  await app.reviewed()
  for (let width = 300; width <= 420; width += 3) {
    await app.page.setViewportSize({ width, height: 844 })
    const broken = (): Promise<string[]> => app.page.evaluate(() => {
      const found: string[] = []
      const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const { index, 0: move } of (node.textContent ?? '').matchAll(/[a-g]\d-[a-g]\d(x[a-g]\d)?/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + move.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(move)
        }
      }
      return found
    })
    await expect.poll(broken, { message: String(width) }).toEqual([])
  }
  app.complaints.length = 0 // of the requests that fail
})

describe('stepping through a game', () => {
  const STEPS = ['previous', 'previous', 'first', 'next', 'last', 'previous'] as const
  const INDEX = { first: 0, previous: 1, next: 2, last: 3 } as const

  test.each(['game', 'learner'] as const)('moves nothing under the pointer (%s)', async (name) => {
    app = await openScene(name, '1280x800')
    const place = (): Promise<number> =>
      app.page.locator('.steps').evaluate((steps) => steps.getBoundingClientRect().top + scrollY)
    // Values arrive from the server meanwhile; what counts is where the buttons are then.
    const awaited = new Set<Request>()
    app.page.on('request', (request) => request.resourceType() === 'fetch' && awaited.add(request))
    app.page.on('requestfinished', (request) => awaited.delete(request))
    app.page.on('requestfailed', (request) => awaited.delete(request))
    const settled = async (): Promise<number> => {
      for (let last = Number.NaN, now = await place(); ; last = now, now = await place()) {
        if (now === last && !awaited.size) return now
        await nextFrame()
        await expect.poll(async () => awaited.size).toBe(0)
      }
    }
    for (const window of WINDOW_NAMES) {
      await resize(window)
      await app.page.locator('.step').nth(INDEX.last).evaluate((button: HTMLElement) => button.click())
      const before = await settled()
      for (const step of STEPS) {
        await app.page.locator('.step').nth(INDEX[step]).evaluate((button: HTMLElement) => button.click())
        await expect.poll(() => settled(), { message: `${step}, ${window}` }).toBeCloseTo(before, 0)
      }
    }
  })
})

test('an address without a valid position says so at once, and gives no verdict', async () => {
  app = await openScene('refused', '1366x650')
  for (const window of WINDOW_NAMES) {
    await resize(window)
    await expectInside('.explore-refusal[role=alert]', openPart, window)
  }
  await expect.poll(() => app.page.locator('.explore-refusal').innerText()).toContain('garbage')
  await expect.poll(() => app.page.locator('.explore-form input').inputValue()).toBe('garbage') // to be mended
  await expect.poll(() => app.page.locator('.verdict-text').isVisible()).toBe(false)
  await app.page.getByRole('link', { name: 'Explore the start position' }).click()
  await expect.poll(() => app.page.locator('.verdict-text').isVisible()).toBe(true)
  await expect.poll(() => app.page.locator('.explore-refusal').isVisible()).toBe(false)
})

test('Play introduces itself until the first move, and links to the rules', async () => {
  app = await openScene('play', '390x844')
  const { page } = app
  await expect.poll(() => page.locator('.intro').innerText()).toMatch(/^Line up three men/)
  for (const window of WINDOW_NAMES) {
    await resize(window)
    await expectInside('.intro a', openPart, window)
  }
  await app.choose(0)
  await expect.poll(() => page.locator('.intro').isVisible()).toBe(false)
  await app.command('undo').click()
  await page.getByRole('link', { name: 'New here? Learn the rules' }).click()
  await expect.poll(() => page.title()).toBe('Learn · Merels')
})
