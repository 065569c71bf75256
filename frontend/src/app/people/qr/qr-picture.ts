/** Shows a QR code; black on white in every theme, because cameras expect that. */
import { addShape, addPicture } from '../../shared/svg'
import { qrCode } from './matrix'

/** The white margin that readers need, in modules. */
const MARGIN = 4

/** Adds the QR code of a text; nothing if the text is too long for one. */
export function addQrCode(parent: Element, text: string, label: string): SVGSVGElement | null {
  const matrix = orNull(() => qrCode(text))
  if (!matrix) return null
  const size = matrix.length + 2 * MARGIN
  const svg = addPicture(parent, size, size, label)
  svg.classList.replace('plot', 'qr')
  addShape(svg, 'rect', { width: size, height: size, fill: '#fff' })
  const runs = matrix.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
  addShape(svg, 'path', { d: runs.join(''), fill: '#000', 'shape-rendering': 'crispEdges' })
  return svg
}

function orNull<Result>(make: () => Result): Result | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
