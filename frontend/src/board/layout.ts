/** Where the points lie on the canvas, in its own units: the canvas is 520 by 520, however shown. */
import { PLACES, POINTS } from '../rules/geometry'
import type { Point } from '../rules/geometry'

/** Width and height of the canvas. */
export const SIZE = 520

/** Left and top edge of the outer square; the frame and the letters need the room. */
const MARGIN = 56

/** From one line of the 7 x 7 grid to the next. */
export const STEP = (SIZE - 2 * MARGIN) / 6

/** Radius of a man. */
export const MAN = 24

/** The outer square: left, top, right, bottom. */
export const OUTER_SQUARE: readonly number[] = [MARGIN, MARGIN, SIZE - MARGIN, SIZE - MARGIN]

/** How far from a point a click still means it: half way to the next point. */
const REACH = STEP / 2

export interface Spot {
  readonly x: number
  readonly y: number
}

/** The centre of a cell of the 7 x 7 grid. */
export function spotAt(column: number, row: number): Spot {
  return { x: MARGIN + column * STEP, y: MARGIN + row * STEP }
}

/** A letter or digit on the frame, and its centre. */
export interface EdgeName {
  readonly text: string
  readonly spot: Spot
}

/** The letters of the columns below the board and the digits of the rows to its left, in the middle of a frame. */
export function edgeNames(frame: number): EdgeName[] {
  return Array.from({ length: 7 }, (_, index) => index).flatMap((index) => {
    const { x, y } = spotAt(index, index)
    return [
      { text: 'abcdefg'[index], spot: { x, y: SIZE - frame / 2 } },
      { text: String(7 - index), spot: { x: frame / 2, y } },
    ]
  })
}

/** The centre of each point. */
export const SPOTS: readonly Spot[] = PLACES.map(({ column, row }) => spotAt(column, row))

/** The point that a place on the canvas means, or null where none is near. */
export function pointAt(x: number, y: number): Point | null {
  const near = POINTS.find((p) => Math.hypot(SPOTS[p].x - x, SPOTS[p].y - y) <= REACH)
  return near ?? null
}
