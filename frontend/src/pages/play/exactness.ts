/** Whether the level Perfect is perfect from the current position on: the server, or the static tables, know. */
import { signal as createSignal } from '@preact/signals'
import { request } from '../../shell/services/api'
import { naming } from '../../core/rules/nine'
import { formatFen } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { Latest } from '../../shell/services/latest'
import type { Reach, Server } from '../../shell/services/server'
import { hasTables } from '../../values/exact/has-tables'
import { matchOutcome, recordAt } from '../../core/match/match'
import type { Match } from '../../core/match/match'

export const PERFECT = 'perfect'

/** Asks whether Perfect is exact from a position on: the server, and without one static tables are. Null if nobody says. */
export async function askExactness(record: FenRecord, server: Reach, signal: AbortSignal): Promise<boolean | null> {
  const { variant } = record.position
  const fen = formatFen(record)
  if (server.isReachable === null) await server.look()
  if (server.isReachable === false) return hasTables(variant, server) || null
  const levels = await request('GET /levels', { query: { fen, ...naming(variant) }, signal }).catch(() => [])
  return levels.find(({ name }) => name === PERFECT)?.exact ?? null
}

export class Exactness {
  /** Null if it is unknown, or if nobody plays perfectly. */
  readonly isExact = createSignal<boolean | null>(null)

  private match: Match | null = null
  private readonly asking = new Latest()
  private readonly endWatching: () => void

  constructor(private readonly server: Reach & Pick<Server, 'onChange'>) {
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
    this.asking.run((signal) => askExactness(recordAt(match), this.server, signal), show, () => show(null))
  }

  destroy(): void {
    this.endWatching()
    this.asking.stop()
  }
}
