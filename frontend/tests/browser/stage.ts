/** A page with our host, used as a person would use it: real clicks, keys and touches. */
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { maskOf } from '../../src/core/rules/geometry'
import { NAMES, PLACES } from '../../src/core/rules/nine'
import type { Runtime } from '../../src/minigame/register'
import type { Position } from '../../src/core/rules/position'

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium'
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Else a process for the next page is started beside every page: 0.95 s of processor time to open Play, not 0.56.
  '--renderer-process-limit=1',
]
/** Milliseconds that Chromium may take for one thing: beside two busy programs, starting an engine took over a minute. */
const PATIENCE = 300_000
const HOST = new URL('../../host/index.html', import.meta.url).href

/** What the tests may pass to the game, as a host would. */
export interface GameOptions {
  readonly difficulty?: string
  readonly seed?: number
  readonly position?: Partial<Position>
}

export interface StageOptions extends BrowserContextOptions {
  readonly api?: '0.1' | '0.3'
  readonly locale?: 'ja' | 'en'
  /** Of the host's panel, in pixels. */
  readonly panelWidth?: number
}

export interface Award {
  readonly amount: number
  readonly type: string
}

/** What `window.host` and `window.spies` offer; see `host/`. */
interface HostPage {
  host: {
    log: {
      exp: Award[]
      popups: { x: number; y: number; text: string }[]
      sounds: string[]
      keys: string[]
      errors: string[]
      registered: string[]
    }
    loaded: Promise<boolean>
    create(options?: GameOptions): void
    start(options?: GameOptions): void
    pause(): void
    quit(): number | undefined
    restart(): void
    setLocale(name: string): void
    setAwarding(answer: (amount: number) => unknown): void
    getRuntime(): Runtime | null
    getDefinition(): { create(root: unknown, awardXp?: unknown, options?: unknown): Runtime }
    getContainer(): unknown
    subscribers: Set<unknown>
  }
  spies: {
    forbidden: string[]
    blocks: { kind: string; milliseconds: number; at: number }[]
    hold(): void
    release(): void
    left(): string[]
    newGlobals(): string[]
  }
}

export type HostWindow = Window & typeof globalThis & HostPage

let browser: Browser | undefined
/** Profiles that tests have given back, by their options. */
const spare = new Map<string, BrowserContext[]>()

/** A profile in the browser that all tests of a process share; it ends with the process. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const known = spare.get(JSON.stringify(options))?.pop()
  if (known) return known
  browser ??= await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS })
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  return context
}

/** Gives a profile to the next test with the same options, with the files that its browser has cached and compiled. */
export async function giveBack(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
  for (const page of context.pages()) await page.close()
  const key = JSON.stringify(options)
  spare.set(key, [...(spare.get(key) ?? []), context])
}

/** Closes what the tests of a file have left open; the next file uses the same browser. */
export async function closeBrowser(): Promise<void> {
  const kept = new Set([...spare.values()].flat())
  for (const context of browser?.contexts() ?? []) if (!kept.has(context)) await context.close()
}

/** Repeats expectations until they hold: what they read changes when it changes. */
export function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: PATIENCE, interval: 60 })
}

/** A position from lists of points such as `'a7 d7'`. */
export function arrange(
  white: string,
  black: string,
  whiteInHand = 0,
  blackInHand = whiteInHand,
): Partial<Position> {
  return { white: parsePoints(white), black: parsePoints(black), whiteInHand, blackInHand }
}

function parsePoints(names: string): number {
  return maskOf(names.split(' ').map((name) => NAMES.indexOf(name)))
}

export class Stage {
  /** Everything written to the console, and every uncaught exception. */
  readonly complaints: string[] = []

  private constructor(
    readonly page: Page,
    private readonly options: BrowserContextOptions,
  ) {
    page.on('console', (message) => {
      // Only the tests read pixels.
      if (!message.text().includes('getImageData')) this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const { api = '0.3', locale = 'en', panelWidth = 480, ...context } = options
    const profile = { viewport: { width: 900, height: 1000 }, ...context }
    const stage = new Stage(await (await openContext(profile)).newPage(), profile)
    await stage.page.goto(`${HOST}?api=${api}&locale=${locale}&width=${panelWidth}`)
    await stage.page.evaluate(() => (window as HostWindow).host.loaded)
    return stage
  }

  /** Closes the game and the page; fails if anything is left or there were warnings or errors. */
  async close(): Promise<void> {
    await this.host((host) => host.quit())
    await expect.poll(() => this.leftovers()).toEqual([])
    await expect.poll(() => this.page.evaluate(() => (window as HostWindow).spies.forbidden)).toEqual([])
    await expect.poll(() => this.host((host) => host.log.errors)).toEqual([])
    expect(this.complaints).toEqual([])
    await giveBack(this.page.context(), this.options)
  }

  /** Expects that nothing can happen by itself: no timer runs, and nothing is listened to. */
  async expectStill(): Promise<void> {
    const running = async (): Promise<string[]> =>
      (await this.leftovers()).filter((each) => !/^(element|subscriber)/.test(each))
    await expect.poll(running).toEqual([])
  }

  /** Live listeners, timers and so on, and elements in the host's container. */
  async leftovers(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { spies, host } = window as HostWindow
      const elements = document.querySelectorAll('#container > :not(.popup)')
      const named = Array.from(elements).map((element) => `element ${element.outerHTML}`)
      const subscribers = Array.from(host.subscribers).map(() => 'subscriber')
      return [...spies.left(), ...named, ...subscribers]
    })
  }

