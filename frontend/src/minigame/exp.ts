/** EXP for the person's actions, each awarded once: replaying a move taken back earns nothing. */
import type { Point } from '../core/rules/geometry'
import type { Level } from '../core/players/player'
import type { Color } from '../core/rules/position'
import { MAY_BE_UNUSUAL } from '../core/rules/turn'
import type { GameEvent, StepEvent } from '../core/session/session'

const WIN: Readonly<Record<Level, number>> = { EASY: 80, NORMAL: 150, HARD: 260 }
const WORTH = { place: 1, move: 1, mill: 15, remove: 6 } as const

export interface Award {
  readonly type: keyof typeof WORTH | 'win'
  readonly amount: number
  /** Where it was earned, or null for the whole board. */
  readonly point: Point | null
}

/** Keeps track of the EXP earned in one game. */
export class Earnings {
  /** The EXP that the host has actually added. */
  total = 0
  private readonly given = new Set<string>()

  /** Returns the awards newly earned by these events, and remembers them. */
  claim(events: readonly GameEvent[], human: Color, level: Level): Award[] {
    return events
      .flatMap((event) => awardsFor(event, human, level))
      .filter(({ deed }) => !this.given.has(deed) && this.given.add(deed))
      .map(({ award }) => award)
  }
}

interface Deed {
  /** Identifies what was done, so that each turn earns each kind of award once. */
  readonly deed: string
  readonly award: Award
}

function awardsFor(event: GameEvent, human: Color, level: Level): Deed[] {
  if (event.kind === 'end') {
    if (event.outcome.winner !== human) return []
    return [{ deed: 'win', award: { type: 'win', amount: WIN[level], point: null } }]
  }
  if (event.kind === 'wrong' || event.color !== human || (MAY_BE_UNUSUAL && event.kind === 'pass')) return []
  const earn = (deed: string, type: keyof typeof WORTH, point: Point): Deed => ({
    deed: `${deed} ${event.ply}`,
    award: { type, amount: WORTH[type], point },
  })
  if (event.kind === 'removal') return [earn('remove', 'remove', event.point)]
  const { origin, target, mills } = event as StepEvent
  const step = earn('step', origin === null ? 'place' : 'move', target)
  return mills ? [step, earn('mill', 'mill', target)] : [step]
}
