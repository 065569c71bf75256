/** The clocks of a game as the server counts them, shown between its messages. */
import type { GameDocument } from '../generated/api'
import type { ColorName } from './documents'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * What a document says about time, and when it arrived on this machine's clock: the two machines' clocks
 * are never compared.
 */
export interface Timed {
  readonly game: GameDocument
  readonly arrived: number
}

/** The milliseconds a side has left; null if the game has no clock, or is not counted in days for it now. */
export function timeLeft({ game, arrived }: Timed, color: ColorName, now: number): number | null {
  const { clocks, turn, state, deadline } = game
  const passed = now - arrived
  if (clocks) {
    const left = clocks[`${color}_ms`]
    return Math.max(0, isRunning(game, color) ? left - passed : left)
  }
  if (deadline === null || state !== 'running' || turn !== color) return null
  return Math.max(0, deadline - game.at_ms - passed)
}

/** Whether the clock of a side runs. */
export function isRunning({ clocks, turn, state }: GameDocument, color: ColorName): boolean {
  return state === 'running' && clocks?.running === true && turn === color
}

/** The milliseconds in which the first move is due; null once both sides have moved. */
export function firstMoveLeft({ game, arrived }: Timed, now: number): number | null {
  const { clocks, deadline, state, at_ms } = game
  if (!clocks || clocks.running || deadline === null || state !== 'running') return null
  return Math.max(0, deadline - at_ms - (now - arrived))
}

/** Whole days and hours of a time, for games of days a move; both are 0 in the last hour. */
export function daysAndHours(milliseconds: number): { readonly days: number; readonly hours: number } {
  return { days: Math.floor(milliseconds / DAY), hours: Math.floor((milliseconds % DAY) / HOUR) }
}
