/** Puts the games of the lobby into words. */
import { VARIANTS, variantNamed } from '../../../core/rules/variants'
import type { GameSummary } from '../../../generated/api'
import { otherName } from '../../../online/documents'
import type { Say, Speech } from '../../../texts/texts'
import { nameOf } from '../../../ui/variant-words'
import { usePage, useSay } from '../../../ui/view'
import { describeClock, describeSeat } from '../shared/people-narration'

/** What it takes to speak of games. */
export interface LobbyWords {
  readonly speech: Speech
  readonly say: Say<'lobby'>
  readonly shared: Say<'people'>
}

export function useWords(): LobbyWords {
  return { speech: usePage().speech, say: useSay('lobby'), shared: useSay('people') }
}

/** The name of a variant of the server. */
export function describeVariant(name: string, { speech }: LobbyWords): string {
  return nameOf(variantNamed(name) ?? VARIANTS.nine, speech)
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
