/** Tables on this device: what can be kept, how far that is, and what went wrong. */
import { signal as createSignal } from '@preact/signals'
import type { Variant } from '../../core/rules/variant'
import { isAbort } from '../../shell/services/api'
import { forget, keep, offers } from '../../values/exact/site-tables'
import type { Goal, Offer } from '../../values/exact/protocol'

export class Keeping {
  /** Null until they are known. */
  readonly offers = createSignal<readonly Offer[] | null>(null)
  /** What is being fetched. */
  readonly running = createSignal<Goal | null>(null)
  readonly error = createSignal<unknown>(null)
  /** Bytes that the browser has left for this site; null if it does not say. */
  readonly free = createSignal<number | null>(null)
  private readonly leaving = new AbortController()
  private fetching: AbortController | null = null

  constructor(private readonly variant: Variant) {
    void this.attempt(() => offers(variant.name, this.leaving.signal))
  }

  /** Fetches what a goal lacks, until it is there or `pause`. */
  async keep(goal: Goal): Promise<void> {
    const fetching = (this.fetching = new AbortController())
    const { signal } = fetching
    this.running.value = goal
    await this.attempt(() => keep(this.variant.name, goal, signal, (news) => this.hear(news)))
    if (this.fetching === fetching) this.running.value = null
  }

  pause(): void {
    this.fetching?.abort()
    this.running.value = null
    void this.attempt(() => offers(this.variant.name, this.leaving.signal))
  }

  remove(): Promise<void> {
    this.pause()
    return this.attempt(() => forget(this.variant.name, this.leaving.signal))
  }

  destroy(): void {
    this.leaving.abort()
    this.fetching?.abort()
  }

  private hear(news: readonly Offer[]): void {
    const all = this.offers.value ?? []
    this.offers.value = all.map((offer) => news.find(({ goal }) => goal === offer.goal) ?? offer)
  }

  private async attempt(ask: () => Promise<readonly Offer[]>): Promise<void> {
    this.error.value = null
    try {
      this.offers.value = await ask()
    } catch (error) {
      if (!isAbort(error)) this.error.value = error
    }
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    this.free.value = quota === undefined || usage === undefined ? null : quota - usage
  }
}
