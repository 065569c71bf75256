/** Whether a move on the Play page was a mistake. */
import { formatAlgebraic } from '../../../rules/notation'
import { isSameMove, outcome, successor } from '../../../rules/position'
import type { Move, Position } from '../../../rules/position'
import { findDespair, findError, findReasons, wastedPlies } from '../../shared/grading/grade'
import type { MoveError } from '../../shared/grading/grade'
import { exactly, judge, judgeEnd, turnAround } from '../../shared/grading/judge'
import type { Asked, Judgement } from '../../shared/grading/judge'
import { keepingOf } from '../../shared/grading/reasons'
import type { Keeping, Reason } from '../../shared/grading/reasons'

/** The quality of a move; those without a glyph carry no blame. */
export type Grade = MoveError | 'good' | 'slow' | 'lost' | 'hopeless'

export interface Verdict {
  readonly grade: Grade
  /** The position before and after the move, as the mover sees it. */
  readonly before: Judgement
  readonly after: Judgement
  /** A better move, or null if there was none. */
  readonly better: Move | null
  /** How many moves keep the value of the position, if that is known. */
  readonly keeping: Keeping | null
  readonly reasons: readonly Reason[]
}

/** Grades a move; both judgements are from the mover's point of view. */
export function grade(position: Position, played: Move, before: Judgement, after: Judgement): Verdict {
  const isBest = before.best !== null && isSameMove(before.best, played)
  const keeping = keepingOf(before.moves)
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
export async function judgeMove(before: Asked, played: Move, afterFen: string, signal: AbortSignal): Promise<Verdict> {
  const first = await judge(before, signal)
  const position = successor(before.position, played)
  const end = outcome(position)
  if (end) return grade(before.position, played, first, turnAround(judgeEnd(end.winner, position.turn)))
  const known = first.moves.get(formatAlgebraic(played, position.variant.board))
  if (known && first.value) return grade(before.position, played, first, exactly(known, first.source))
  const second = await judge({ position, fen: afterFen }, signal)
  return grade(before.position, played, first, turnAround(second))
}
