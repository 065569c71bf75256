/** A thumbnail of a position: four paths, coloured by the style sheet. */
import type { VNode } from 'preact'
import { pointsOf } from '../../core/rules/geometry'
import { LINES, PLACES } from '../../core/rules/nine'
import type { Mask, Point } from '../../core/rules/geometry'
import type { Position } from '../../core/rules/position'

/** Some room around the seven columns and rows. */
const VIEW = '-0.8 -0.8 7.6 7.6'

const at = (point: Point): string => `${PLACES[point].column} ${PLACES[point].row}`
const BOARD = LINES.map((line) => `M${at(line[0])}L${at(line[2])}`).join('')

/** Discs, drawn as lines of length zero with round ends. */
function discs(men: Mask): string {
  return pointsOf(men)
    .map((point) => `M${at(point)}h0`)
    .join('')
}

/** The thumbnail, hidden from screen readers. */
export function Thumbnail({ position: { white, black } }: { readonly position: Position }): VNode {
  return (
    <svg viewBox={VIEW} class="thumbnail" aria-hidden="true">
      <path class="thumbnail-lines" d={BOARD} />
      <path class="thumbnail-edge" d={discs(white | black)} />
      <path class="thumbnail-white" d={discs(white)} />
      <path class="thumbnail-black" d={discs(black)} />
    </svg>
  )
}
