/**
 * Boards: points, lines, and which points are neighbours.
 *
 * The facts come from a file that the Python package generates; the rest is derived from them.
 */

/** A point's number. Points are numbered clockwise from the top left, outer square first, a centre last. */
export type Point = number

/** A set of points, at most 25, as bits: bit `p` is point `p`. */
export type Mask = number

/** Column and row, from the top left. */
export interface Place {
  readonly column: number
  readonly row: number
}

/** A board as the Python package describes it. */
export interface BoardFacts {
  /** Algebraic names, rank 1 at the bottom: point 0 of nine men's board is `a7`. */
  readonly names: readonly string[]
  /** The lines, each as three points in order; three men of one colour on a line form a mill. */
  readonly lines: readonly (readonly Point[])[]
  /** For each point, its neighbours. */
  readonly neighbours: readonly Mask[]
  /** The points of each part of a FEN, in order. */
  readonly parts: readonly (readonly Point[])[]
}

/** A board. */
export interface Geometry extends BoardFacts {
  readonly points: readonly Point[]
  /** All points. */
  readonly full: Mask
  readonly columns: number
  readonly rows: number
  /** The place of each point. */
  readonly places: readonly Place[]
  /** The lines as masks, in the same order. */
  readonly mills: readonly Mask[]
  /** For each point, the mills through it. */
  readonly millsThrough: readonly (readonly Mask[])[]
  /** Pairs of neighbours that no line joins. */
  readonly edges: readonly (readonly [Point, Point])[]
}

const LETTERS = 'abcdefghi'

/** Derives a board from its facts. */
export function createGeometry({ names, lines, neighbours, parts }: BoardFacts): Geometry {
  const points = names.map((_, point) => point)
  const mills = lines.map(maskOf)
  const rows = Math.max(...names.map((name) => Number(name[1])))
  const places = names.map((name) => ({ column: LETTERS.indexOf(name[0]), row: rows - Number(name[1]) }))
  const isOnLine = (one: Point, two: Point): boolean => mills.some((mill) => has(mill, one) && has(mill, two))
  return {
    names,
    lines,
    neighbours,
    parts,
    points,
    full: 2 ** names.length - 1,
    columns: 1 + Math.max(...places.map(({ column }) => column)),
    rows,
    places,
    mills,
    millsThrough: points.map((point) => mills.filter((mill) => has(mill, point))),
    edges: points.flatMap((one) =>
      points
        .filter((two) => one < two && has(neighbours[one], two) && !isOnLine(one, two))
        .map((two): [Point, Point] => [one, two]),
    ),
  }
}

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
  let bits = mask - ((mask >> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f
  return Math.imul(bits, 0x01010101) >> 24
}
