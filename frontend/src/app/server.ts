/** Whether the server is there. Pages ask it before they offer what only the server can do. */
import { api } from './api'
import type { HealthReport, SolvingReport } from './api'
import { sleep } from './shared/sleep'

/** Milliseconds between two looks: while the server is there, and while it is away. */
const INTERVAL = 15_000
const AWAY_INTERVAL = 2_000

/** Milliseconds after which a server that says nothing is away. */
const PATIENCE = 5_000

export class Server {
  /** Null until the first answer, or its absence. */
  isReachable: boolean | null = null
  health: HealthReport | null = null
  solving: SolvingReport | null = null

  private readonly listeners = new Set<() => void>()
  private isFollowing = false
  private looking: Promise<boolean> | null = null

  /** Looks now, and again from time to time while the page is seen. */
  watch(): void {
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.look()
    }
    for (const event of ['online', 'offline', 'focus']) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    const goOn = (): void => {
      setTimeout(() => {
        look()
        goOn()
      }, this.isReachable === false ? AWAY_INTERVAL : INTERVAL)
    }
    void this.look().finally(goOn)
  }

  /** Asks the server how it is; returns whether it answered. One question at a time. */
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

  private async ask(): Promise<boolean> {
    try {
      this.health = await api.health(AbortSignal.timeout(PATIENCE))
      this.set(true)
      void this.followSolving()
    } catch {
      this.isFollowing = false // another server may come, and solve
      this.set(false)
    }
    return this.isReachable === true
  }

  /** Calls back when anything here changes; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private set(isReachable: boolean): void {
    this.isReachable = isReachable
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }

  /** Shows how the solving of small endgames goes on, until it is over. */
  private async followSolving(): Promise<void> {
    if (this.isFollowing) return
    this.isFollowing = true
    try {
      for await (const report of api.solving()) {
        this.solving = report
        this.tell()
        if (report.state !== 'running') return // it begins with the server, and ends once
      }
    } catch {
      this.solving = null
    }
    this.isFollowing = false
  }
}
