/** A thumbnail of a position: four paths, coloured by the style sheet. */
import { pointsOf } from '../../../rules/geometry'
import { LINES, PLACES } from '../../../rules/nine'
import type { Mask, Point } from '../../../rules/geometry'
import type { Position } from '../../../rules/position'
import { addShape, createShape } from '../../shared/svg'

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

/** The thumbnail as an element, hidden from screen readers. */
export function thumbnail({ white, black }: Position): SVGSVGElement {
  const svg = createShape('svg', { viewBox: VIEW, class: 'thumbnail', 'aria-hidden': 'true' })
  const parts = [
    ['lines', BOARD],
    ['edge', discs(white | black)],
    ['white', discs(white)],
    ['black', discs(black)],
  ] as const
  for (const [name, d] of parts) addShape(svg, 'path', { class: `thumbnail-${name}`, d })
  return svg
}
