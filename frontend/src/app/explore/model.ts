/** What Explore knows of a position, without elements or servers: addresses, ratings, symmetries. */
import { PLACES, POINTS, has } from '../../geometry'
import type { Mask, Point } from '../../geometry'
import { formatAlgebraic, formatFen, parseFen } from '../../notation'
import type { FenRecord } from '../../notation'
import { BLACK, legalMoves, startPosition, successor } from '../../rules'
import type { Move, Position } from '../../rules'
import type { Session } from '../../state'
import type { AnalysisReport, ExactValue, ProbeReport, Source } from '../api'
import type { Badge, Tone } from '../overlay'

export const START: FenRecord = { position: startPosition(), pliesSinceRemoval: 0, moveNumber: 1 }

/** The FEN of a record. */
export function fenOf({ position, pliesSinceRemoval, moveNumber }: FenRecord): string {
  return formatFen(position, pliesSinceRemoval, moveNumber)
}

/** The address of a position: readable, without escapes. */
export function addressOfRecord(record: FenRecord): string {
  return `/explore?fen=${fenOf(record).replaceAll(' ', '_')}`
}

/** The position that an address names; the start without one. Throws `NotationError`. */
export function recordOfAddress(url: URL): FenRecord {
  const text = url.searchParams.get('fen')
  return text === null ? START : parseFen(text.replaceAll('_', ' '))
}

/** The position after a legal move, with its counters. */
export function recordAfter(record: FenRecord, move: Move): FenRecord {
  const { position, pliesSinceRemoval, moveNumber } = record
  return {
    position: successor(position, move),
    pliesSinceRemoval: move.captured === null ? pliesSinceRemoval + 1 : 0,
    moveNumber: moveNumber + (position.turn === BLACK ? 1 : 0),
  }
}

/** A move and what is known of it. */
export interface RatedMove {
  readonly move: Move
  /** Exact, also where a search has proved it. */
  readonly value: ExactValue | null
  /** From a search, in hundredths of a man. */
  readonly score: number | null
  readonly source: Source | null
}

/** Scores between these count as even. */
const EVEN = 40
/** Greater than any score of a search. */
const DECIDED = 1_000_000

/** The legal moves with what is known of each, the best first. */
export function rateMoves(
  position: Position,
  probe: ProbeReport | null,
  analysis: AnalysisReport | null,
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
  return rated.sort((one, two) => worth(two) - worth(one))
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

/** A rating in a few signs: plies, `=`, or a score such as `+1.2` or `+12`. */
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
 * The values to show on points: of the men that may be taken in mid-turn, of the targets while a
 * man is selected or men are placed, else of the men that may move. `rated` is best first, so the
 * first move that concerns a point says what the point is worth.
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

/** Ways to look at the same position; its value stays. */
export const VIEWS = ['rotate', 'mirror', 'flip', 'squares', 'colors'] as const
export type View = (typeof VIEWS)[number]

const MIDDLE = 3

/** Where a point comes to lie. */
export function imageOf(point: Point, view: View): Point {
  const x = PLACES[point].column - MIDDLE
  const y = PLACES[point].row - MIDDLE
  const distance = Math.max(Math.abs(x), Math.abs(y))
  const images: Readonly<Record<View, readonly [number, number]>> = {
    rotate: [-y, x],
    mirror: [-x, y],
    flip: [x, -y],
    squares: [(x / distance) * (4 - distance), (y / distance) * (4 - distance)],
    colors: [x, y],
  }
  const [column, row] = images[view]
  return PLACES.findIndex((place) => place.column === column + MIDDLE && place.row === row + MIDDLE)
}

/** The same position seen another way. */
export function viewed(record: FenRecord, view: View): FenRecord {
  const image = (mask: Mask): Mask =>
    POINTS.reduce((set, point) => (has(mask, point) ? set | (1 << imageOf(point, view)) : set), 0)
  const { white, black, whiteInHand, blackInHand, turn } = record.position
  const seen = { ...record.position, white: image(white), black: image(black) }
  if (view !== 'colors') return { ...record, position: seen }
  const position = {
    ...seen,
    white: seen.black,
    black: seen.white,
    whiteInHand: blackInHand,
    blackInHand: whiteInHand,
    turn: turn === BLACK ? 0 : 1,
  } as const
  return { ...record, position }
}
