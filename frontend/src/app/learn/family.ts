/** The other games of the family: their boards, the rules in which they differ, and links to play them. */
import { addElement } from '../../board/dom'
import type { Geometry } from '../../rules/geometry'
import { NINE } from '../../rules/nine'
import { VARIANTS, VARIANT_NAMES } from '../../rules/variants'
import type { Language } from '../../bilingual'
import { addressOfRecord, playAddress } from '../shared/addresses'
import { addLink } from '../shared/controls'
import { addShape, createShape } from '../shared/svg'
import { describeRules, nameOf } from '../shared/variants/variant-menu'
import { startOf } from '../../rules/notation'
import type { Speak } from './exercise'
import './family.css'

/** Room around the points, as a share of the board. */
const ROOM = 0.1

/** Adds a card for each variant but Nine Men's Morris; its id is the variant's name. */
export function addFamily(parent: Element, language: Language, say: Speak): void {
  const title = addElement(parent, 'h2')
  title.id = 'family'
  title.textContent = say('family')
  addElement(parent, 'p', 'note').textContent = say('family.intro')
  const list = addElement(parent, 'ul', 'family')
  for (const name of VARIANT_NAMES) {
    const variant = VARIANTS[name]
    if (variant === NINE) continue
    const card = addElement(list, 'li', 'card family-card')
    card.id = name
    card.append(drawing(variant.board))
    addElement(card, 'h3').textContent = nameOf(variant, language)
    const rules = addElement(card, 'ul', 'family-rules')
    for (const rule of describeRules(variant, language)) addElement(rules, 'li').textContent = rule
    const row = addElement(card, 'div', 'row')
    addLink(row, say('family.play'), playAddress(variant), 'button main-button')
    addLink(row, say('family.explore'), addressOfRecord(startOf(variant)), 'button')
  }
}

/** The lines of a board and its points, hidden from screen readers. */
function drawing({ places, lines, edges, columns, rows }: Geometry): SVGSVGElement {
  const size = Math.max(columns, rows) - 1
  const room = ROOM * size
  const viewBox = `${-room} ${-room} ${size + 2 * room} ${size + 2 * room}`
  const svg = createShape('svg', { viewBox, class: 'thumbnail family-board', 'aria-hidden': 'true' })
  const at = (point: number): string => `${places[point].column} ${places[point].row}`
  const strokes = [...lines, ...edges].map((points) => `M${points.map(at).join('L')}`)
  addShape(svg, 'path', { class: 'thumbnail-lines family-lines', d: strokes.join('') })
  addShape(svg, 'path', { class: 'family-points', d: places.map((_, point) => `M${at(point)}h0`).join('') })
  return svg
}
