/** When a played game is a draw. */
import { count } from './geometry'
import type { Position } from './position'

/** A position that occurs this many times is a draw. */
export const REPETITIONS = 3
/** This many plies without a capture are a draw. */
export const PLY_LIMIT = 100

/** After how many plies without a capture a position is drawn: with few men, its variant may have a limit of its own. */
export function plyLimitAt({ variant, white, black, whiteInHand, blackInHand }: Position): number {
  if (!variant.drawAfter || whiteInHand || blackInHand) return PLY_LIMIT
  const men = [count(white), count(black)]
  const moves = variant.drawAfter[`${Math.max(...men)}-${Math.min(...men)}`]
  return moves ? Math.min(PLY_LIMIT, 2 * moves) : PLY_LIMIT
}
