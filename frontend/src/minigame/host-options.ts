/** Parses the options of a host. */
import type { Level } from '../player/player'
import { LEVELS } from '../player/evaluation'
import { FULL, count } from '../rules/geometry'
import { MEN, startPosition } from '../rules/position'
import type { Position } from '../rules/position'

/** The level with a name, or NORMAL if there is none. */
export function parseLevel(name: unknown): Level {
  return typeof name === 'string' && Object.keys(LEVELS).includes(name) ? (name as Level) : 'NORMAL'
}

/**
 * The position a host asks for; omitted fields are those of the start position.
 *
 * Throws `RangeError` if masks overlap or a side has too many men.
 */
export function parsePosition(asked: Partial<Position> | undefined): Position {
  const position = { ...startPosition(), ...asked }
  const { white, black, whiteInHand, blackInHand } = position
  const isWhole = [white, black, whiteInHand, blackInHand].every(
    (number) => Number.isInteger(number) && number >= 0 && number <= FULL,
  )
  const isPossible =
    (white & black) === 0 && count(white) + whiteInHand <= MEN && count(black) + blackInHand <= MEN
  if (!isWhole || !isPossible) throw new RangeError(`not a possible position: ${JSON.stringify(asked)}`)
  return position
}
