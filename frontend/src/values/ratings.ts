/** Ratings of moves. */
import { formatAlgebraic } from '../core/rules/notation'
import { legalMoves } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import type {
  AnalysedLine,
  AnalysisDocument,
  MoveDocument,
  ProbeDocument,
  ProbedMove,
  ValueDocument,
} from '../generated/api'
import { percentOf } from './expected-score'
import { shareOf } from './estimate'
import type { Person } from '../core/players/people'
import { chanceOf } from './chances'
import type { Chance } from './chances'
import { groupEqual } from './symmetry'

/** A move with its value or score. */
export interface RatedMove {
  readonly move: Move
  /** Exact, or proved by a search. */
  readonly value: ValueDocument | null
  /** From a search, in hundredths of a man, to sort by. */
  readonly score: number | null
  /** The score to expect by a search, 0 to 1. */
  readonly expected: number | null
  readonly source: MoveDocument['source'] | null
  /** Against a fallible player; it orders moves of equal value. */
  readonly chance: Chance | null
}

const UNKNOWN = { value: null, score: null, expected: null, source: null, chance: null } as const

/** Expected scores this close to a half count as even. */
const EVEN = 0.05
/** Greater than any score. */
const DECIDED = 1_000_000
/** Stands for an unknown distance. */
const FAR = 999
/** Chances order equal values, and weigh less than any difference between values. */
const CHANCE_WEIGHT = 0.001

/** The legal moves with their ratings, best first. */
export function rateMoves(
  position: Position,
  probe: ProbeDocument | null,
  analysis: AnalysisDocument | null,
  person: Person,
): RatedMove[] {
  const probed = new Map(probe?.moves.map((each) => [each.move, each]))
  const searched = new Map(analysis?.lines.map((each) => [each.move, each]))
  const rated = legalMoves(position).map((move) => {
    const name = formatAlgebraic(move, position.variant.board)
    const exact = probed.get(name)
    const line = searched.get(name)
    const chance = exact ? chanceOf(exact, line, position, person) : null
    return rateMove(move, exact, line, probe, position, chance)
  })
  return groupEqual(position, rated, ({ move }) => move)
    .flatMap(shareRating)
    .sort((one, two) => worth(two) - worth(one))
}

function rateMove(
  move: Move,
  exact: ProbedMove | undefined,
  line: AnalysedLine | undefined,
  root: ProbeDocument | null,
  position: Position,
  chance: Chance | null,
): RatedMove {
  if (exact?.value) return { ...UNKNOWN, move, value: exact.value, source: exact.source, chance }
  const score = line?.score ?? null
  // Every move of a lost position loses, whatever a search makes of it.
  if (root?.value?.result === 'loss') {
    return { ...UNKNOWN, move, value: { result: 'loss', plies: null }, score, source: root.source }
  }
  if (!line) return { ...UNKNOWN, move }
  const { result, plies, source } = line
  if (result) return { ...UNKNOWN, move, value: { result, plies }, score, source }
  const expected = shareOf({ value: null, score: line.score }, position)
  const isDrawn = root?.value?.result === 'draw' // then no move is better than that
  return { ...UNKNOWN, move, score, expected: isDrawn ? Math.min(expected, 0.5) : expected, source }
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

function worth(rated: RatedMove): number {
  return valueOf(rated) + CHANCE_WEIGHT * (rated.chance?.score ?? 0)
}

function valueOf({ value, score }: RatedMove): number {
  if (value?.result === 'win') return DECIDED - (value.plies ?? FAR)
  // A loss at an unknown distance comes no later than the known ones.
  if (value?.result === 'loss') return (value.plies ?? (score ?? 0) / DECIDED - 1) - DECIDED
  if (value) return 0
  return score ?? -2 * DECIDED
}

export function toneOf({ value, expected }: Pick<RatedMove, 'value' | 'expected'>): ValueDocument['result'] | 'unknown' {
  if (value) return value.result
  if (expected === null) return 'unknown'
  if (expected > 0.5 + EVEN) return 'win'
  return expected < 0.5 - EVEN ? 'loss' : 'draw'
}

/** A short rating: plies, `=`, or an estimate in percent, as `percent` writes it. */
export function labelOf(
  { value, expected }: Pick<RatedMove, 'value' | 'expected'>,
  percent: (figure: number) => string,
): string {
  if (value?.result === 'draw') return '='
  if (value) return value.plies === null ? (value.result === 'win' ? '+' : '−') : String(value.plies)
  return expected === null ? '?' : percent(percentOf(expected))
}
