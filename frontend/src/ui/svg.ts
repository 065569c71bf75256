/** SVG elements; the style sheet colours them, so that they follow the theme. */

const NAMESPACE = 'http://www.w3.org/2000/svg'

type Attributes = Readonly<Record<string, string | number>>

/** Creates an SVG element. */
export function createShape<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(NAMESPACE, tag)
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)
  }
  return element
}

/** Creates an SVG element and appends it to its parent. */
export function addShape<Tag extends keyof SVGElementTagNameMap>(
  parent: Element,
  tag: Tag,
  attributes: Attributes = {},
): SVGElementTagNameMap[Tag] {
  const element = createShape(tag, attributes)
  parent.append(element)
  return element
}

/** A picture with a label for screen readers. */
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
