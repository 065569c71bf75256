/**
 * Alpha-beta search over the most promising moves of each position.
 *
 * The generators yield after each position, a fraction of a millisecond's work, so that a page can
 * search in slices and stay responsive.
 */
import { evaluateState } from './evaluation'
import type { LevelNumbers } from './evaluation'
import { generateMoves, generateRemovals, sidesAfter } from '../rules/moves'
import { MAY_BE_UNUSUAL } from '../rules/turn'
import type { Move, Sides } from '../rules/turn'
import type { Next, Variant } from '../rules/variant'

/** A move to search: its static value to the mover, and what the side to move sees after it. */
export interface Candidate extends Partial<Next> {
  readonly value: number
  readonly move: Move
  readonly after: Sides
}

/** Work that can be paused at each yield. */
export type Slices<Result> = Generator<undefined, Result>

function createCandidate(
  sides: Sides,
  move: Move,
  level: LevelNumbers,
  variant: Variant,
): Candidate {
  if (MAY_BE_UNUSUAL && variant.unusual) {
    const { after, again } = variant.unusual.follow(sides, move, variant)
    const value = evaluateState(after, variant, level)
    return { value: again ? value : 0 - value, move, after, again }
  }
  const after = sidesAfter(sides, move)
  return { value: 0 - evaluateState(after, variant, level), move, after } // never -0
}

/**
 * The moves with the best static values among those allowed, best first; equals keep the generator's order. A move that
 * closes a mill appears once, with the capture that has the best static value.
 */
export function findCandidates(
  sides: Sides,
  level: LevelNumbers,
  variant: Variant,
  isAllowed: (move: Move) => boolean = () => true,
): Candidate[] {
  const found: Candidate[] = []
  let last: Move | null = null
  for (const move of generateMoves(sides, variant)) {
    if (!isAllowed(move)) continue
    const candidate = createCandidate(sides, move, level, variant)
    if (last?.origin !== move.origin || last.target !== move.target) {
      found.push(candidate)
      last = move
    } else if (candidate.value > found[found.length - 1].value) {
      found[found.length - 1] = candidate
    }
  }
  return found.sort((one, two) => two.value - one.value).slice(0, level.width)
}

/** The capture with the best static value in mid-turn; the first among equals. */
export function bestRemoval(sides: Sides, level: LevelNumbers, variant: Variant): Move {
  return generateRemovals(sides, variant)
    .map((move) => createCandidate(sides, move, level, variant))
    .reduce((best, candidate) => (candidate.value > best.value ? candidate : best)).move
}

/**
 * The value of each candidate after a search, minus its penalty, which lowers a positive value to no
 * less than 0 and leaves others alone. Values within the level's margin of the best are exact; the
 * rest are bounds below it.
 */
export function* searchValues(
  candidates: readonly Candidate[],
  penalties: readonly number[],
  level: LevelNumbers,
  variant: Variant,
): Slices<number[]> {
  const { win, margin, depth } = level

  /** The value of a candidate, played at `ply`, to the mover. */
  function* valueOf(candidate: Candidate, alpha: number, beta: number, ply: number): Slices<number> {
    if (candidate.value === win) return win - ply
    if (ply === depth) return candidate.value
    if (MAY_BE_UNUSUAL && candidate.again) return yield* search(candidate.after, alpha, beta, ply + 1)
    return -(yield* search(candidate.after, -beta, -alpha, ply + 1))
  }

  /** The value to the side to move, exact if between the bounds. */
  function* search(sides: Sides, alpha: number, beta: number, ply: number): Slices<number> {
    const found = findCandidates(sides, level, variant)
    yield
    if (!found.length) return 0 // a full board that is a draw: a blocked side's loss is seen before
    let best = -win
    for (const candidate of found) {
      best = Math.max(best, yield* valueOf(candidate, Math.max(alpha, best), beta, ply))
      if (best >= beta) break
    }
    return best
  }

  const values: number[] = []
  for (const [index, candidate] of candidates.entries()) {
    // One below the lowest value that may be played, so that all values from there on are exact.
    const alpha = Math.max(-win, ...values) - margin - 1
    const value = yield* valueOf(candidate, alpha, win, 1)
    values.push(Math.max(value - penalties[index], Math.min(value, 0)))
  }
  return values
}
