/** Nine Men's Morris, and its board as constants, for code that is made for it alone. */
import { threeSquares } from '../../generated/boards.json'
import { nine } from '../../generated/variants.json'
import { createGeometry } from './geometry'
import { createVariant } from './variant'
import type { Variant } from './variant'

/** The board: 24 points, 16 lines. */
export const BOARD = createGeometry(threeSquares)

/** The standard game, with flying. */
export const NINE = createVariant('nine', BOARD, nine)

/** What any board has. */
export const {
  names: NAMES,
  points: POINTS,
  full: FULL,
  places: PLACES,
  lines: LINES,
  mills: MILLS,
  millsThrough: MILLS_THROUGH,
  neighbours: NEIGHBOURS,
} = BOARD

/** The field that names a variant; the server takes Nine Men's Morris without it. */
export function naming(variant: Variant = NINE): { readonly variant?: string } {
  return variant === NINE ? {} : { variant: variant.name }
}
