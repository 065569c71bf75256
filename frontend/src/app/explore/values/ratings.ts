/** Ratings of moves, and how they are shown on the board. */
import type { Point } from '../../../rules/geometry'
import { formatAlgebraic } from '../../../rules/notation'
import { legalMoves } from '../../../rules/position'
import type { Move, Position } from '../../../rules/position'
import type { Session } from '../../../game/session'
import type { AnalysisDocument, MoveDocument, ProbeDocument, ValueDocument } from '../../../generated/api'
import type { Arrow, Badge, Tone } from '../../shared/overlay'
import { groupEqual } from './symmetry'

/** A move with its value or score. */
export interface RatedMove {
  readonly move: Move
  /** Exact, or proved by a search. */
  readonly value: ValueDocument | null
  /** From a search, in hundredths of a man. */
  readonly score: number | null
  readonly source: MoveDocument['source'] | null
}

/** Scores up to this count as even. */
const EVEN = 40
/** Greater than any score. */
const DECIDED = 1_000_000

/** The legal moves with their ratings, best first. */
export function rateMoves(
  position: Position,
  probe: ProbeDocument | null,
  analysis: AnalysisDocument | null,
): RatedMove[] {
  const probed = new Map(probe?.moves.map((each) => [each.move, each]))
  const searched = new Map(analysis?.lines.map((each) => [each.move, each]))
  const rated = legalMoves(position).map((move): RatedMove => {
    const name = formatAlgebraic(move)
    const exact = probed.get(name)
    if (exact?.value) return { move, value: exact.value, score: null, source: exact.source }
    const line = searched.get(name)
    if (!line) return { move, value: null, score: null, source: null }
    const value = line.result ? { result: line.result, plies: line.plies } : null
    return { move, value, score: line.score, source: 'search' }
  })
  return groupEqual(position, rated, ({ move }) => move)
    .flatMap(shareRating)
    .sort((one, two) => worth(two) - worth(one))
}

/** Gives equivalent moves the most reliable rating of any of them. */
function shareRating(equal: readonly RatedMove[]): RatedMove[] {
  const best = equal.reduce((one, two) => (certainty(two) - certainty(one) || worth(two) - worth(one)) > 0 ? two : one)
  return equal.map(({ move }) => ({ ...best, move }))
}

/** Exact values come before proofs by search, and those before scores. */
function certainty({ value, source }: RatedMove): number {
  return value ? (source === 'search' ? 1 : 2) : 0
}

function worth({ value, score }: RatedMove): number {
  if (value?.result === 'win') return DECIDED - (value.plies ?? 999)
  if (value?.result === 'loss') return (value.plies ?? 999) - DECIDED
  if (value) return 0
  return score ?? -2 * DECIDED
}

export function toneOf({ value, score }: Pick<RatedMove, 'value' | 'score'>): Tone {
  if (value) return value.result
  if (score === null) return 'unknown'
  if (score > EVEN) return 'win'
  return score < -EVEN ? 'loss' : 'draw'
}

/** A short rating: plies, `=`, or a score such as `+1.2` or `+12`. */
export function labelOf({ value, score }: Pick<RatedMove, 'value' | 'score'>): string {
  if (value?.result === 'draw') return '='
  if (value) return value.plies === null ? (value.result === 'win' ? '+' : '−') : String(value.plies)
  if (score === null) return '?'
  const size = Math.abs(score) / 100
  const men = size.toFixed(size < 9.95 ? 1 : 0)
  if (men === '0.0') return '0.0'
  return (score > 0 ? '+' : '−') + men
}

/**
 * The values to show on points: on the men that may be captured in mid-turn, on the targets while a
 * man is selected or placed, else on the men that can move. `rated` is best first, so the first move
 * of a point gives its value.
 */
export function badgesFor(session: Session, rated: readonly RatedMove[]): Badge[] {
  const { step, selected } = session
  const badges = new Map<Point, Badge>()
  for (const each of rated) {
    const point = pointOf(each.move, step, selected)
    if (point === null || badges.has(point)) continue
    badges.set(point, { point, tone: toneOf(each), text: labelOf(each) })
  }
  return [...badges.values()]
}

function pointOf(move: Move, step: Session['step'], selected: Point | null): Point | null {
  const { origin, target, captured } = move
  if (target === null) return captured
  if (step) return step.origin === origin && step.target === target ? captured : null
  if (selected !== null) return origin === selected ? target : null
  return origin ?? target
}

/** Moves as arrows, placed men as discs, captured men as crosses. */
export function drawingOf(rated: readonly RatedMove[]): { badges: Badge[]; arrows: Arrow[] } {
  const badges: Badge[] = []
  const arrows: Arrow[] = []
  for (const each of rated) {
    const { origin, target, captured } = each.move
    const tone = toneOf(each)
    if (origin !== null && target !== null) arrows.push({ from: origin, to: target, tone })
    if (origin === null && target !== null) badges.push({ point: target, tone, text: '' })
    if (captured !== null) badges.push({ point: captured, tone: 'unknown', text: '×' })
  }
  return { badges, arrows }
}
