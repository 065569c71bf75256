/** What moves of equal value are worth against a fallible player. */
import type { AnalysedLine, ProbedMove, ValueDocument } from '../../../generated/api'
import type { Position } from '../../../rules/position'
import { estimateChance } from '../../shared/worth/people'
import type { Person } from '../../shared/worth/people'

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

/** Shades the draws of a position: 1 for the best chance, 0 for the worst, null for all other moves. */
export function shading(rated: readonly Promising[]): (each: Promising) => number | null {
  const scores = rated.flatMap((each) => drawnChance(each)?.score ?? [])
  const least = Math.min(...scores)
  const span = Math.max(...scores) - least
  return (each) => {
    const chance = drawnChance(each)
    return chance && (span > 0 ? (chance.score - least) / span : 1)
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
  const isBest = shading(rated)(each) === 1 && draws.some((other) => other.chance?.score !== each.chance?.score)
  if (!answers || !isBest || answers.holding === answers.replies || rated[0].value?.result === 'win') return null
  const share = holdingShare(each)
  return draws.every((other) => holdingShare(other) >= share) ? 'hardest' : 'best'
}

function holdingShare({ chance }: Promising): number {
  const { holding, replies } = chance?.answers ?? { holding: 1, replies: 1 }
  return holding / replies
}
