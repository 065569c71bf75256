/**
 * What an estimate is worth in truth: the score that positions with this estimate have on average.
 *
 * The same as `merels.expected_score`; the curves are fitted to exact values.
 */
import CURVES from '../../../generated/expected-score.json'
import type { ProbeDocument } from '../../../generated/api'
import type { Phase } from '../../../rules/position'

/** Beyond this the exponential is as good as 0. */
const STEEPEST = 50

/** The expected score, 0 to 1, of an estimate in hundredths of a man; `phase` is that of the side to move. */
export function expectedScore(estimate: number, phase: Phase): number {
  const { margin, scale } = CURVES[phase]
  const chance = (lead: number): number => 1 / (1 + Math.exp(-clamp((lead - margin) / scale)))
  return 0.5 + (chance(estimate) - chance(-estimate)) / 2
}

const CERTAIN = { loss: 0, draw: 0.5, win: 1 } as const

/**
 * What a position with an exact value is worth to the side to move, 0 to 1; null without a value.
 *
 * In a draw, the mean of two games: in one the side to move plays best and the other side errs as people do, in
 * the other the sides change parts. So a draw is worth as much more than a half to one side as it is worth
 * less to the other, and stays between a quarter and three quarters.
 */
export function expectedScoreOf(
  { value, chance, opponent_chance }: Pick<ProbeDocument, 'value' | 'chance' | 'opponent_chance'>,
): number | null {
  if (!value) return null
  if (value.result !== 'draw') return CERTAIN[value.result]
  if (typeof chance !== 'number' || typeof opponent_chance !== 'number') return CERTAIN.draw
  return (chance + (1 - opponent_chance)) / 2
}

function clamp(steps: number): number {
  return Math.max(-STEEPEST, Math.min(steps, STEEPEST))
}

/** An expected score in percent. Only what is certain is 0 or 100: an estimate stays between. */
export function percentOf(score: number): number {
  return Math.min(Math.max(Math.round(100 * score), 1), 99)
}
