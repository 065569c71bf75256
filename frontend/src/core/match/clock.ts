/** The clocks of a game. */
import type { Color } from '../rules/position'
import type { ClockSetup, Match, Times } from './match'

/** Milliseconds between two updates of the clocks on the page. */
export const TICK = 100

/** Below this many milliseconds a player should hurry: clocks are highlighted, and show tenths. */
export const HURRY = 20_000

export class Clock {
  private begun: number | null = null

  constructor(
    private readonly match: Match,
    private readonly setup: ClockSetup,
  ) {}

  /** Whether a clock is running. */
  get isRunning(): boolean {
    return this.begun !== null
  }

  /** Starts the clock of the side to move. */
  run(now: number): void {
    this.begun ??= now
  }

  /** Restarts from the saved times, after moves were taken back or replayed. */
  restart(now: number): void {
    this.begun = this.begun === null ? null : now
  }

  /** Stops the clocks and saves the times. */
  rest(now: number): void {
    const { times } = this.match
    times[times.length - 1] = this.read(now)
    this.begun = null
  }

  /** The milliseconds both sides have left. */
  read(now: number): Times {
    const { times, session } = this.match
    const last = times[times.length - 1]
    if (this.begun === null) return last
    const { turn } = session.positions[times.length - 1]
    const passed = now - this.begun
    return last.map((left, color) => (color === turn ? Math.max(0, left - passed) : left)) as [number, number]
  }

  /** Adds the increment after a move and starts the other clock. */
  turnPlayed(color: Color, now: number): void {
    const bonus = this.setup.increment * 1000
    const read = this.read(now)
    const next = read.map((left, each) => (each === color ? left + bonus : left)) as [number, number]
    this.match.times.push(next)
    this.begun = this.begun === null ? null : now
  }

  /** The side that has run out of time, or null. */
  flagged(now: number): Color | null {
    const index = this.read(now).findIndex((left) => left <= 0)
    return index < 0 ? null : (index as Color)
  }
}

/** Formats a time as `4:05`, with tenths in the last seconds. */
export function formatTime(milliseconds: number): string {
  if (milliseconds < HURRY) return `0:${(Math.floor(milliseconds / 100) / 10).toFixed(1).padStart(4, '0')}`
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
