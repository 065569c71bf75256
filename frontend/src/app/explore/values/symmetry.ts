/** Symmetrical views of a position, and moves that are equivalent by symmetry. */
import { PLACES, POINTS, has } from '../../../rules/geometry'
import type { Mask, Point } from '../../../rules/geometry'
import type { FenRecord } from '../../../rules/notation'
import { BLACK } from '../../../rules/position'
import type { Move, Position } from '../../../rules/position'

/** Views of a position that keep its value. */
export const VIEWS = ['rotate', 'mirror', 'flip', 'squares', 'colors'] as const
export type View = (typeof VIEWS)[number]

const MIDDLE = 3

/** The image of a point in a view. */
export function imageOf(point: Point, view: View): Point {
  const x = PLACES[point].column - MIDDLE
  const y = PLACES[point].row - MIDDLE
  const distance = Math.max(Math.abs(x), Math.abs(y))
  const images: Readonly<Record<View, readonly [number, number]>> = {
    rotate: [-y, x],
    mirror: [-x, y],
    flip: [x, -y],
    squares: [(x / distance) * (4 - distance), (y / distance) * (4 - distance)],
    colors: [x, y],
  }
  const [column, row] = images[view]
  return PLACES.findIndex((place) => place.column === column + MIDDLE && place.row === row + MIDDLE)
}

/** The position in another view. */
export function viewed(record: FenRecord, view: View): FenRecord {
  const image = (mask: Mask): Mask =>
    POINTS.reduce((set, point) => (has(mask, point) ? set | (1 << imageOf(point, view)) : set), 0)
  const { white, black, whiteInHand, blackInHand, turn } = record.position
  const seen = { ...record.position, white: image(white), black: image(black) }
  if (view !== 'colors') return { ...record, position: seen }
  const position = {
    ...seen,
    white: seen.black,
    black: seen.white,
    whiteInHand: blackInHand,
    blackInHand: whiteInHand,
    turn: turn === BLACK ? 0 : 1,
  } as const
  return { ...record, position }
}

/** The image of each point. */
type Symmetry = readonly Point[]

/** The 16 symmetries of the board: rotations, reflections, and squares swapped. */
export const SYMMETRIES: readonly Symmetry[] = closure(
  (['rotate', 'mirror', 'squares'] as const).map((view) => POINTS.map((point) => imageOf(point, view))),
)

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

function keeps(symmetry: Symmetry, mask: Mask): boolean {
  return POINTS.every((point) => has(mask, point) === has(mask, symmetry[point]))
}

/** Groups equivalent moves; groups and their members keep the order of `items`. */
export function groupEqual<Item>(position: Position, items: readonly Item[], moveOf: (item: Item) => Move): Item[][] {
  const { white, black } = position
  const symmetries = SYMMETRIES.filter((symmetry) => keeps(symmetry, white) && keeps(symmetry, black))
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = classOf(moveOf(item), symmetries)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

/** A key shared by all moves that are equivalent by symmetry. */
function classOf({ origin, target, captured }: Move, symmetries: readonly Symmetry[]): string {
  const images = symmetries.map((symmetry) =>
    [origin, target, captured].map((point) => (point === null ? '-' : symmetry[point])).join(),
  )
  return images.sort()[0]
}
