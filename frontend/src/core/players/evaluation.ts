/**
 * The static value of a position for the side to move, as a whole number.
 *
 * `docs/levels.md` explains each term; the weights come from the Python package.
 */
import { count } from '../rules/geometry'
import type { Mask } from '../rules/geometry'
import { hasTooFew, mayFly } from '../rules/moves'
import { MAY_BE_UNUSUAL } from '../rules/turn'
import type { Sides } from '../rules/turn'
import type { Variant } from '../rules/variant'
import { findPatterns } from './patterns'
import type { Patterns } from './patterns'
import levels from '../../generated/levels.json'

export type Level = keyof typeof levels

/** The settings of a level: search depth, choice of moves and weights. */
export type LevelNumbers = (typeof levels)[Level]

/** The weights of one phase. */
type Weights = LevelNumbers['placing']

export const LEVELS: Readonly<Record<Level, LevelNumbers>> = levels

/** The value to the side to move; a finished game is worth plus or minus `level.win`, and 0 if it is drawn. */
export function evaluateState(sides: Sides, variant: Variant, level: LevelNumbers): number {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const { board, flying, fullBoard } = variant
  if (hasTooFew(own, ownInHand)) return -level.win
  if (hasTooFew(enemy, enemyInHand)) return level.win
  const ownFlies = mayFly(own, ownInHand, flying)
  const enemyFlies = mayFly(enemy, enemyInHand, flying)
  const ownIsFree = ownFlies || ownInHand > 0
  const enemyIsFree = enemyFlies || enemyInHand > 0
  const ours = findPatterns(own, enemy, board)
  const theirs = findPatterns(enemy, own, board)
  const passes = MAY_BE_UNUSUAL && (sides.marks?.takings || variant.unusual?.blocked === 'give-way')
  if (!ours.steps && !ownIsFree && !passes) {
    return fullBoard === 'draw' && (own | enemy) === board.full ? 0 : -level.win
  }
  let weights = level.moving
  if (ownInHand || enemyInHand) weights = level.placing
  else if (ownFlies || enemyFlies) weights = level.flying
  return (
    standing(count(own) + ownInHand, ours, ownFlies, weights) -
    standing(count(enemy) + enemyInHand, theirs, enemyFlies, weights) +
    urgency(
      ownIsFree ? ours.twos : ours.closings,
      enemyIsFree ? theirs.twos : theirs.closings,
      ownIsFree ? board.full : ours.reach,
      weights,
    )
  )
}

/** The value of one side's men, no matter who is to move. */
function standing(men: number, patterns: Patterns, flies: boolean, weights: Weights): number {
  const { mills, twos, steps, blocked, doubles } = patterns
  const value = weights.men * men + weights.mills * mills + weights.twos * count(twos)
  if (flies) return value
  return value + weights.steps * steps - weights.blocked * blocked + (doubles && weights.double)
}

/** The value of the mills that either side can close next. */
function urgency(closings: Mask, enemyClosings: Mask, reach: Mask, weights: Weights): number {
  let value = closings && weights.strike
  if (enemyClosings) {
    value -= weights.threat
    if (enemyClosings & (enemyClosings - 1) || enemyClosings & ~reach) value -= weights.unstoppable
  }
  return value
}
