/** What moves of equal value are worth against a fallible player. */
import type { AnalysedLine, ProbedMove, ValueDocument } from '../generated/api'
import type { Position } from '../core/rules/position'
import { percentOf } from './expected-score'
import { estimateChance } from '../core/players/people'
import type { Person } from '../core/players/people'

/** The chance of a move that does not win. */
export interface Chance {
  /** The score that best play can expect, 0 to 1. */
  readonly score: number
  /** How many replies there are, and how many keep the value; null if the score is estimated by a search. */
  readonly answers: { readonly replies: number; readonly holding: number } | null
}

interface Promising {
  readonly value: ValueDocument | null
  readonly chance: Chance | null
}

/** By the tables or, for a draw where they are missing, by the score of a search; null if neither is known. */
export function chanceOf(
  exact: ProbedMove,
  line: AnalysedLine | undefined,
  { whiteInHand, blackInHand }: Position,
  person: Person,
): Chance | null {
  const { value, chance, replies, holding } = exact
  if (!value || value.result === 'win') return null
  if (typeof chance === 'number') {
    return { score: chance, answers: { replies: replies ?? 0, holding: holding ?? 0 } }
  }
  if (value.result !== 'draw' || !line || line.result) return null
  const isPlacing = whiteInHand + blackInHand > 2 // still so after the move and a reply
  return { score: estimateChance(person, line.score, isPlacing), answers: null }
}

/** The chance of an exact draw; null for all other moves. */
export function drawnChance({ value, chance }: Promising): Chance | null {
  return value?.result === 'draw' ? chance : null
}

/** Chances that differ by less are as good as equal: half a point in a hundred games. */
const MEANING = 0.005

/**
 * The chances of the draws of a position as figures, in percent; null for all other moves.
 *
 * Two draws have different figures only if the difference means something. A tenth of a percent is shown where
 * whole percents would hide such a difference; an estimate is not that precise.
 */
export function figures(rated: readonly Promising[]): (each: Promising) => string | null {
  const scores = rated.flatMap((each) => (drawnChance(each)?.answers ? each.chance?.score ?? [] : []))
  const steps: number[] = []
  for (const score of scores.sort((one, two) => two - one)) {
    if (!steps.length || steps[0] - score >= MEANING) steps.unshift(score)
  }
  const areWhole = new Set(steps.map(percentOf)).size === steps.length
  return (each) => {
    const chance = drawnChance(each)
    if (!chance?.answers) return chance && String(percentOf(chance.score))
    const step = steps.find((score) => score >= chance.score) ?? chance.score
    return areWhole ? String(percentOf(step)) : (100 * step).toFixed(1)
  }
}

/** Shades the draws of a position by their figures: 1 for the best, 0 for the worst, null for all other moves. */
export function shading(rated: readonly Promising[]): (each: Promising) => number | null {
  const figureOf = figures(rated)
  const shown = rated.flatMap((each) => figureOf(each) ?? []).map(Number)
  const least = Math.min(...shown)
  const span = Math.max(...shown) - least
  return (each) => {
    const figure = figureOf(each)
    return figure === null ? null : span > 0 ? (Number(figure) - least) / span : 1
  }
}

export type Distinction = 'hardest' | 'best'

/**
 * What sets a draw apart from the others: the best chance and, if no other draw leaves a smaller share of
 * replies that hold, being the hardest to answer. Where there is a win, no draw deserves praise.
 */
export function distinctionOf(each: Promising, rated: readonly Promising[]): Distinction | null {
  const answers = drawnChance(each)?.answers
  const draws = rated.filter(drawnChance)
  const shadeOf = shading(rated)
  const isBest = shadeOf(each) === 1 && draws.some((other) => shadeOf(other) !== 1)
  if (!answers || !isBest || answers.holding === answers.replies || rated[0].value?.result === 'win') return null
  const share = holdingShare(each)
  return draws.every((other) => holdingShare(other) >= share) ? 'hardest' : 'best'
}

function holdingShare({ chance }: Promising): number {
  const { holding, replies } = chance?.answers ?? { holding: 1, replies: 1 }
  return holding / replies
}
