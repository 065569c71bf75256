/**
 * Grades the moves of a game: glyphs, reasons and accuracy.
 *
 * The same as `merels.matches.annotation` and `accuracy` in Python, with the same numbers; test vectors
 * compare the two.
 */
import GRADES from '../../generated/grades.json'
import { formsMill, menAfter } from '../../core/rules/moves'
import { isSameMove, sidesOf, successor } from '../../core/rules/position'
import type { Color, Move, Position } from '../../core/rules/position'
import { SIGN, isHopeless, pointsOf, shareOf, turnEstimate } from '../estimate'
import type { Estimate } from '../estimate'
import type { Evaluation, Source } from '../evaluation'
import { explain, keepingOf } from './reasons'
import type { Keeping, Reason } from './reasons'

/** The glyph of each kind of bad move, as in game files. */
export const GLYPHS = { doubtful: '?!', mistake: '?', blunder: '??' } as const
export type MoveError = keyof typeof GLYPHS

export type Glyph = (typeof GLYPHS)[MoveError] | '!' | ''

/** A move of a game with its values. Only bad moves have reasons. */
export interface GradedTurn {
  /** Before the move. */
  readonly position: Position
  readonly move: Move
  /** As the side that moved sees them: under best play, and after the move. */
  readonly before: Estimate
  readonly after: Estimate
  /** The best line; empty if the game was already a draw. */
  readonly best: readonly Move[]
  readonly glyph: Glyph
  readonly source: Source
  readonly keeping: Keeping | null
  readonly reasons: readonly Reason[]
}

/** Whether a move is the best of its position. */
function isBest(played: Move, { best }: Evaluation): boolean {
  return best !== null && isSameMove(best, played)
}

/**
 * Grades a move by what is known of the positions before and after it; null if that does not suffice
 * yet. Moves after a draw by the rules of played games get no glyph.
 */
export function gradeTurn(
  position: Position,
  move: Move,
  before: Evaluation,
  next: Evaluation | null,
): GradedTurn | null {
  // Two scores of one search compare better than those of two searches.
  const listed = before.lines.find((line) => isSameMove(line.move, move))
  const isAgain = successor(position, move).turn === position.turn
  const after = listed ?? (next && (isAgain ? next : turnEstimate(next)))
  if (!after) return null
  const turn = { position, move, before, after }
  const { source, best } = before
  if (!best) return { ...turn, best: [], glyph: '', source, keeping: null, reasons: [] }
  const error = isBest(move, before) ? null : findError(before, after)
  return {
    ...turn,
    best: before.lines[0]?.pv ?? [best],
    glyph: error ? GLYPHS[error] : isBest(move, before) && deservesPraise(position, move, before) ? '!' : '',
    source,
    keeping: keepingOf(before.exact),
    reasons: findReasons(position, move, before, after),
  }
}

/** What was wrong with a move; nothing, if it was not bad. */
export function findReasons(position: Position, move: Move, before: Evaluation, after: Estimate): Reason[] {
  if (!before.best || isBest(move, before) || !findError(before, after)) return []
  const keeping = keepingOf(before.exact)
  const isGivenAway = before.value && after.value && SIGN[after.value.result] < SIGN[before.value.result]
  const letGo: Reason[] = keeping && isGivenAway ? [{ kind: 'let go', points: [], keeping }] : []
  return [...letGo, ...explain(position, move, before.best)]
}

/** The error of a move that was not the best, or null: `blame` in Python. */
export function findError(before: Estimate, after: Estimate): MoveError | null {
  if (before.value && after.value) {
    if (before.value.result !== after.value.result) return after.value.result === 'loss' ? 'blunder' : 'mistake'
    return wastedPlies(before, after) > GRADES.muchSlower ? 'doubtful' : null
  }
  const lost = pointsOf(before) - pointsOf(after)
  if (lost >= GRADES.blunder) return 'blunder'
  if (lost >= GRADES.mistake) return 'mistake'
  return lost >= GRADES.dubious ? 'doubtful' : null
}

/** By how many plies a win takes longer, or a loss comes sooner, than necessary. */
export function wastedPlies({ value: before }: Estimate, { value: after }: Estimate): number {
  if (!before || before.result !== after?.result || before.plies === null || after.plies === null) return 0
  return SIGN[before.result] * (after.plies - before.plies)
}

/**
 * Whether a move that was not bad leaves its side lost: exactly, or by an estimate before or after it. What is
 * known exactly of the later position counts most.
 */
export function findDespair(position: Position, before: Estimate, after: Estimate): 'lost' | 'hopeless' | null {
  const known = after.value ?? before.value
  if (known) return known.result === 'loss' ? 'lost' : null
  return isHopeless(before, position) || isHopeless(after, position) ? 'hopeless' : null
}

/** Whether the best move is the only one that does not lose much. Closing a mill deserves no praise. */
function deservesPraise(position: Position, move: Move, before: Evaluation): boolean {
  const [first, second] = before.lines
  if (!second || closesMill(position, move) || isHopeless(before, position)) return false
  return pointsOf(first) - pointsOf(second) >= GRADES.mistake
}

function closesMill(position: Position, { origin, target }: Move): boolean {
  return target !== null && formsMill(menAfter(sidesOf(position).own, origin, target), target, position.variant.board)
}

/**
 * The accuracy of a side, 0 to 1: the share of what was at stake that its moves kept. Null if it never
 * had anything to lose; in a lost position, nothing is at stake.
 */
export function measureAccuracy(turns: readonly GradedTurn[], color: Color): number | null {
  let atStake = 0
  let kept = 0
  for (const turn of turns) {
    if (turn.position.turn !== color || !turn.best.length) continue
    const before = shareOf(turn.before, turn.position)
    atStake += before
    kept += Math.min(before, shareOf(turn.after, turn.position))
  }
  return atStake ? kept / atStake : null
}
