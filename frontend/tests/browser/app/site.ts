/** The app in Chromium, against the real server, used as a person would use it. */
import { expect, inject } from 'vitest'
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { BOARD } from '../../../src/core/rules/nine'
import type { Geometry } from '../../../src/core/rules/geometry'
import { SIZE, layoutOf } from '../../../src/board/layout'
import type { Language } from '../../../src/texts/texts'
import { giveBack, openContext } from '../stage'

export { closeBrowser, eventually } from '../stage'

export interface AppOptions extends BrowserContextOptions {
  readonly path?: string
  /** What the browser keeps under `merels.` before the page is opened. */
  readonly stored?: Readonly<Record<string, unknown>>
  /** Answers of the API by path, in place of the server's. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Whether the server has a name that other devices could open; its sockets stay silent then. */
  readonly isPublic?: boolean
  /** Whether the browser is too busy to load anything in the background. */
  readonly isBusy?: boolean
}

/** The name of a server that other devices could open. */
const PUBLIC = 'https://merels.example'

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/**
 * How long the server may search for values, in seconds, and how many positions the page's engine may look at: as many
 * on a busy machine. Pages ask for 0.6 s or 4 s.
 */
const SEARCH = { seconds: 0.1, nodes: 20_000 }

/** Runs in the page, before its scripts: makes searches shorter, which changes how deep values are, but nothing else. */
function shortenSearches({ seconds, nodes }: typeof SEARCH): void {
  const { fetch } = window
  window.fetch = (input, init) => {
    const address = typeof input === 'string' ? input.replace(/([?&]seconds=)[\d.]+/, `$1${seconds}`) : input
    return fetch(address, init)
  }
  const post = Worker.prototype.postMessage as (this: Worker, message: unknown) => void
  Worker.prototype.postMessage = function (message: { limits?: { milliseconds?: number } }): void {
    const isTimed = message.limits?.milliseconds !== undefined
    post.call(this, isTimed ? { ...message, limits: { nodes } } : message)
  }
}

/** A game as the page stores it. */
export function savedGame(changes: Readonly<Record<string, unknown>> = {}, moves = ''): unknown {
  return {
    setup: { opponent: 'person', human: 0, clock: null, seed: 1, ...changes },
    fen: changes.fen ?? '********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1',
    moves: moves.split(/\s+/).filter(Boolean),
    undone: [],
    times: [],
    resigned: null,
    flagged: null,
  }
}

export class App {
  /** The board of the variant that is shown. */
  board: Geometry = BOARD
  /** Everything written to the console, and every uncaught exception. */
  readonly complaints: string[] = []
  /** The addresses of everything that the page has asked for. */
  readonly asked: string[] = []

