/**
 * Patterns of men on the board.
 *
 * On nine men's board they are computed for all 24 points at once: points are numbered around each
 * square, square by square, so a neighbour is one bit away around the square (with a wrap) and eight
 * bits away on the next square. On other boards they are looked up line by line.
 */
import { count, pointsOf } from '../rules/geometry'
import type { Geometry, Mask } from '../rules/geometry'
import { BOARD, FULL } from '../rules/nine'

const OUTER: Mask = 0x0000ff
export const MIDDLE: Mask = 0x00ff00
const INNER: Mask = 0xff0000
export const CORNERS: Mask = 0x555555
/** The midpoints of the sides, which the lines across the squares connect. */
export const SIDES: Mask = 0xaaaaaa

/** The patterns of one side's men. */
export interface Patterns {
  /** The number of mills. */
  readonly mills: number
  /** Empty points that would complete a mill. */
  readonly twos: Mask
  /** Those that a man outside the mill can reach in one step. */
  readonly closings: Mask
  /** Those that a man of another mill can reach, opening one mill to close the other. */
  readonly doubles: Mask
  /** Empty points next to a man. */
  readonly reach: Mask
  /** The number of steps from a man to an empty neighbour. */
  readonly steps: number
  /** The number of men with no such step. */
  readonly blocked: number
}

/** Shifts a mask one point clockwise: bit `p` becomes that of the point before `p`. */
export function clockwise(mask: Mask): Mask {
  return ((mask << 1) & 0xfefefe) | ((mask >> 7) & 0x010101)
}

/** Shifts a mask one point anticlockwise: bit `p` becomes that of the point after `p`. */
export function anticlockwise(mask: Mask): Mask {
  return ((mask >> 1) & 0x7f7f7f) | ((mask << 7) & 0x808080)
}

/** The patterns of `men`, given the `enemy` men. */
export function findPatterns(men: Mask, enemy: Mask, board: Geometry): Patterns {
  // The mini-game plays on nine men's board alone: without the other way its script is 200 bytes smaller as sent.
  return import.meta.env.NINE_ONLY || board === BOARD ? findAtOnce(men, enemy) : findByLine(men, enemy, board)
}

/** The same on any board. */
export function findByLine(men: Mask, enemy: Mask, { full, mills, neighbours }: Geometry): Patterns {
  const empty = full & ~(men | enemy)
  const standing = mills.filter((mill) => (men & mill) === mill)
  const milled = standing.reduce((together, mill) => together | mill, 0)
  let [twos, closings, doubles, reach, steps, blocked] = [0, 0, 0, 0, 0, 0]
  for (const mill of mills) {
    const missing = mill & ~men
    if (!(missing & empty) || missing & (missing - 1)) continue
    twos |= missing
    const movers = men & neighbours[31 - Math.clz32(missing)] & ~mill
    if (movers) closings |= missing
    if (movers & milled) doubles |= missing
  }
  for (const point of pointsOf(men)) {
    const ways = neighbours[point] & empty
    reach |= ways
    steps += count(ways)
    if (!ways) blocked += 1
  }
  return { mills: standing.length, twos, closings, doubles, reach, steps, blocked }
}

/** The same on nine men's board. */
function findAtOnce(men: Mask, enemy: Mask): Patterns {
  const empty = FULL & ~(men | enemy)
  const one = clockwise(men)
  const other = anticlockwise(men)
  const outwards = men << 8
  const inwards = men >> 8
  // Points that complete a line around the square: with the next two, the previous two, or both neighbours ...
  const ahead = other & anticlockwise(other) & CORNERS
  const behind = one & clockwise(one) & CORNERS
  const astride = one & other & SIDES
  // ... or across the squares.
  const across =
    SIDES &
    ((inwards & (men >> 16) & OUTER) |
      (outwards & inwards & MIDDLE) |
      (outwards & (men << 16) & INNER))
  const completing = ahead | behind | astride | across

  /** Completing points that `movers` can reach from outside the line. */
  const closableBy = (movers: Mask): Mask => {
    const fromBefore = clockwise(movers)
    const fromAfter = anticlockwise(movers)
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
  const aroundOne = men & clockwise(empty)
  const aroundOther = men & anticlockwise(empty)
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
