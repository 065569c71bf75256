/** The game under review: kept in this tab, so that a game on Play does not replace it. */
import { WHITE, isSame } from '../../rules/position'
import { createMatch, matchOutcome } from '../play/match/match'
import type { Match } from '../play/match/match'
import { describeMatch, loadMatch, readMatch } from '../play/match/saved-match'
import { keptVariant } from '../shared/variants/kept-variant'
import { load, save } from '../shared/visitor/storage'

const NAME = 'review'

/** A game under review, and the game that was on Play when it was chosen. */
interface Kept {
  readonly game: unknown
  readonly beside: string
}

/** Stands for a game while there is none; games from files take its players. */
export const EMPTY: Match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 })

/** Makes a game the one to review; returns the address of the page. */
export function keepForReview(match: Match): string {
  const kept: Kept = { game: describeMatch(match), beside: textOf(gameOnPlay()) }
  save(NAME, kept, 'sessionStorage')
  return '/review'
}

/** The game to review, or null if there is none with moves. */
export function gameToReview(): Match | null {
  const { game = null, beside = '' } = (load(NAME, 'sessionStorage') ?? {}) as Partial<Kept>
  return chooseGame(readMatch(game), beside, gameOnPlay())
}

/**
 * The game to review: the one that was chosen, unless another one has ended on Play since. A retry of
 * its mistakes is no other game.
 */
export function chooseGame(kept: Match | null, beside: string, onPlay: Match | null): Match | null {
  if (!kept || !onPlay || textOf(onPlay) === beside || !matchOutcome(onPlay)) return kept ?? onPlay
  const start = onPlay.first.position
  const isRetry = kept.session.positions.slice(1).some((position) => isSame(position, start))
  return isRetry ? kept : onPlay
}

/** The game on Play, or null if it has no moves. */
export function gameOnPlay(): Match | null {
  const match = loadMatch(keptVariant())
  return match?.session.moves.length ? match : null
}

/** What identifies a game: its start and its moves; empty without a game. */
export function textOf(match: Match | null): string {
  if (!match) return ''
  const { variant = '', fen, moves } = describeMatch(match)
  return [variant, fen, ...moves].join(' ').trim()
}
