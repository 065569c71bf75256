/** Which puzzle comes next: one of your strength, or that of the day. */
import type { PuzzleDocument } from '../../generated/api'

/** The puzzle of the day is neither trivial nor for experts only. */
const DAILY = { from: 550, to: 820 } as const
/** A prime: consecutive days are far apart in the list, and none repeats before all had their day. */
const STRIDE = 619
const DAY = 24 * 60 * 60 * 1000

/**
 * The puzzle whose strength is nearest to a rating, of those not tried; then of those not solved. Null if
 * all but the current one are solved.
 */
export function choosePuzzle(
  puzzles: readonly PuzzleDocument[],
  rating: number,
  solved: ReadonlySet<string>,
  tried: ReadonlySet<string>,
  current: PuzzleDocument | null = null,
): PuzzleDocument | null {
  const left = puzzles.filter(({ id }) => id !== current?.id && !solved.has(id))
  const fresh = left.filter(({ id }) => !tried.has(id))
  const distance = ({ strength }: PuzzleDocument): number => Math.abs(strength - rating)
  return (fresh.length ? fresh : left).reduce<PuzzleDocument | null>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    null,
  )
}

/** The puzzle of a date, the same for everybody. */
export function dailyPuzzle(puzzles: readonly PuzzleDocument[], date: Date): PuzzleDocument | null {
  const fitting = puzzles
    .filter(({ strength }) => strength >= DAILY.from && strength <= DAILY.to)
    .sort((one, two) => Number(one.id) - Number(two.id))
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY)
  return fitting[(day * STRIDE) % fitting.length] ?? null
}
