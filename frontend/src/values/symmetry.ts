/** Symmetrical views of a position, and moves that are equivalent by symmetry. */
import type { Mask } from '../core/rules/geometry'
import type { FenRecord } from '../core/rules/notation'
import { BLACK } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import { WAYS, imageOf, symmetriesOf, turning } from '../core/rules/symmetry'
import type { Symmetry } from '../core/rules/symmetry'

/** Views of a position that keep its value. */
export const VIEWS = [...WAYS, 'colors'] as const
export type View = (typeof VIEWS)[number]

/** The position in another view, or null if its board has no such symmetry. */
export function viewed(record: FenRecord, view: View): FenRecord | null {
  const { white, black, whiteInHand, blackInHand, turn, variant } = record.position
  if (view !== 'colors') {
    const symmetry = turning(variant.board, view)
    if (!symmetry) return null
    return {
      ...record,
      position: { ...record.position, white: imageOf(white, symmetry), black: imageOf(black, symmetry) },
    }
  }
  const position = {
    ...record.position,
    white: black,
    black: white,
    whiteInHand: blackInHand,
    blackInHand: whiteInHand,
    turn: turn === BLACK ? 0 : 1,
  } as const
  return { ...record, position }
}

function keeps(symmetry: Symmetry, mask: Mask): boolean {
  return imageOf(mask, symmetry) === mask
}

/** Groups equivalent moves; groups and their members keep the order of `items`. */
export function groupEqual<Item>(position: Position, items: readonly Item[], moveOf: (item: Item) => Move): Item[][] {
  const { white, black, variant } = position
  const symmetries = symmetriesOf(variant.board).filter((symmetry) => keeps(symmetry, white) && keeps(symmetry, black))
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
