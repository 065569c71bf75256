/** Watches whether the server is reachable, so that pages offer only what works. */
import { api } from './api'
import type { Health, SolvingDocument } from '../generated/api'
import { sleep } from './shared/sleep'

/** Milliseconds between two checks, while the server is reachable and while it is not. */
const INTERVAL = 15_000
const AWAY_INTERVAL = 2_000

/** Milliseconds after which a silent server counts as unreachable. */
const PATIENCE = 5_000

export class Server {
  /** Null until the first check. */
  isReachable: boolean | null = null
  health: Health | null = null
  solving: SolvingDocument | null = null

  private readonly listeners = new Set<() => void>()
  private isFollowing = false
  private looking: Promise<boolean> | null = null

  /** Checks now, and regularly while the page is visible. */
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

  private async ask(): Promise<boolean> {
    try {
      this.health = await api.health(AbortSignal.timeout(PATIENCE))
      this.set(true)
      void this.followSolving()
    } catch {
      this.set(false)
    }
    return this.isReachable === true
  }

  /** Calls back on every change; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Takes note of the answer to a request of ours, and follows what comes of it. */
  note(solving: SolvingDocument): void {
    this.solving = solving
    this.tell()
    void this.followSolving()
  }

  private set(isReachable: boolean): void {
    this.isReachable = isReachable
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }

  /** Follows the solving until nothing changes by itself any more; each check looks again. */
  private async followSolving(): Promise<void> {
    if (this.isFollowing) return
    this.isFollowing = true
    try {
      for await (const report of api.solving()) {
        this.solving = report
        this.tell()
      }
    } catch {
      this.solving = null
    }
    this.isFollowing = false
  }
}
