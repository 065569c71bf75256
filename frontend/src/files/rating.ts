/** Your rating in this browser: it moves by the results of adaptive games, and so does the opponent. */
import { FIRST_RATING } from '../core/players/people'
import { load, save } from '../shell/services/storage'
import { freshSeed } from '../core/players/random'
import { other } from '../core/rules/position'
import { matchOutcome } from '../core/match/match'
import type { Match, Setup } from '../core/match/match'
import { STEP, STRONGEST, WEAKEST, nameStrength } from '../core/match/strengths'

const NAME = 'rating'

/** Your rating; that of a club player before the first game. */
export function readRating(): number {
  const stored = load(NAME)
  return typeof stored === 'number' && stored % STEP === 0 && isInRange(stored) ? stored : FIRST_RATING
}

/** Starts again. */
export function resetRating(): void {
  save(NAME, null)
}

/** The same players in a game that does not count. */
export function unrated(setup: Setup): Setup {
  return { ...setup, isAdaptive: false }
}

/** A rematch: colours are swapped, and an adaptive opponent has your new rating. */
export function rematchOf(setup: Setup): Setup {
  const opponent = setup.isAdaptive ? nameStrength(readRating()) : setup.opponent
  return { ...setup, opponent, human: other(setup.human), seed: freshSeed() }
}

/** Counts the result of a finished adaptive game, once. */
export function rate(match: Match): void {
  const end = matchOutcome(match)
  if (!match.setup.isAdaptive || match.rated || !end) return
  const before = readRating()
  const rating = rateResult(before, end.winner === null ? 0 : end.winner === match.setup.human ? 1 : -1)
  match.rated = { rating, change: rating - before }
  save(NAME, rating)
}

/** The rating after a win (1), a draw (0) or a loss (-1). */
export function rateResult(rating: number, result: -1 | 0 | 1): number {
  return Math.min(STRONGEST, Math.max(WEAKEST, rating + STEP * result))
}

function isInRange(rating: number): boolean {
  return rating >= WEAKEST && rating <= STRONGEST
}
