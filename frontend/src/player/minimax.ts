/**
 * Alpha-beta search over the most promising turns of each position.
 *
 * It is written as generators that yield after the candidates of each position, a fraction of a
 * millisecond's work, so that a page can search in slices and stay alive.
 */
import { evaluate } from './evaluation'
import type { LevelNumbers } from './evaluation'
import { generateRemovals, generateTurns, sidesAfter } from '../rules/moves'
import type { Move, Sides } from '../rules/moves'

/** A turn worth a look: its value to the side that plays it, and what the other side sees. */
export interface Candidate {
  readonly value: number
  readonly move: Move
  readonly after: Sides
}

/** Work that may be paused at each yield. */
export type Slices<Result> = Generator<undefined, Result>

function createCandidate(
  sides: Sides,
  move: Move,
  level: LevelNumbers,
  flying: boolean,
): Candidate {
  const after = sidesAfter(sides, move)
  return { value: -evaluate(after, flying, level), move, after }
}

/**
 * The turns with the best static values, best first; equals keep the order of the generator. A turn
 * that closes a mill comes once, with the removal that has the best static value.
 */
export function findCandidates(sides: Sides, level: LevelNumbers, flying: boolean): Candidate[] {
  const found: Candidate[] = []
  let last: Move | null = null
  for (const move of generateTurns(sides, flying)) {
    const candidate = createCandidate(sides, move, level, flying)
    if (last?.origin !== move.origin || last.target !== move.target) {
      found.push(candidate)
      last = move
    } else if (candidate.value > found[found.length - 1].value) {
      found[found.length - 1] = candidate
    }
  }
  return found.sort((one, two) => two.value - one.value).slice(0, level.width)
}

/** The removal with the best static value, the first among equals, in mid-turn. */
export function bestRemoval(sides: Sides, level: LevelNumbers, flying: boolean): Move {
  return generateRemovals(sides.enemy)
    .map((move) => createCandidate(sides, move, level, flying))
    .reduce((best, candidate) => (candidate.value > best.value ? candidate : best)).move
}

/**
 * What each candidate is worth after a search, less its penalty, which makes a good value worse, to
 * 0 at most, and leaves a bad one as it is. Values within the level's margin of the best are exact;
 * the others are bounds that lie below.
 */
export function* searchValues(
  candidates: readonly Candidate[],
  penalties: readonly number[],
  level: LevelNumbers,
  flying: boolean,
): Slices<number[]> {
  const { win, margin, depth } = level

  /** The value of a candidate to the side that plays it as turn number `ply`. */
  function* valueOf(candidate: Candidate, alpha: number, beta: number, ply: number): Slices<number> {
    if (candidate.value === win) return win - ply
    if (ply === depth) return candidate.value
    return -(yield* search(candidate.after, -beta, -alpha, ply + 1))
  }

  /** The value to the side to move, exact where it lies between the bounds. */
  function* search(sides: Sides, alpha: number, beta: number, ply: number): Slices<number> {
    const found = findCandidates(sides, level, flying)
    yield
    let best = -win
    for (const candidate of found) {
      best = Math.max(best, yield* valueOf(candidate, Math.max(alpha, best), beta, ply))
      if (best >= beta) break
    }
    return best
  }

  const values: number[] = []
  for (const [index, candidate] of candidates.entries()) {
    // One below what may be played: values from there on are then known to be exact.
    const alpha = Math.max(-win, ...values) - margin - 1
    const value = yield* valueOf(candidate, alpha, win, 1)
    values.push(Math.max(value - penalties[index], Math.min(value, 0)))
  }
  return values
}
