/**
 * What men form on the board, worked out for all 24 points at once.
 *
 * Points are numbered around each square and square by square, so a neighbour is one bit away
 * around the square (with a wrap) and eight bits away across to the next.
 */
import { FULL, count } from '../rules/geometry'
import type { Mask } from '../rules/geometry'

const OUTER: Mask = 0x0000ff
const MIDDLE: Mask = 0x00ff00
const INNER: Mask = 0xff0000
const CORNERS: Mask = 0x555555
/** The middle points of the sides, where the lines across begin, cross and end. */
const SIDES: Mask = 0xaaaaaa

/** What one side's men form. */
export interface Patterns {
  /** How many mills stand. */
  readonly mills: number
  /** Empty points that would complete a mill. */
  readonly twos: Mask
  /** Those of them that a man beside the mill can reach in one step. */
  readonly closings: Mask
  /** Those of them that a man of a standing mill can reach: it opens one and closes another. */
  readonly doubles: Mask
  /** Empty points next to a man. */
  readonly reach: Mask
  /** How many ways along the lines lead to an empty point. */
  readonly steps: number
  /** How many men have no such way. */
  readonly blocked: number
}

/** Moves every man one point clockwise: bit `p` tells of the point before `p`. */
function before(mask: Mask): Mask {
  return ((mask << 1) & 0xfefefe) | ((mask >> 7) & 0x010101)
}

/** Moves every man one point counter-clockwise: bit `p` tells of the point after `p`. */
function after(mask: Mask): Mask {
  return ((mask >> 1) & 0x7f7f7f) | ((mask << 7) & 0x808080)
}

/** What `men` form, with `enemy` in their way. */
export function findPatterns(men: Mask, enemy: Mask): Patterns {
  const empty = FULL & ~(men | enemy)
  const one = before(men)
  const other = after(men)
  const outwards = men << 8
  const inwards = men >> 8
  // Points whose line has its other two men around the square ahead, behind or on both sides ...
  const ahead = other & after(other) & CORNERS
  const behind = one & before(one) & CORNERS
  const astride = one & other & SIDES
  // ... or across the squares.
  const across =
    SIDES &
    ((inwards & (men >> 16) & OUTER) |
      (outwards & inwards & MIDDLE) |
      (outwards & (men << 16) & INNER))
  const completing = ahead | behind | astride | across

  /** The points that movers beside the line, not on it, can reach. */
  const closableBy = (movers: Mask): Mask => {
    const fromBefore = before(movers)
    const fromAfter = after(movers)
    return (
      empty &
      ((ahead & fromBefore) |
        (behind & fromAfter) |
        (astride & ((movers << 8) | (movers >> 8))) |
        (across & (fromBefore | fromAfter)))
    )
  }

  const closings = closableBy(men)
  const milled = men & completing
  const aroundOne = men & before(empty)
  const aroundOther = men & after(empty)
  const acrossOne = men & SIDES & (empty << 8)
  const acrossOther = men & SIDES & (empty >> 8)
  return {
    mills: count(men & astride) + count(men & across & MIDDLE),
    twos: empty & completing,
    closings,
    doubles: milled && closings ? closableBy(milled) : 0,
    reach: empty & (one | other | ((outwards | inwards) & SIDES)),
    steps: count(aroundOne) + count(aroundOther) + count(acrossOne) + count(acrossOther),
    blocked: count(men & ~(aroundOne | aroundOther | acrossOne | acrossOther)),
  }
}
