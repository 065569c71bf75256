/** What a position or a move is worth to one side: `Estimate` in `merels.matches.annotation`. */
import GRADES from '../generated/grades.json'
import type { ProbeDocument, ValueDocument } from '../generated/api'
import { phase } from '../core/rules/position'
import type { Position } from '../core/rules/position'
import { valueBefore } from '../tables/value'
import { expectedScore, percentOf } from './expected-score'

export interface Estimate {
  /** Known or proved; null if there is only a score. */
  readonly value: ValueDocument | null
  /** In hundredths of a man, to compare moves; meaningless if there is a value. */
  readonly score: number
}

export const SIGN: Readonly<Record<ValueDocument['result'], -1 | 0 | 1>> = { loss: -1, draw: 0, win: 1 }

/**
 * The score to expect of a value, 0 to 1: 1 for a win, and 1/2 for a draw unless the chances of both sides are known.
 *
 * Then a draw is the mean of two games: in one the side to move plays best and the other side errs as people do, in
 * the other the sides change parts. So a draw is worth as much more than a half to one side as it is worth
 * less to the other, and stays between a quarter and three quarters.
 */
export function expectedOf(
  { result }: ValueDocument,
  { chance, opponent_chance }: Pick<ProbeDocument, 'chance' | 'opponent_chance'> = {},
): number {
  const isKnown = typeof chance === 'number' && typeof opponent_chance === 'number'
  return result === 'draw' && isKnown ? (chance + (1 - opponent_chance)) / 2 : 0.5 + SIGN[result] / 2
}

/** The score that the side to move can expect under best play, so that a draw is 1/2: what accuracy is measured by. */
export function shareOf({ value, score }: Estimate, position: Position): number {
  return value ? expectedOf(value) : expectedScore(score, phase(position, position.turn), position.variant)
}

/** The score to expect in percent, as pages show it: only what is exact is 0 or 100. */
export function shownPercent(estimate: Estimate, position: Position): number {
  const share = shareOf(estimate, position)
  return estimate.value ? 100 * share : percentOf(share)
}

/** Whether a side is lost, or as good as lost by an estimate: no move of such a side is praised. */
export function isHopeless(estimate: Estimate, position: Position): boolean {
  return shareOf(estimate, position) < GRADES.hopeless
}

/** The score in hundredths of a man, within the range in which differences count. */
export function pointsOf({ value, score }: Estimate): number {
  if (value) return GRADES.decided * SIGN[value.result]
  return Math.max(-GRADES.decided, Math.min(score, GRADES.decided))
}

/** The same one ply earlier, for the side that moved. */
export function turnEstimate({ value, score }: Estimate): Estimate {
  return { score: 0 - score, value: value && valueBefore(value) }
}

/** An estimate as game files have it: `54 %`, `draw`, `win in 7`. */
export function formatEstimate(estimate: Estimate, position: Position): string {
  const { value } = estimate
  if (value) return value.plies === null ? value.result : `${value.result} in ${value.plies}`
  return `${shownPercent(estimate, position)} %`
}
