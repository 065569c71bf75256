/**
 * What an estimate is worth in truth: the score that positions with this estimate have on average.
 *
 * The same as `merels.expected_score`; the curves are fitted to exact values, or where there are none, to results of games.
 */
import CURVES from '../generated/expected-score.json'
import { NINE } from '../core/rules/nine'
import type { Phase } from '../core/rules/position'
import type { Variant } from '../core/rules/variant'

/** Beyond this the exponential is as good as 0. */
const STEEPEST = 50

/** The curves of a variant that ships, by phase. */
type Curves = Readonly<Record<Phase, { readonly margin: number; readonly scale: number }>>

/** The expected score, 0 to 1, of an estimate in hundredths of a man; `phase` is that of the side to move. */
export function expectedScore(estimate: number, phase: Phase, { name }: Variant = NINE): number {
  const { margin, scale } = (CURVES as Readonly<Record<string, Curves>>)[name][phase]
  const chance = (lead: number): number => 1 / (1 + Math.exp(-clamp((lead - margin) / scale)))
  return 0.5 + (chance(estimate) - chance(-estimate)) / 2
}

function clamp(steps: number): number {
  return Math.max(-STEEPEST, Math.min(steps, STEEPEST))
}

/** An expected score in percent. Only what is certain is 0 or 100: an estimate stays between. */
export function percentOf(score: number): number {
  return Math.min(Math.max(Math.round(100 * score), 1), 99)
}
