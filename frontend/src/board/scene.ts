/** Everything the renderer needs to draw a board; it knows no rules. */
import type { Mask, Point } from '../core/rules/geometry'
import type { Move } from '../core/rules/moves'

export interface Scene {
  readonly white: Mask
  readonly black: Mask
  readonly selected: Point | null
  /** Points where a man can go. */
  readonly targets: Mask
  /** Whether targets are marked: while a man is selected, but not while placing. */
  readonly marksTargets: boolean
  /** Points where a click places another man than the selected one. */
  readonly placings: Mask
  /** Men that may be captured. */
  readonly removalTargets: Mask
  /** Points of mills that glow. */
  readonly mills: Mask
  /** The loser's men, if it lost because none can move. */
  readonly stuck: Mask
  /** The move that led here. */
  readonly lastMove: Move | null
  readonly suggestion: Move | null
  /** The point under the pointer, if a click would do something. */
  readonly hover: Point | null
}
