/** What a position or a move is worth to one side: `Estimate` in `merels.matches.annotation`. */
import GRADES from '../../../generated/grades.json'
import type { ValueDocument } from '../../../generated/api'
import type { Phase } from '../../../rules/position'
import { expectedScore } from '../worth/expected-score'

export interface Estimate {
  /** Known or proved; null if there is only a score. */
  readonly value: ValueDocument | null
  /** In hundredths of a man, to compare moves; meaningless if there is a value. */
  readonly score: number
  /** The score to expect of a draw against a fallible player, 0 to 1, if it is known. */
  readonly chance?: number | null
}

export const SIGN: Readonly<Record<ValueDocument['result'], -1 | 0 | 1>> = { loss: -1, draw: 0, win: 1 }

/**
 * The score to expect, 0 to 1, of a side in `phase`: 1 for a win, 1/2 or its chance for a draw. The
 * graph and the evaluation bar take it from here alone.
 */
export function expectedOf(estimate: Estimate, phase: Phase): number {
  const { value, chance } = estimate
  return value?.result === 'draw' ? (chance ?? 0.5) : shareOf(estimate, phase)
}

/** The same under best play, so that a draw is 1/2: what accuracy is measured by. */
export function shareOf({ value, score }: Estimate, phase: Phase): number {
  return value ? 0.5 + SIGN[value.result] / 2 : expectedScore(score, phase)
}

/** The score in hundredths of a man, within the range in which differences count. */
export function pointsOf({ value, score }: Estimate): number {
  if (value) return GRADES.decided * SIGN[value.result]
  return Math.max(-GRADES.decided, Math.min(score, GRADES.decided))
}

/** The same one ply earlier, for the side that moved. */
export function turnEstimate({ value, score, chance = null }: Estimate): Estimate {
  const turned = { score: 0 - score, chance: chance === null ? null : 1 - chance }
  if (!value) return { ...turned, value }
  const result = ({ win: 'loss', draw: 'draw', loss: 'win' } as const)[value.result]
  return { ...turned, value: { result, plies: value.plies === null ? null : value.plies + 1 } }
}

/** An estimate as game files have it: `+0.35`, `draw`, `win in 7`. */
export function formatEstimate({ value, score }: Estimate): string {
  if (value) return value.plies === null ? value.result : `${value.result} in ${value.plies}`
  return `${score < 0 ? '-' : '+'}${(Math.abs(score) / 100).toFixed(2)}`
}
