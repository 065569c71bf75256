/** The page's engine as it ships: the built worker, in Chromium, without the rest of the page. */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import type { Message, SearchRequest } from '../src/core/engine/protocol'
import type { Iteration } from '../src/core/engine/searcher'

/** The Python package, as seen from the folder that this runs in: `frontend`. */
const PACKAGE = process.env.PACKAGE ?? '../src/merels'
const PAGES = `${PACKAGE}/web/static`
const WEIGHTS = `${PACKAGE}/engine/evaluation/weights.bin`
const SITE = 'http://merels.test'
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript' }

export class ShippedEngine {
  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {}

  static async start(): Promise<ShippedEngine> {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    const page = await browser.newPage()
    await page.route('**', (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      const contentType = TYPES[extname(pathname)] ?? 'application/octet-stream'
      const file = pathname === '/weights.bin' ? WEIGHTS : PAGES + pathname
      return route.fulfill({ contentType, body: readFileSync(file) })
    })
    await page.goto(SITE)
    const engine = new ShippedEngine(browser, page)
    await engine.restart()
    return engine
  }

  /** Starts the worker again: a new game, with an empty table. */
  async restart(): Promise<void> {
    const [script] = /\/assets\/worker-[^"']*\.js/.exec(readFileSync(`${PAGES}/sw.js`, 'utf8')) ?? []
    if (!script) throw new Error(`${PAGES} has no engine; run: make frontend-build`)
    await this.page.evaluate((path) => {
      const shared = globalThis as unknown as { engine?: Worker }
      shared.engine?.terminate()
      shared.engine = new Worker(path, { type: 'module' })
    }, script)
  }

  search(request: SearchRequest): Promise<Iteration> {
    return this.page.evaluate(
      (asked) =>
        new Promise<Iteration>((resolve, reject) => {
          const { engine } = globalThis as unknown as { engine: Worker }
          let last: Iteration
          const hear = ({ data }: MessageEvent<Message>): void => {
            if (data.kind === 'iteration') last = data.iteration
            else {
              engine.removeEventListener('message', hear)
              if (data.kind === 'done') resolve(last)
              else reject(new Error(data.message))
            }
          }
          engine.addEventListener('message', hear)
          engine.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true })
          engine.postMessage(asked)
        }),
      request,
    )
  }

  close(): Promise<void> {
    return this.browser.close()
  }
}
