/** The opponents: who can play when, and the slider of strengths. */
import { LEVEL_NAMES, isLevel, isOffered, needsServer } from '../../core/match/match'
import type { Opponent, Setup } from '../../core/match/match'
import { STOPS, numberOf } from '../../core/match/strengths'
import { FIRST_RATING } from '../../core/players/people'
import { offers } from '../../core/rules/features'
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import type { Reach } from '../../shell/services/server'
import { hasTables } from '../../values/exact/has-tables'
import { PERFECT } from './exactness'

export const OPPONENTS: readonly Opponent[] = [...LEVEL_NAMES, 'person']

/** What the dialog offers: a level, a strength, one that follows your results, or another person. */
export const KINDS = [...LEVEL_NAMES, 'strength', 'adaptive', 'person'] as const
export type Kind = (typeof KINDS)[number]

/** Whether an opponent plays without a server: Perfect does where there are static tables. */
export function canDoWithout(opponent: Opponent, variant: Variant, server: Pick<Reach, 'site'>): boolean {
  return !needsServer(opponent, variant) || (opponent === PERFECT && hasTables(variant, server))
}

/** The wanted opponent, or a substitute if it does not play the variant, or is missing without a server. */
export function available(wanted: Opponent, isMissing: (opponent: Opponent) => boolean, variant: Variant = NINE): Opponent {
  if (isOffered(wanted, variant) && !isMissing(wanted)) return wanted
  return LEVEL_NAMES.filter((name) => !needsServer(name, variant)).slice(-1)[0]
}

/** What the dialog offers for a variant. */
export function kindsFor(variant: Variant): readonly Kind[] {
  const isMeasured = offers(variant, 'strengths')
  return KINDS.filter((kind) => (kind === 'strength' || kind === 'adaptive' ? isMeasured : isOffered(kind, variant)))
}

/** What was chosen for a game. */
export function kindOf({ opponent, isAdaptive }: Pick<Setup, 'opponent' | 'isAdaptive'>): Kind {
  if (isAdaptive) return 'adaptive'
  return opponent === 'person' || isLevel(opponent) ? opponent : 'strength'
}

/** The stop of an opponent, or the nearest one of its strength; that of a club player for others. */
export function stopOf(opponent: Opponent): number {
  const number = numberOf(opponent)
  if (number === null) return Math.max(STOPS.findIndex((stop) => stop === opponent), stopAt(FIRST_RATING))
  return stopAt(number)
}

function stopAt(number: number): number {
  const numbers = STOPS.map((stop) => Math.abs((numberOf(stop) ?? Infinity) - number))
  return numbers.indexOf(Math.min(...numbers))
}