  /** The options of its profile; null if nobody else should get it. */
  private profile: BrowserContextOptions | null = null

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      // Only the tests read pixels.
      if (!message.text().includes('getImageData')) this.complaints.push(message.text())
    })
    page.on('request', (request) => this.asked.push(request.url()))
    page.on('pageerror', (error) => this.complaints.push(String(error)))
  }

  static async open(options: AppOptions = {}): Promise<App> {
    const { path = '/', stored = {}, answers = {}, isPublic = false, isBusy = false, ...context } = options
    const profile: BrowserContextOptions = {
      viewport: { width: 1180, height: 860 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      baseURL: isPublic ? PUBLIC : inject('site'),
      ...context,
    }
    const app = new App(await (await openContext(profile)).newPage())
    if (profile.serviceWorkers === 'block' && profile.baseURL === inject('site')) app.profile = profile
    await app.page.addInitScript((kept) => {
      if (sessionStorage.getItem('begun')) return // a reload finds what the page itself has kept
      sessionStorage.setItem('begun', 'yes')
      localStorage.clear()
      for (const [name, value] of Object.entries(kept)) {
        localStorage.setItem(`merels.${name}`, JSON.stringify(value))
      }
    }, stored)
    await app.page.addInitScript(shortenSearches, SEARCH)
    if (isBusy) {
      await app.page.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
    }
    if (isPublic) await app.passOn()
    for (const [name, answer] of Object.entries(answers)) await app.answer(name, answer)
    await app.page.goto(path)
    await app.page.locator('main > *').first().waitFor()
    return app
  }

  /** Passes requests to the public name on to the server. */
  private async passOn(): Promise<void> {
    const site = inject('site')
    await this.page.route(`${PUBLIC}/**`, async (route) => {
      const headers = { ...route.request().headers(), origin: site, referer: site }
      const response = await route.fetch({ url: route.request().url().replace(PUBLIC, site), headers })
      await route.fulfill({ response })
    })
    await this.page.routeWebSocket(/./, () => undefined)
  }

  /** Closes the page; fails if there were warnings or errors. */
  async close(): Promise<void> {
    const own = this.complaints.filter((each) => !each.includes('Service Worker registration blocked'))
    expect(own).toEqual([])
    if (this.profile) await giveBack(this.page.context(), this.profile)
    else await this.page.context().close()
  }

  /** Stops the clock of the page, so that pauses cost no time. */
  async holdTime(): Promise<void> {
    this.profile = null
    await this.page.clock.install()
  }

  /** Answers a path of the API in place of the server; a function may choose by the request. */
  async answer(path: string, answer: unknown): Promise<void> {
    await this.page.route(`**/api/v1/${path}*`, async (route: Route) => {
      if (answer === null) await route.abort()
      else await route.fulfill({ json: typeof answer === 'function' ? answer(route.request()) : answer })
    })
  }

  /** Where a point is in the window. */
  async place(name: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('.nmm-board canvas').boundingBox()
    if (!box) throw new Error('there is no board')
    const { x, y } = layoutOf(this.board).spots[this.board.names.indexOf(name)]
    return { x: box.x + (x * box.width) / SIZE, y: box.y + (y * box.height) / SIZE }
  }

  /** Clicks points one after the other. */
  async click(names: string): Promise<void> {
    for (const name of names.split(' ')) {
      const { x, y } = await this.place(name)
      await this.page.mouse.click(x, y)
    }
  }

  /** Presses the mouse on one point, moves it to a place, and releases it there. */
  async drag(from: string, to: { x: number; y: number }): Promise<void> {
    const { x, y } = await this.place(from)
    await this.page.mouse.move(x, y)
    await this.page.mouse.down()
    await this.page.mouse.move((x + to.x) / 2, (y + to.y) / 2)
    await this.page.mouse.move(to.x, to.y)
    await this.page.mouse.up()
  }

  /** Red, green and blue in the middle of a point, with the next frame. */
  color(name: string): Promise<number[]> {
    const { x, y } = layoutOf(this.board).spots[this.board.names.indexOf(name)]
    return this.page.evaluate(
      async ([right, down]) => {
        await new Promise(requestAnimationFrame)
        const canvas = document.querySelector<HTMLCanvasElement>('.nmm-board canvas')
        const context = canvas?.getContext('2d')
        if (!canvas || !context) throw new Error('there is no board')
        return Array.from(context.getImageData(right * canvas.width, down * canvas.width, 1, 1).data.slice(0, 3))
      },
      [x / SIZE, y / SIZE],
    )
  }

  /** Chooses a point by its number, with the keyboard. */
  async choose(point: number): Promise<void> {
    await this.page.locator(`[data-point="${point}"]`).press('Enter')
  }

  command(name: string): Locator {
    return this.page.locator(`[data-command=${name}]`)
  }

  /** Opens a dialog by its button, and waits until it is there: those of Play are loaded on demand. */
  async openDialog(command: 'newGame' | 'files' | 'resign'): Promise<void> {
    await this.command(command).click()
    await this.page.getByRole('dialog').waitFor()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async keys(names: string): Promise<void> {
    for (const name of names.split(' ')) await this.page.keyboard.press(name)
  }

  /** What has the focus, by its accessible name or text. */
  focused(): Promise<string> {
    return this.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
  }

  turn(): Promise<string> {
    return this.page.locator('.turn-box h2').innerText()
  }

  hint(): Promise<string> {
    return this.page.locator('.hint').innerText()
  }

  /** The move list, in order. */
  moves(): Promise<string[]> {
    return this.page.locator('.moves .move').allInnerTexts()
  }

  announced(): Promise<string> {
    return this.page.locator('[role=status]').innerText()
  }

  /** Chooses a language with the menu, and waits until the page speaks it. */
  async speak(language: Language): Promise<void> {
    await this.page.locator('select.language').selectOption(language)
    await expect.poll(() => this.page.locator('html').getAttribute('lang')).toBe(language)
  }

  /** Waits until the service worker has cached everything and controls the page. */
  async keep(): Promise<void> {
    await this.page.evaluate(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.ready
      if (serviceWorker.controller) return
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
    })
  }

  /** Waits until Review has checked every position of the game that is there. */
  async reviewed(): Promise<void> {
    await this.page.locator('.review-panel .moves').waitFor()
    await this.page.locator('.review-bar').waitFor({ state: 'hidden' })
  }

  /** Waits until the page has what it asked for; the lobby keeps a request open, over which it is told of changes. */
  async settle(): Promise<void> {
    const { pathname } = new URL(this.page.url())
    if (pathname !== '/people') await this.page.waitForLoadState('networkidle')
    else await this.page.locator('.old-games :is([role=status]:not(:empty), .game-line)').first().waitFor()
  }

  /** Elements from the top of the page to its bottom, each by its place in the list. */
  order(...selectors: string[]): Promise<number[]> {
    return this.page.evaluate((names) => {
      const tops = names.map((name) => document.querySelector(name)?.getBoundingClientRect().top ?? Number.NaN)
      return names.map((_, place) => place).sort((one, two) => tops[one] - tops[two])
    }, selectors)
  }

  /** Whether the page is wider than the window. */
  overflows(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  }
}
