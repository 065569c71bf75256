/**
 * The symmetries of a board: permutations of points that keep neighbours and mills.
 *
 * They are found by trying, as in the Python package: each point in turn goes to any point that looks
 * like it and is joined to the same images.
 */
import { count, has, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import type { Ban, Marks } from './turn'

/** The image of each point. */
export type Symmetry = readonly Point[]

const found = new WeakMap<Geometry, readonly Symmetry[]>()

/** The symmetries of a board; the first changes nothing. */
export function symmetriesOf(board: Geometry): readonly Symmetry[] {
  let symmetries = found.get(board)
  if (!symmetries) {
    const mills = new Set(board.mills)
    symmetries = [...keepNeighbours(board, walk(board), new Map())]
      .filter((symmetry) => board.mills.every((mill) => mills.has(imageOf(mill, symmetry))))
      .sort((one, two) => compare(one, two))
    found.set(board, symmetries)
  }
  return symmetries
}

/** The image of a set of points. */
export function imageOf(mask: Mask, symmetry: Symmetry): Mask {
  return pointsOf(mask).reduce((image, point) => image | (1 << symmetry[point]), 0)
}

/** The image of what a position remembers. */
export function imageOfMarks(marks: Marks | undefined, symmetry: Symmetry): Marks | undefined {
  const imageOfBan = (ban: Ban | null): Ban | null => ban && { origin: symmetry[ban.origin], target: symmetry[ban.target] }
  return marks && { ...marks, ban: imageOfBan(marks.ban), otherBan: imageOfBan(marks.otherBan) }
}

function compare(one: Symmetry, two: Symmetry): number {
  const index = one.findIndex((point, at) => point !== two[at])
  return index < 0 ? 0 : one[index] - two[index]
}

/** All points, each after a neighbour if it has one: that leaves few images to try. */
function walk({ points, neighbours }: Geometry): Point[] {
  const order = new Set<Point>()
  for (const start of points) {
    const waiting = [start]
    for (const point of waiting) {
      if (order.has(point)) continue
      order.add(point)
      waiting.push(...pointsOf(neighbours[point])) // the loop also visits these
    }
  }
  return [...order]
}

/** Yields every way to map the rest of `order`, given the images of its first points. */
function* keepNeighbours(
  board: Geometry,
  order: readonly Point[],
  images: ReadonlyMap<Point, Point>,
): Generator<Symmetry> {
  if (images.size === order.length) {
    yield board.points.map((point) => images.get(point) ?? point)
    return
  }
  const point = order[images.size]
  const taken = new Set(images.values())
  for (const image of board.points) {
    if (!taken.has(image) && fits(board, point, image, images)) {
      yield* keepNeighbours(board, order, new Map([...images, [point, image]]))
    }
  }
}

/** Whether a point may go to an image: as many neighbours and mills, and joined alike. */
function fits(board: Geometry, point: Point, image: Point, images: ReadonlyMap<Point, Point>): boolean {
  const [here, there] = [board.neighbours[point], board.neighbours[image]]
  return (
    count(here) === count(there) &&
    board.millsThrough[point].length === board.millsThrough[image].length &&
    [...images].every(([from, to]) => has(here, from) === has(there, to))
  )
}

/** Ways to turn the board: a quarter turn, left and right, top and bottom, inner and outer square. */
export const WAYS = ['rotate', 'mirror', 'flip', 'squares'] as const
export type Way = (typeof WAYS)[number]

/** The symmetry that a way of turning a board is, or null if this board has no such symmetry. */
export function turning(board: Geometry, way: Way): Symmetry | null {
  const { places, columns, rows } = board
  const centred = places.map(({ column, row }) => [column - (columns - 1) / 2, row - (rows - 1) / 2])
  const distances = centred.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))
  const span = Math.min(...distances) + Math.max(...distances)
  const images = centred.map(([x, y], point) => {
    const turned = { rotate: [-y, x], mirror: [-x, y], flip: [x, -y], squares: [x, y] }[way]
    const scale = way === 'squares' ? (span - distances[point]) / distances[point] : 1
    return centred.findIndex((place) => place[0] === turned[0] * scale && place[1] === turned[1] * scale)
  })
  return symmetriesOf(board).find((symmetry) => symmetry.every((image, point) => image === images[point])) ?? null
}
