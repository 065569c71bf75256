/** What the parts of the People page need to speak. */
import type { Language } from '../../../bilingual'
import { NINE } from '../../../rules/nine'
import { variantNamed } from '../../../rules/variants'
import type { Say } from '../../shared/i18n'
import { nameOf } from '../../shared/variants/variant-menu'
import { otherName } from '../online/documents'
import type { GameSummary } from '../online/documents'
import { describeClock, describeSeat } from '../people-narration'
import type { PeopleKey } from '../people-texts'
import type { LobbyKey } from './lobby-texts'

export interface LobbyWords {
  readonly language: Language
  readonly say: Say<LobbyKey>
  readonly shared: Say<PeopleKey>
}

/** The name of a variant of the server. */
export function describeVariant(name: string, { language }: LobbyWords): string {
  return nameOf(variantNamed(name) ?? NINE, language)
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
export function describeDay(milliseconds: number | null, { language }: LobbyWords): string {
  if (milliseconds === null) return ''
  return new Date(milliseconds).toLocaleDateString(language, { year: 'numeric', month: 'short', day: 'numeric' })
}
