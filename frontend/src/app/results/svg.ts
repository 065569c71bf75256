/** Elements of SVG; colours come from the style sheet, so that they follow the theme. */

const NAMESPACE = 'http://www.w3.org/2000/svg'

type Attributes = Readonly<Record<string, string | number>>

/** Creates an element of SVG and puts it into its parent. */
export function addShape<Tag extends keyof SVGElementTagNameMap>(
  parent: Element,
  tag: Tag,
  attributes: Attributes = {},
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(NAMESPACE, tag)
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)
  }
  parent.append(element)
  return element
}

/** A picture with a name for those who do not see it. */
export function addPicture(parent: Element, width: number, height: number, name: string): SVGSVGElement {
  const svg = addShape(parent, 'svg', { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img' })
  svg.setAttribute('aria-label', name)
  return svg
}

export function addLabel(parent: Element, x: number, y: number, text: string, className = ''): SVGTextElement {
  const label = addShape(parent, 'text', { x, y, class: `plot-label ${className}`.trim() })
  label.textContent = text
  return label
}
