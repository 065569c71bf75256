/** The game under review: kept in this tab, so that a game on Play does not replace it. */
import { WHITE, isSame } from '../core/rules/position'
import type { Variant } from '../core/rules/variant'
import { VARIANTS } from '../core/rules/variants'
import { createMatch, matchOutcome } from '../core/match/match'
import type { Match } from '../core/match/match'
import { describeMatch, loadMatch, readMatch } from './saved-match'
import { keptVariant } from '../shell/services/kept-variant'
import { load, save } from '../shell/services/storage'

const NAME = 'review'

/** A game under review, where the visitor is in it, and the games of all variants that were on Play when it was chosen. */
interface Kept {
  readonly game: unknown
  readonly ply: number
  readonly beside: readonly string[]
}

/** Stands for a game while there is none; games from files take its players. */
export const EMPTY: Match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 })

/** Makes a game the one to review, from a ply or its last position; returns the address of the page. */
export function keepForReview(match: Match, ply = match.session.moves.length): string {
  const beside = Object.values(VARIANTS).map((variant) => textOf(gameOnPlay(variant))) // whichever is chosen later
  const kept: Kept = { game: describeMatch(match), ply, beside }
  save(NAME, kept, 'sessionStorage')
  return './review'
}

/** Keeps where the visitor is in the game under review. */
export function keepPly(ply: number): void {
  save(NAME, { ...readKept(), ply }, 'sessionStorage')
}

/** The game to review and the ply to show, or null if there is no game with moves. */
export function gameToReview(): { readonly match: Match; readonly ply: number } | null {
  const { game = null, ply = -1, beside = [] } = readKept()
  const kept = readMatch(game)
  const match = chooseGame(kept, beside, gameOnPlay())
  if (!match) return null
  const last = match.session.moves.length
  return { match, ply: match === kept && ply >= 0 && ply <= last ? ply : last }
}

function readKept(): Partial<Kept> {
  return (load(NAME, 'sessionStorage') ?? {}) as Partial<Kept>
}

/**
 * The game to review: the one that was chosen, unless another one has ended on Play since. A retry of
 * its mistakes is no other game.
 */
export function chooseGame(kept: Match | null, beside: readonly string[], onPlay: Match | null): Match | null {
  if (!kept || !onPlay || beside.includes(textOf(onPlay)) || !matchOutcome(onPlay)) return kept ?? onPlay
  const start = onPlay.first.position
  const isRetry = kept.session.positions.slice(1).some((position) => isSame(position, start))
  return isRetry ? kept : onPlay
}

/** The game of a variant on Play, of the one chosen last if none is given; null if it has no moves. */
export function gameOnPlay(variant: Variant = keptVariant()): Match | null {
  const match = loadMatch(variant)
  return match?.session.moves.length ? match : null
}

/** What identifies a game: its start and its moves; empty without a game. */
export function textOf(match: Match | null): string {
  if (!match) return ''
  const { variant = '', fen, moves } = describeMatch(match)
  return [variant, fen, ...moves].join(' ').trim()
}
