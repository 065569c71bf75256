/**
 * The board: 24 points, 16 lines, and which points are neighbours.
 *
 * Points are numbered clockwise from the top left, outer square first. The facts come from a file
 * that the Python package generates; the rest is derived from them.
 */
import board from '../generated/board.json'

/** A point's number, 0 to 23. */
export type Point = number

/** A set of points as 24 bits: bit `p` is point `p`. */
export type Mask = number

/** Column and row on the 7 x 7 grid, 0 to 6 from the top left. */
export interface Place {
  readonly column: number
  readonly row: number
}

/** Algebraic names, rank 1 at the bottom: point 0 is `a7`. */
export const NAMES: readonly string[] = board.names

export const POINTS: readonly Point[] = NAMES.map((_, point) => point)

export const FULL: Mask = 2 ** NAMES.length - 1

/** The place of each point. */
export const PLACES: readonly Place[] = NAMES.map((name) => ({
  column: 'abcdefg'.indexOf(name[0]),
  row: 7 - Number(name[1]),
}))

/** The 16 lines, each as three points in order; three men of one colour on a line form a mill. */
export const LINES: readonly (readonly Point[])[] = board.lines

/** The lines as masks, in the same order. */
export const MILLS: readonly Mask[] = LINES.map(maskOf)

/** For each point, its neighbours along the lines. */
export const NEIGHBOURS: readonly Mask[] = board.neighbours

/** For each point, the two mills through it. */
export const MILLS_THROUGH: readonly (readonly Mask[])[] = POINTS.map((point) =>
  MILLS.filter((mill) => has(mill, point)),
)

/** Whether `point` is in the set. */
export function has(mask: Mask, point: Point): boolean {
  return ((mask >> point) & 1) === 1
}

/** The set of `points` as a mask. */
export function maskOf(points: readonly Point[]): Mask {
  return points.reduce((mask, point) => mask | (1 << point), 0)
}

/** The points of a mask, lowest number first. */
export function pointsOf(mask: Mask): Point[] {
  const points: Point[] = []
  for (let left = mask; left; left &= left - 1) points.push(31 - Math.clz32(left & -left))
  return points
}

/** The number of points in a mask. */
export function count(mask: Mask): number {
  let bits = mask - ((mask >> 1) & 0x555555)
  bits = (bits & 0x333333) + ((bits >> 2) & 0x333333)
  bits = (bits + (bits >> 4)) & 0x0f0f0f
  return (Math.imul(bits, 0x010101) >> 16) & 0xff
}
