/** The computer player. For the same game and seed it plays the same move as the Python package. */
import { LEVELS } from './evaluation'
import type { Level } from './evaluation'
import { bestRemoval, findCandidates, searchValues } from './minimax'
import type { Slices } from './minimax'
import { createStream, deriveSeed } from './random'
import { occurrences, outcome, sidesOf, successor } from '../rules/position'
import type { Move, Position } from '../rules/position'

export type { Level } from './evaluation'

/**
 * Chooses a move in the last position of `history`, the positions of a game so far, among all or some.
 *
 * It yields every fraction of a millisecond. The choice depends only on the arguments, so a search
 * can be dropped and started again. Throws `RangeError` if the game is over.
 */
export function* chooseInSlices(
  history: readonly Position[],
  level: Level,
  seed: number,
  isAllowed?: (move: Move) => boolean,
): Slices<Move> {
  const position = history[history.length - 1]
  if (outcome(position)) throw new RangeError('the game is over: there are no legal moves')
  const numbers = LEVELS[level]
  const sides = sidesOf(position)
  if (position.removing) return bestRemoval(sides, numbers, position.variant)
  const candidates = findCandidates(sides, numbers, position.variant, isAllowed)
  yield
  const penalties = candidates.map(
    ({ move }) => numbers.repetition * occurrences(history, successor(position, move)),
  )
  yield
  const values = yield* searchValues(candidates, penalties, numbers, position.variant)
  const least = Math.max(...values) - numbers.margin
  const good = candidates.filter((_, index) => values[index] >= least)
  return good[randomFor(history, seed) % good.length].move
}

/** How long the computer waits before it replies, in milliseconds, so that people can follow. */
export const REPLY_DELAY = 420

/**
 * The random number for one choice. It depends on the position and how often it has occurred, not on
 * earlier choices, so hints and takebacks do not change it.
 */
export function randomFor(history: readonly Position[], seed: number): number {
  const position = history[history.length - 1]
  const { white, black, whiteInHand, blackInHand, turn } = position
  const occurred = occurrences(history, position)
  return createStream(
    deriveSeed(seed, white, black, whiteInHand, blackInHand, turn, occurred),
  )()
}
