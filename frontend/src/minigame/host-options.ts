/** Reads what a host passes in. */
import type { Level } from '../player/player'
import { LEVELS } from '../player/evaluation'
import { FULL, count } from '../rules/geometry'
import { MEN, startPosition } from '../rules/position'
import type { Position } from '../rules/position'

/** The level of a name; NORMAL where there is none of that name. */
export function parseLevel(name: unknown): Level {
  return typeof name === 'string' && Object.keys(LEVELS).includes(name) ? (name as Level) : 'NORMAL'
}

/**
 * The position that a host asks for; what it leaves out is as at the start.
 *
 * Throws `RangeError` where masks overlap or a side has too many men.
 */
export function parsePosition(asked: Partial<Position> | undefined): Position {
  const position = { ...startPosition(), ...asked }
  const { white, black, whiteInHand, blackInHand } = position
  const isWhole = [white, black, whiteInHand, blackInHand].every(
    (number) => Number.isInteger(number) && number >= 0 && number <= FULL,
  )
  const isPossible =
    (white & black) === 0 && count(white) + whiteInHand <= MEN && count(black) + blackInHand <= MEN
  if (!isWhole || !isPossible) throw new RangeError(`no position: ${JSON.stringify(asked)}`)
  return position
}
