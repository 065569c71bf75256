/** Puts a reviewed game into words. */
import { formatMove, formatMoves, other } from '../../core/rules/position'
import type { Position } from '../../core/rules/position'
import { moveNumberAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { shownPercent } from '../../values/estimate'
import type { Estimate } from '../../values/estimate'
import { findDespair, findError, wastedPlies } from '../../values/grading/grade'
import type { GradedTurn } from '../../values/grading/grade'
import { describeReasons, describeSuccess } from '../../ui/grading-narration'
import { isBad } from './game-review'
import type { GameReview } from './game-review'
import type { Say } from '../../texts/texts'

export type ReviewSay = Say<'review'>

/** Plies of the better line that are shown. */
const SHOWN_PLIES = 5

/** The move that led to a ply, with its number and glyph: `4... d1??`. */
export function describeMove(match: Match, ply: number, glyph: string, say: ReviewSay): string {
  if (!ply) return say('start')
  const { positions, moves } = match.session
  const dots = positions[ply - 1].turn ? '...' : '.'
  return `${moveNumberAt(match, ply - 1)}${dots} ${formatMove(moves[ply - 1], variantOf(match).board)}${glyph}`
}

/** The values before and after a move, as the side that moved sees them. */
export function describeValues({ before, after, position }: GradedTurn, say: ReviewSay): string {
  return say('value', { before: describeEstimate(before, position, say), after: describeEstimate(after, position, say) })
}

function describeEstimate(estimate: Estimate, position: Position, say: ReviewSay): string {
  const { value } = estimate
  if (!value) return say('value.estimate', { percent: shownPercent(estimate, position) })
  if (value.result === 'draw' || value.plies === null) return say(`value.${value.result}`)
  return say(`value.${value.result}In`, { plies: value.plies })
}

/** What is to be said about a move: why it was bad, or how many others keep the value. */
export function describeTurn(turn: GradedTurn, say: ReviewSay, ofGrading: Say<'grading'>): string {
  const { position, before, after, keeping, reasons, best, move } = turn
  if (!best.length) return say('over')
  const { board } = position.variant
  const name = formatMove(move, board)
  if (isBad(turn)) {
    const why = describeReasons(reasons, other(position.turn), board, ofGrading)
    return [describeWaste(turn, say), why].filter(Boolean).join(say('gap')) || describeLoss(turn, say)
  }
  const despair = findDespair(position, before, after)
  if (despair) return say(despair)
  const success = describeSuccess(keeping, after, name, ofGrading)
  if (success) return [success, describeWaste(turn, say)].filter(Boolean).join(say('gap'))
  const better = formatMove(best[0], board)
  if (name === better) return say('best')
  return say(findError(after, before) ? 'stronger' : 'fine', { move: better }) // a deeper search may find more
}

/** How much worse a bad move was than the best. */
function describeLoss(turn: GradedTurn, say: ReviewSay): string {
  const { position, before, after, best } = turn
  if (before.value && after.value) return describeValues(turn, say)
  const percent = shownPercent(before, position) - shownPercent(after, position) // as the figures beside it
  return say(percent < 1 ? 'worse.little' : 'worse', { percent, move: formatMove(best[0], position.variant.board) })
}

/** By how many plies a move makes a win longer, or a loss shorter; empty if it does not. */
function describeWaste({ before, after }: GradedTurn, say: ReviewSay): string {
  if (wastedPlies(before, after) <= 0 || !before.value || !after.value) return ''
  const plies = { best: before.value.plies ?? 0, plies: after.value.plies ?? 0 }
  return say(before.value.result === 'win' ? 'slower' : 'sooner', plies)
}

/** The better line, for a bad move; empty if it is a single move that was named already. */
export function describeBetter(turn: GradedTurn, say: ReviewSay): string {
  const isNamed = turn.best.length === 1 && turn.reasons.some(({ keeping }) => keeping?.only)
  if (!isBad(turn) || isNamed) return ''
  const line = formatMoves(turn.best.slice(0, SHOWN_PLIES), turn.position.variant.board).join(' ')
  return say('better', { line: line.replaceAll('-', '\u2011') }) // lines break between moves only
}

/** What a review is based on; empty until something is known. */
export function describeBasis(review: GameReview, say: ReviewSay): string {
  const sources = review.basis.map(([source, count]) => say(`source.${source}`, { count }))
  return sources.length ? say('based', { sources: sources.join(say('basedList')) }) : ''
}
