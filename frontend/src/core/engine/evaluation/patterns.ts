/**
 * Which points complete a mill, for all 24 points at once; `merels.engine.evaluation.kernels`
 * in Python.
 *
 * A *completing* point has two men on one of its lines, whatever stands on the point itself. Where
 * these two men stand matters, because a man of the line cannot close it: *ahead* and *behind* of a
 * corner around the square, *astride* of a side's middle, *across* the squares.
 */
import { CORNERS, SIDES, anticlockwise, clockwise } from '../../players/patterns'
import { count } from '../../rules/geometry'
import type { Mask, Point } from '../../rules/geometry'

export { CORNERS, MIDDLE, SIDES, anticlockwise, clockwise } from '../../players/patterns'

export function completingAhead(men: Mask): Mask {
  const other = anticlockwise(men)
  return other & anticlockwise(other) & CORNERS
}

export function completingBehind(men: Mask): Mask {
  const one = clockwise(men)
  return one & clockwise(one) & CORNERS
}

export function completingAstride(men: Mask): Mask {
  return clockwise(men) & anticlockwise(men) & SIDES
}

export function completingAcross(men: Mask): Mask {
  return ((men >> 8) | (men << 16)) & ((men >> 16) | (men << 8)) & SIDES
}

/** All completing points. */
export function completingPoints(men: Mask): Mask {
  const one = clockwise(men)
  const other = anticlockwise(men)
  return (
    (other & anticlockwise(other) & CORNERS) |
    (one & clockwise(one) & CORNERS) |
    (one & other & SIDES) |
    completingAcross(men)
  )
}

/** The empty completing points of `men` that `movers`, some of them, reach in one step from beside the line. */
export function closableBy(movers: Mask, men: Mask, empty: Mask): Mask {
  const one = clockwise(men)
  const other = anticlockwise(men)
  const oneMover = clockwise(movers)
  const otherMover = anticlockwise(movers)
  return (
    empty &
    ((other & anticlockwise(other) & CORNERS & oneMover) |
      (one & clockwise(one) & CORNERS & otherMover) |
      (one & other & SIDES & ((movers << 8) | (movers >> 8))) |
      (completingAcross(men) & (oneMover | otherMover)))
  )
}

/** The points one step away from any point of `mask`. */
export function neighboursOf(mask: Mask): Mask {
  return clockwise(mask) | anticlockwise(mask) | (((mask << 8) | (mask >> 8)) & SIDES)
}

/** How many steps lead from `men` to empty points. */
export function countSteps(men: Mask, empty: Mask): number {
  return (
    count(clockwise(men) & empty) +
    count(anticlockwise(men) & empty) +
    count((men << 8) & SIDES & empty) +
    count((men >> 8) & SIDES & empty)
  )
}

/** The lowest point of a mask that is not empty. */
export function lowestBit(mask: Mask): Point {
  return 31 - Math.clz32(mask & -mask)
}
