/** The computer player: for the same game and seed, the same move as the Python package's. */
import { LEVELS } from './evaluation'
import type { Level } from './evaluation'
import { bestRemoval, findCandidates, searchValues } from './minimax'
import type { Slices } from './minimax'
import { createStream, deriveSeed } from './random'
import { occurrences, outcome, sidesOf, successor } from '../rules/position'
import type { Move, Position } from '../rules/position'

export type { Level } from './evaluation'

/**
 * Chooses a move in the last position of a game, `history` being all its positions so far.
 *
 * The work between two yields takes a fraction of a millisecond. The choice depends on the
 * arguments alone, so a search may be dropped and begun again. Throws `RangeError` where the game
 * is over.
 */
export function* chooseInSlices(
  history: readonly Position[],
  level: Level,
  seed: number,
): Slices<Move> {
  const position = history[history.length - 1]
  if (outcome(position)) throw new RangeError('the game is over, no move is legal')
  const numbers = LEVELS[level]
  const sides = sidesOf(position)
  if (position.removing) return bestRemoval(sides, numbers, position.flying)
  const candidates = findCandidates(sides, numbers, position.flying)
  yield
  const penalties = candidates.map(
    ({ move }) => numbers.repetition * occurrences(history, successor(position, move)),
  )
  yield
  const values = yield* searchValues(candidates, penalties, numbers, position.flying)
  const least = Math.max(...values) - numbers.margin
  const good = candidates.filter((_, index) => values[index] >= least)
  return good[randomFor(history, seed) % good.length].move
}

/** Chooses a move at once. */
export function choose(history: readonly Position[], level: Level, seed: number): Move {
  const slices = chooseInSlices(history, level, seed)
  let slice = slices.next()
  while (!slice.done) slice = slices.next()
  return slice.value
}

/**
 * The random number of one choice. It depends on the position and how often it has occurred, not on
 * earlier choices: a hint or a move taken back changes nothing.
 */
function randomFor(history: readonly Position[], seed: number): number {
  const position = history[history.length - 1]
  const { white, black, whiteInHand, blackInHand, turn } = position
  const occurred = occurrences(history, position)
  return createStream(
    deriveSeed(seed, white, black, whiteInHand, blackInHand, turn, occurred),
  )()
}
