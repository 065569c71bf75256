/** Parses the options of a host. */
import type { Level } from '../core/players/player'
import { LEVELS } from '../core/players/evaluation'
import { count } from '../core/rules/geometry'
import { FULL, NINE } from '../core/rules/nine'
import { startPosition } from '../core/rules/position'
import type { Position } from '../core/rules/position'

/** The level with a name, or NORMAL if there is none. */
export function parseLevel(name: unknown): Level {
  return typeof name === 'string' && Object.keys(LEVELS).includes(name) ? (name as Level) : 'NORMAL'
}

/** What a host may ask for; `flying` is the rule that a side with three men left may move to any empty point. */
export interface AskedPosition extends Partial<Omit<Position, 'variant'>> {
  readonly flying?: boolean
}

/**
 * The position a host asks for; omitted fields are those of the start position.
 *
 * Throws `RangeError` if masks overlap or a side has too many men.
 */
export function parsePosition({ flying = true, ...asked }: AskedPosition = {}): Position {
  const position = { ...startPosition(flying ? NINE : { ...NINE, flying: 'never' }), ...asked }
  const { white, black, whiteInHand, blackInHand } = position
  const isWhole = [white, black, whiteInHand, blackInHand].every(
    (number) => Number.isInteger(number) && number >= 0 && number <= FULL,
  )
  const isPossible =
    (white & black) === 0 && count(white) + whiteInHand <= NINE.men && count(black) + blackInHand <= NINE.men
  if (!isWhole || !isPossible) throw new RangeError(`not a possible position: ${JSON.stringify(asked)}`)
  return position
}
