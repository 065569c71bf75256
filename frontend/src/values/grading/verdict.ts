/** Whether a move on the Play page was a mistake. */
import { formatAlgebraic, recordAfter } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { isSameMove, outcome } from '../../core/rules/position'
import type { Move, Position } from '../../core/rules/position'
import type { Reach } from '../../shell/services/server'
import { findDespair, findError, findReasons, wastedPlies } from './grade'
import type { MoveError } from './grade'
import { evaluate } from '../evaluate'
import { exactly, turnAround } from '../evaluation'
import type { Evaluation } from '../evaluation'
import { keepingOf } from './reasons'
import type { Keeping, Reason } from './reasons'

/** The quality of a move; those without a glyph carry no blame. */
export type Grade = MoveError | 'good' | 'slow' | 'lost' | 'hopeless'

export interface Verdict {
  readonly grade: Grade
  /** The position before and after the move, as the mover sees it. */
  readonly before: Evaluation
  readonly after: Evaluation
  /** A better move, or null if there was none. */
  readonly better: Move | null
  /** How many moves keep the value of the position, if that is known. */
  readonly keeping: Keeping | null
  readonly reasons: readonly Reason[]
}

/** Grades a move; both evaluations are from the mover's point of view. */
export function grade(position: Position, played: Move, before: Evaluation, after: Evaluation): Verdict {
  const isBest = before.best !== null && isSameMove(before.best, played)
  const keeping = keepingOf(before.exact)
  const error = isBest ? null : findError(before, after)
  if (error) {
    const reasons = findReasons(position, played, before, after)
    return { grade: error, before, after, better: before.best, keeping, reasons }
  }
  const isLonger = !isBest && wastedPlies(before, after) > 0
  const verdict = { before, after, better: isLonger ? before.best : null, keeping, reasons: [] }
  // Nobody is praised for a move in a lost position, not even for the best one.
  return { ...verdict, grade: findDespair(position, before, after) ?? (isLonger ? 'slow' : 'good') }
}

/** Judges a move by the positions before and after it. */
export async function judgeMove(record: FenRecord, played: Move, server: Reach, signal: AbortSignal): Promise<Verdict> {
  const question = { wanted: 'best', server } as const
  const before = await evaluate(record, question, signal)
  const after = recordAfter(record, played)
  const known = before.exact.get(formatAlgebraic(played, after.position.variant.board))
  if (known && before.value && !outcome(after.position)) {
    return grade(record.position, played, before, exactly(known, before.source))
  }
  const found = await evaluate(after, question, signal)
  const isAgain = after.position.turn === record.position.turn
  return grade(record.position, played, before, isAgain ? found : turnAround(found))
}
