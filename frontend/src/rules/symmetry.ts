/** The symmetries of the board, which preserve neighbours and mills. */
import { PLACES, POINTS } from './geometry'
import type { Point } from './geometry'

/** Ways to turn the board: a quarter turn, left and right, top and bottom, inner and outer square. */
export const WAYS = ['rotate', 'mirror', 'flip', 'squares'] as const
export type Way = (typeof WAYS)[number]

const CENTRE = 3

/** Where a point goes if the board is turned. */
export function imageOf(point: Point, way: Way): Point {
  const x = PLACES[point].column - CENTRE
  const y = PLACES[point].row - CENTRE
  const distance = Math.max(Math.abs(x), Math.abs(y))
  const images: Readonly<Record<Way, readonly [number, number]>> = {
    rotate: [-y, x],
    mirror: [-x, y],
    flip: [x, -y],
    squares: [(x / distance) * (4 - distance), (y / distance) * (4 - distance)],
  }
  const [column, row] = images[way]
  return PLACES.findIndex((place) => place.column === column + CENTRE && place.row === row + CENTRE)
}

/** The image of each point. */
export type Symmetry = readonly Point[]

/** The 16 symmetries: rotations, reflections, and squares swapped. */
export const SYMMETRIES: readonly Symmetry[] = closure(WAYS.map((way) => POINTS.map((point) => imageOf(point, way))))

function closure(generators: readonly Symmetry[]): Symmetry[] {
  const found = new Map<string, Symmetry>([[POINTS.join(), POINTS]])
  for (const symmetry of found.values()) {
    for (const generator of generators) {
      const next = symmetry.map((point) => generator[point])
      found.set(next.join(), next) // the loop also visits what is added here
    }
  }
  return [...found.values()]
}
