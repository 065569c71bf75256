/** Watches whether the server is reachable, so that pages offer only what works. */
import { signal as createSignal, effect, untracked } from '@preact/signals'
import { ApiError, UnreachableError, follow, request } from './api'
import type { Health, SolvingDocument } from '../../generated/api'
import { whenIdle } from './idle'
import { askSite, keptSite } from './site'
import type { Site } from './site'
import { sleep } from './sleep'

/** Milliseconds between two checks, while the server is reachable and while it is not. */
const INTERVAL = 15_000
const AWAY_INTERVAL = 2_000

/** Milliseconds after which a silent server counts as unreachable. */
const PATIENCE = 5_000

/** Milliseconds between two checks that a server that takes its time is still reachable. */
const LOOK = 4_000

/** How many times a busy server is asked, and the longest pause between, in seconds. */
const TRIES = 4
const LONGEST_PAUSE = 5

/** Called on every change; `isBack` if the server was unreachable until now. */
type Listener = (isBack: boolean) => void

/** What it takes to ask a server. */
export type Reach = Pick<Server, 'isReachable' | 'site' | 'tables' | 'look'>

/**
 * Asks the server, for all pages in the same way.
 *
 * A busy server is asked again, a few times, when it says so. A slow one is waited for as long as it is reachable.
 * One that is known to be away is not asked, and neither is one that nobody has looked for: a site may have none. Rejects when the signal aborts, with `UnreachableError`, and with
 * `ApiError` if the server refuses or stays busy.
 */
export async function askPatiently<Answer>(
  server: Reach,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (server.isReachable === null) await server.look()
  signal.throwIfAborted()
  if (server.isReachable === false) throw new UnreachableError('no answer')
  for (let tries = 1; ; tries++) {
    try {
      return await askWhileThere(server, signal, send)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreachableError) void server.look()
      if (!(error instanceof ApiError) || error.retryAfter === null || tries === TRIES) throw error
      await sleep(1000 * Math.min(error.retryAfter, LONGEST_PAUSE), signal)
    }
  }
}

async function askWhileThere<Answer>(
  server: Reach,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const asking = new AbortController()
  const timer = setInterval(() => {
    void server.look().then((isThere) => isThere || asking.abort(new UnreachableError('no answer')))
  }, LOOK)
  try {
    return await send(AbortSignal.any([signal, asking.signal]))
  } finally {
    clearInterval(timer)
  }
}

/** Whether the server is unreachable, busy or broken, so that this device may answer in its place. */
export function isServersFault(error: unknown): boolean {
  if (error instanceof ApiError) return error.retryAfter !== null || error.problem.status >= 500
  return error instanceof UnreachableError
}

/** What is known about the server. */
interface Known {
  /** What the site offers; null until the first check. */
  readonly site: Site | null
  /** Null until the first check; false on a static site. */
  readonly isReachable: boolean | null
  readonly health: Health | null
  readonly solving: SolvingDocument | null
}

/** A static site is known from the last visit; of a server nothing is. */
function knownBefore(): Known {
  const site = keptSite()
  return { site, isReachable: site && false, health: null, solving: null }
}

/** What it knows is a signal: a component that reads it is rendered again on every change. */
export class Server implements Known {
  private readonly known = createSignal(knownBefore())
  private hasAsked = false
  private isFollowing = false
  private looking: Promise<boolean> | null = null

  get site(): Site | null {
    return this.known.value.site
  }

  /** Whether the site is one of files alone: there is no server, and there will be none. */
  get isStatic(): boolean {
    return this.site?.server === false
  }

  get isReachable(): boolean | null {
    return this.known.value.isReachable
  }

  get health(): Health | null {
    return this.known.value.health
  }

  get solving(): SolvingDocument | null {
    return this.known.value.solving
  }

  /** Changes whenever the server may know more than before. */
  get tables(): string {
    return `${this.health?.tables} ${this.solving?.done}`
  }

  /** Checks now, and regularly while the page is visible. */
  watch(): void {
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.look()
    }
    for (const event of ['online', 'offline', 'focus']) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    const goOn = (): void => {
      if (this.isStatic) return
      setTimeout(() => {
        look()
        goOn()
      }, this.isReachable === false ? AWAY_INTERVAL : INTERVAL)
    }
    void this.look().finally(goOn)
  }

  /** Checks the server; returns whether it answered. One check at a time. */
  look(): Promise<boolean> {
    this.looking ??= this.ask().finally(() => {
      this.looking = null
    })
    return this.looking
  }

  /** Resolves once the server answers; rejects when the signal aborts. */
  async untilThere(signal: AbortSignal): Promise<void> {
    while (!(await this.look())) await sleep(AWAY_INTERVAL, signal)
    signal.throwIfAborted()
  }

  /** The first answer says what the site offers; the server says with it how it is. */
  private async ask(): Promise<boolean> {
    const signal = AbortSignal.timeout(PATIENCE)
    try {
      if (this.hasAsked && this.isStatic) return false
      const site = this.hasAsked ? this.known.peek().site : await askSite(signal)
      const health = this.hasAsked || !site?.health ? null : site.health
      this.hasAsked = true
      if (site?.server === false) {
        this.learn({ site, isReachable: false })
        return false
      }
      this.learn({ site, isReachable: true, health: health ?? (await request('GET /health', { signal })) })
      whenIdle(() => void this.followSolving())
    } catch {
      this.learn({ isReachable: false })
    }
    return this.isReachable === true
  }

  /** Calls back on every change; returns a function that stops it. */
  onChange(listener: Listener): () => void {
    let before: Known | null = null
    return effect(() => {
      const known = this.known.value
      const isBack = before?.isReachable === false && known.isReachable === true
      if (before) untracked(() => listener(isBack))
      before = known
    })
  }

  /** Takes note of the answer to a request of ours, and follows what comes of it. */
  note(solving: SolvingDocument): void {
    this.learn({ solving })
    void this.followSolving()
  }

  private learn(news: Partial<Known>): void {
    this.known.value = { ...this.known.peek(), ...news }
  }

  /** Follows the solving until nothing changes by itself any more; each check looks again. */
  private async followSolving(): Promise<void> {
    if (this.isFollowing) return
    this.isFollowing = true
    try {
      for await (const solving of follow('GET /solving')) this.learn({ solving })
    } catch {
      if (this.known.peek().solving) this.learn({ solving: null })
    }
    this.isFollowing = false
  }
}
