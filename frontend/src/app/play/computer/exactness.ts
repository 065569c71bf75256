/** Whether the level Perfect is perfect from the current position on: the server knows its tables. */
import { api } from '../../api'
import type { Variant } from '../../../rules/variant'
import type { Server } from '../../server'
import { fenAt, matchOutcome, variantOf } from '../match/match'
import type { Match } from '../match/match'

export const PERFECT = 'perfect'

/** Where missing tables can be solved. */
export const SOLVING = '/results#solving'

/** Asks whether Perfect is exact from a position on; null if the server does not say. */
export async function askExactness(fen: string, signal: AbortSignal, variant: Variant): Promise<boolean | null> {
  try {
    const levels = await api.levels(fen, signal, variant)
    return levels.find(({ name }) => name === PERFECT)?.exact ?? null
  } catch {
    return null
  }
}

export class Exactness {
  /** Null if it is unknown, or if nobody plays perfectly. */
  isExact: boolean | null = null

  private match: Match | null = null
  private asking: AbortController | null = null
  private readonly endWatching: () => void

  /** `changed` is called when the view needs an update. */
  constructor(
    server: Pick<Server, 'isReachable' | 'health' | 'solving' | 'onChange'>,
    private readonly changed: () => void,
  ) {
    let known = ''
    this.endWatching = server.onChange(() => {
      const tables = JSON.stringify([server.isReachable, server.health?.tables, server.solving?.done])
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
    this.asking?.abort()
    if (match.setup.opponent !== PERFECT || matchOutcome(match)) {
      this.isExact = null
      return
    }
    const asking = new AbortController()
    this.asking = asking
    void askExactness(fenAt(match), asking.signal, variantOf(match)).then((isExact) => {
      if (asking.signal.aborted || isExact === this.isExact) return null
      this.isExact = isExact
      this.changed()
      return null
    })
  }

  destroy(): void {
    this.endWatching()
    this.asking?.abort()
  }
}
