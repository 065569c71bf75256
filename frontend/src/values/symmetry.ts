/** Symmetrical views of a position, and moves that are equivalent by symmetry. */
import type { Mask } from '../core/rules/geometry'
import type { FenRecord } from '../core/rules/notation'
import { BLACK } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import { WAYS, imageOf, imageOfMarks, symmetriesOf, turning } from '../core/rules/symmetry'
import type { Symmetry } from '../core/rules/symmetry'
import { capturesOf, swapMarks } from '../core/rules/turn'

/** Views of a position that keep its value. */
export const VIEWS = [...WAYS, 'colors'] as const
export type View = (typeof VIEWS)[number]

/** The position in another view, or null if its board has no such symmetry. */
export function viewed(record: FenRecord, view: View): FenRecord | null {
  const { white, black, whiteInHand, blackInHand, turn, variant, marks } = record.position
  if (view !== 'colors') {
    const symmetry = turning(variant.board, view)
    if (!symmetry) return null
    const image = { ...record.position, white: imageOf(white, symmetry), black: imageOf(black, symmetry) }
    const imaged = imageOfMarks(marks, symmetry)
    return { ...record, position: imaged ? { ...image, marks: imaged } : image }
  }
  const position = {
    ...record.position,
    white: black,
    black: white,
    whiteInHand: blackInHand,
    blackInHand: whiteInHand,
    turn: turn === BLACK ? 0 : 1,
    ...(marks && { marks: swapMarks(marks) }),
  } as const
  return { ...record, position }
}

function keeps(symmetry: Symmetry, mask: Mask): boolean {
  return imageOf(mask, symmetry) === mask
}

/** Groups equivalent moves; groups and their members keep the order of `items`. */
export function groupEqual<Item>(position: Position, items: readonly Item[], moveOf: (item: Item) => Move): Item[][] {
  const { white, black, variant, marks } = position
  const keepsMarks = (symmetry: Symmetry): boolean => JSON.stringify(imageOfMarks(marks, symmetry)) === JSON.stringify(marks)
  const symmetries = symmetriesOf(variant.board).filter(
    (symmetry) => keeps(symmetry, white) && keeps(symmetry, black) && keepsMarks(symmetry),
  )
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
function classOf(move: Move, symmetries: readonly Symmetry[]): string {
  const images = symmetries.map((symmetry) => {
    const [origin, target] = [move.origin, move.target].map((point) => (point === null ? '-' : symmetry[point]))
    return [origin, target, ...capturesOf(move).map((point) => symmetry[point]).sort()].join()
  })
  return images.sort()[0]
}