  /** Calls the host. */
  async host<Result>(call: (host: HostPage['host']) => Result): Promise<Result> {
    return this.page.evaluate(
      `(${call.toString()})(window.host)`,
    ) as Promise<Result>
  }

  async start(options: GameOptions = {}): Promise<void> {
    await this.page.evaluate((asked) => (window as HostWindow).host.start(asked), options)
  }

  /** Starts a game in which the computer waits until `reply`, so that there is time to look. */
  async startHeld(options: GameOptions = {}): Promise<void> {
    await this.page.evaluate(() => (window as HostWindow).spies.hold())
    await this.start(options)
  }

  /** Where a point is in the window, from the canvas's data attributes. */
  async place(name: string): Promise<{ x: number; y: number }> {
    const board = await this.page.evaluate(() => {
      const canvas = document.querySelector('canvas')
      if (!canvas) throw new Error('there is no canvas')
      const { left, top, width, height } = canvas.getBoundingClientRect()
      return { left, top, width, height, square: canvas.dataset.board ?? '' }
    })
    const [x0, y0, x1, y1] = JSON.parse(board.square) as number[]
    const { column, row } = PLACES[NAMES.indexOf(name)]
    return {
      x: board.left + ((x0 + ((x1 - x0) * column) / 6) * board.width) / 520,
      y: board.top + ((y0 + ((y1 - y0) * row) / 6) * board.height) / 520,
    }
  }

  /** Clicks points one after the other with the mouse. */
  async click(names: string): Promise<void> {
    for (const name of names.split(' ')) {
      const { x, y } = await this.place(name)
      await this.page.mouse.click(x, y)
    }
  }

  /** Presses one of the game's buttons. */
  async press(command: string): Promise<void> {
    await this.page.locator(`.nmm-panel button[data-command=${command}]`).click()
  }

  /** Waits until the computer has moved. */
  async reply(): Promise<void> {
    await this.page.evaluate(() => (window as HostWindow).spies.release())
    await expect.poll(() => this.turn()).toMatch(/Your turn|Game over|あなたの手番|終了/)
  }

  /** Clicks, and waits for the computer's answer. */
  async play(names: string): Promise<void> {
    await this.click(names)
    await this.reply()
  }

  async text(selector: string): Promise<string> {
    return (await this.page.locator(selector).first().textContent()) ?? ''
  }

  turn(): Promise<string> {
    return this.text('.nmm-turn span')
  }

  hint(): Promise<string> {
    return this.text('.nmm-hint')
  }

  announced(): Promise<string> {
    return this.text('.nmm [role=status]')
  }

  /** The move list, in order. */
  async moves(): Promise<string[]> {
    const cells = await this.page.locator('.nmm-moves li span').allTextContents()
    return cells.filter((cell) => cell !== '' && !cell.endsWith('.'))
  }

  /** The cells of a row of the table: the person's or the computer's. */
  async row(index: 0 | 1): Promise<string[]> {
    return this.page.locator('.nmm tbody tr').nth(index).locator('th, td').allTextContents()
  }

  /** Accessible names of the points by their coordinates. */
  async labels(): Promise<Record<string, string>> {
    const labels = await this.page.evaluate(() =>
      Array.from(document.querySelectorAll('.nmm-points button')).map(
        (button) => button.getAttribute('aria-label') ?? '',
      ),
    )
    return Object.fromEntries(labels.map((label) => [label.slice(0, 2), label.slice(4)]))
  }

  /** Points whose accessible name contains a text. */
  async pointsThat(says: string): Promise<string> {
    const labels = Object.entries(await this.labels())
    return labels.filter(([, label]) => label.includes(says)).map(([name]) => name).join(' ')
  }

  async exp(): Promise<string> {
    const awards = await this.host((host) => host.log.exp)
    return awards.map(({ type, amount }) => `${type} ${amount}`).join(', ')
  }

  /** Red, green and blue on the canvas at a distance from a point, both in canvas units. */
  async color(name: string, right = 0, down = 0): Promise<number[]> {
    const { column, row } = PLACES[NAMES.indexOf(name)]
    return this.page.evaluate(
      async ([across, along, dx, dy]) => {
        await new Promise(requestAnimationFrame)
        const canvas = document.querySelector('canvas')
        const context = canvas?.getContext('2d')
        if (!canvas || !context) throw new Error('there is no canvas')
        const [x0, y0, x1, y1] = JSON.parse(canvas.dataset.board ?? '') as number[]
        const scale = canvas.width / 520
        const x = (x0 + ((x1 - x0) * across) / 6 + dx) * scale
        const y = (y0 + ((y1 - y0) * along) / 6 + dy) * scale
        return Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3))
      },
      [column, row, right, down],
    )
  }
}
