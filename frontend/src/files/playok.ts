/** Moves as PlayOK writes them: its points have numbers, 1 to 24 by rows from the top left. */
import { PLACES, POINTS } from '../core/rules/nine'
import type { Point } from '../core/rules/geometry'
import { NotationError } from '../core/rules/notation'
import type { Move } from '../core/rules/position'

/** The Site tag of these games. */
export const SITE = 'PlayOK'

const BY_ROWS: readonly Point[] = [...POINTS].sort(
  (one, two) => PLACES[one].row - PLACES[two].row || PLACES[one].column - PLACES[two].column,
)
const MOVE = /^(?:(?:(\d+)-)?(\d+))?(?:x(\d+))?$/

/** Whether a move has numbers for points; no algebraic move looks like that. */
export function hasNumbers(text: string): boolean {
  return text !== '' && MOVE.test(text)
}

/** Reads `3`, `10-11`, `3x4`, `10-11x5` or `x5` without checking that it is legal. */
export function parseNumbered(text: string): Move {
  const [, origin, target, captured] = (text && MOVE.exec(text)) || []
  const point = (number: string | undefined): Point | null => {
    if (number === undefined) return null
    if (number.length > 2 || !(Number(number) - 1 in BY_ROWS)) throw notAMove(text)
    return BY_ROWS[Number(number) - 1]
  }
  if (!target && !captured) throw notAMove(text)
  return { origin: point(origin), target: point(target), captured: point(captured) }
}

function notAMove(text: string): NotationError {
  return new NotationError('playok.notAMove', { text: text.slice(0, 24) })
}
