/** Whether the level Perfect is perfect from the current position on: the server knows its tables. */
import { signal as createSignal } from '@preact/signals'
import { request } from '../../shell/services/api'
import { naming } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { Latest } from '../../shell/services/latest'
import type { Server } from '../../shell/services/server'
import { fenAt, matchOutcome, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'

export const PERFECT = 'perfect'

/** Asks whether Perfect is exact from a position on; null if the server does not say. */
export async function askExactness(fen: string, signal: AbortSignal, variant: Variant): Promise<boolean | null> {
  const levels = await request('GET /levels', { query: { fen, ...naming(variant) }, signal }).catch(() => [])
  return levels.find(({ name }) => name === PERFECT)?.exact ?? null
}

export class Exactness {
  /** Null if it is unknown, or if nobody plays perfectly. */
  readonly isExact = createSignal<boolean | null>(null)

  private match: Match | null = null
  private readonly asking = new Latest()
  private readonly endWatching: () => void

  constructor(server: Pick<Server, 'isReachable' | 'tables' | 'onChange'>) {
    let known = ''
    this.endWatching = server.onChange(() => {
      const tables = `${server.isReachable} ${server.tables}`
      if (tables !== known && this.match) this.ask(this.match)
      known = tables
    })
  }

  /**
   * Asks about the current position, and again when the server has more tables or is back. Until the
   * answer comes, the last one is kept.
   */
  ask(match: Match): void {
    this.match = match
    this.asking.stop()
    if (match.setup.opponent !== PERFECT || matchOutcome(match)) {
      this.isExact.value = null
      return
    }
    const show = (isExact: boolean | null): void => {
      this.isExact.value = isExact
    }
    this.asking.run((signal) => askExactness(fenAt(match), signal, variantOf(match)), show, () => show(null))
  }

  destroy(): void {
    this.endWatching()
    this.asking.stop()
  }
}
