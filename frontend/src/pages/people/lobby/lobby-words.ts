/** What the parts of the People page need to speak. */
import { NINE } from '../../../core/rules/nine'
import { variantNamed } from '../../../core/rules/variants'
import { nameOf } from '../../../ui/variant-menu'
import { otherName } from '../../../online/documents'
import type { GameSummary } from '../../../generated/api'
import { describeClock, describeSeat } from '../shared/people-narration'
import type { Speech, Say } from '../../../texts/texts'

export interface LobbyWords {
  readonly speech: Speech
  readonly say: Say<'lobby'>
  readonly shared: Say<'people'>
}

/** The name of a variant of the server. */
export function describeVariant(name: string, { speech }: LobbyWords): string {
  return nameOf(variantNamed(name) ?? NINE, speech)
}

/** Variant, clock, and whether the game counts. */
export function describeTerms({ variant, clock, rated }: GameSummary, words: LobbyWords): string {
  const { shared } = words
  return [describeVariant(variant, words), describeClock(clock, shared), shared(rated ? 'rated' : 'casual')].join(' · ')
}

/** The players of a game: the other one for the visitor's own games, else both. */
export function describePlayers({ white, black, you, ...game }: GameSummary, { say, shared }: LobbyWords): string {
  if (game.state === 'open') return describeSeat(white ?? black, you !== null, shared)
  if (you) return describeSeat({ white, black }[otherName(you)], false, shared)
  return say('players', { white: describeSeat(white, false, shared), black: describeSeat(black, false, shared) })
}

/** How a finished game ended: for the visitor if they played, else as game files write it. */
export function describeOutcome({ outcome, you }: GameSummary, { shared }: LobbyWords): string {
  if (!outcome || outcome.reason === 'aborted') return shared('result.none')
  const { winner } = outcome
  if (winner === null) return you ? shared('result.drawn') : '½–½'
  if (!you) return winner === 'white' ? '1–0' : '0–1'
  return shared(winner === you ? 'result.won' : 'result.lost')
}

/** A day, as the language writes it. */
export function describeDay(milliseconds: number | null, { speech }: LobbyWords): string {
  if (milliseconds === null) return ''
  return new Date(milliseconds).toLocaleDateString(speech.language, { year: 'numeric', month: 'short', day: 'numeric' })
}
