/** Shows a QR code; black on white in every theme, because cameras expect that. */
import { addElement } from '../../../board/dom'
import { addShape, addPicture } from '../../../ui/svg'
import { isLoopback } from './link-field'
import { qrCode } from '../../../ui/qr/matrix'

/** The white margin that readers need, in modules. */
const MARGIN = 4

/** Adds the QR code of a link with a caption; nothing if the link is too long for one, or no other device can open it. */
export function addQrCode(parent: Element, link: string, label: string, caption = ''): void {
  const matrix = isLoopback(link) ? null : orNull(() => qrCode(link))
  if (!matrix) return
  const figure = addElement(parent, 'figure', 'waiting-code')
  const size = matrix.length + 2 * MARGIN
  const svg = addPicture(figure, size, size, label)
  svg.classList.replace('plot', 'qr')
  addShape(svg, 'rect', { width: size, height: size, fill: '#fff' })
  const runs = matrix.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
  addShape(svg, 'path', { d: runs.join(''), fill: '#000', 'shape-rendering': 'crispEdges' })
  if (caption) addElement(figure, 'figcaption', 'note').textContent = caption
}

function orNull<Result>(make: () => Result): Result | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
