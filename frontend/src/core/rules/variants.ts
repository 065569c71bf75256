/** The variants that ship. */
import boards from '../../generated/boards.json'
import facts from '../../generated/variants.json'
import { createGeometry } from './geometry'
import type { Geometry } from './geometry'
import { BOARD, NINE } from './nine'
import { variantOf } from './unusual'
import type { Variant } from './variant'

export type VariantName = keyof typeof facts
type BoardName = keyof typeof boards

const BOARDS = Object.fromEntries(
  Object.entries(boards).map(([name, board]) => [name, name === 'threeSquares' ? BOARD : createGeometry(board)]),
) as Readonly<Record<BoardName, Geometry>>

/** The variants by name, smallest first. */
export const VARIANTS = Object.fromEntries(
  Object.entries(facts).map(([name, each]) => [
    name,
    name === NINE.name ? NINE : variantOf(name, BOARDS[each.board as BoardName], each),
  ]),
) as Readonly<Record<VariantName, Variant>>

export const VARIANT_NAMES = Object.keys(facts) as readonly VariantName[]

/**
 * Reads a game of a variant. One that says Morabaraba may be from before its return ban: it is read as twelve men's
 * morris if the ban would refuse one of its moves.
 */
export function readAs<Game>(variant: Variant, read: (variant: Variant) => Game): Game {
  try {
    return read(variant)
  } catch (error) {
    if (variant !== VARIANTS.morabaraba) throw error
    try {
      return read(VARIANTS.twelve)
    } catch {
      throw error
    }
  }
}

/** The variant with a name, or null if there is none. */
export function variantNamed(name: string | null): Variant | null {
  if (name === null) return null
  const found = VARIANT_NAMES.find((each) => each === name)
  return found ? VARIANTS[found] : null
}
