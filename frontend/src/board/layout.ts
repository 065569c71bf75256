/** Where the points are on the canvas, in canvas units: 520 by 520 at any displayed size. */
import { PLACES, POINTS } from '../rules/geometry'
import type { Point } from '../rules/geometry'

/** Width and height of the canvas. */
export const SIZE = 520

/** Left and top edge of the outer square; leaves room for the frame and the letters. */
const MARGIN = 56

/** The distance between lines of the 7 x 7 grid. */
export const STEP = (SIZE - 2 * MARGIN) / 6

/** The radius of a man. */
export const MAN = 24

/** The outer square: left, top, right, bottom. */
export const OUTER_SQUARE: readonly number[] = [MARGIN, MARGIN, SIZE - MARGIN, SIZE - MARGIN]

/** How far from a point a click may be: half way to the next point. */
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

/** The column letters below the board and the row digits to its left, centred on the frame. */
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

/** The point nearest to a place on the canvas, or null if none is near. */
export function pointAt(x: number, y: number): Point | null {
  const near = POINTS.find((p) => Math.hypot(SPOTS[p].x - x, SPOTS[p].y - y) <= REACH)
  return near ?? null
}
