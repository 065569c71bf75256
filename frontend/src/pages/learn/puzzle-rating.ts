/**
 * Your rating as a solver, on the scale of the players, kept in this browser: each puzzle counts once, at the
 * first attempt.
 */
import { FIRST_RATING } from '../../core/players/people'
import { load, save } from '../../shell/services/storage'

const NAME = 'puzzle-rating'

const LOWEST = 100
const HIGHEST = 2300

/** The most that a puzzle can change, at first and later. */
const EARLY = 64
const LATER = 24
const EARLY_COUNT = 15

interface Rating {
  readonly rating: number
  /** Puzzles that have counted. */
  readonly tried: readonly string[]
}

function stored(): Rating {
  const { rating, tried } = (load(NAME) ?? {}) as Partial<Rating>
  return {
    rating: typeof rating === 'number' && Number.isFinite(rating) ? clamp(rating) : FIRST_RATING,
    tried: Array.isArray(tried) ? tried.filter((each) => typeof each === 'string') : [],
  }
}

function clamp(rating: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, rating))
}

/** Your rating now. */
export function solverRating(): number {
  return Math.round(stored().rating)
}

/** The puzzles that have counted. */
export function triedPuzzles(): ReadonlySet<string> {
  return new Set(stored().tried)
}

/** How often a solver of a rating is expected to solve a puzzle. */
export function expectedScore(rating: number, strength: number): number {
  return 1 / (1 + 10 ** ((strength - rating) / 400))
}

/** The rating after a puzzle, given how many have counted before. */
export function ratingAfter(rating: number, strength: number, isSolved: boolean, count: number): number {
  const most = count < EARLY_COUNT ? EARLY : LATER
  return clamp(rating + most * (Number(isSolved) - expectedScore(rating, strength)))
}

/** Counts the first attempt at a puzzle and returns by how much the rating changes; null if it has counted. */
export function countAttempt(id: string, strength: number, isSolved: boolean): number | null {
  const { rating, tried } = stored()
  if (tried.includes(id)) return null
  const after = ratingAfter(rating, strength, isSolved, tried.length)
  save(NAME, { rating: after, tried: [...tried, id] })
  return Math.round(after) - Math.round(rating)
}
