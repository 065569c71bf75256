/** The menu of variants, and the rules of a variant in words. */
import { addElement } from '../board/dom'
import { NINE } from '../core/rules/nine'
import type { Variant } from '../core/rules/variant'
import { VARIANTS, VARIANT_NAMES } from '../core/rules/variants'
import type { VariantName } from '../core/rules/variants'
import { createSay } from '../texts/texts'
import type { Speech } from '../texts/texts'

/** What people call a variant. */
export function nameOf(variant: Variant, speech: Speech): string {
  return createSay(speech, 'variants')(`name.${variant.name as VariantName}`)
}

/** The rules in which a variant differs from Nine Men's Morris, each a sentence. */
export function describeRules(variant: Variant, speech: Speech): string[] {
  const say = createSay(speech, 'variants')
  const { board, men, flying, placing, fullBoard } = variant
  const said = [say('men', { points: board.points.length, men })]
  if (hasDiagonals(variant)) said.push(say('diagonals'))
  if (board.edges.length) said.push(say('edges'))
  if (placing !== NINE.placing) said.push(say(`placing.${placing}`))
  if (flying !== NINE.flying) said.push(say(`flying.${flying}`))
  if (fullBoard !== NINE.fullBoard) said.push(say(`fullBoard.${fullBoard}`))
  return said
}

function hasDiagonals({ board: { lines, places } }: Variant): boolean {
  return lines.some(([one, , two]) => places[one].column !== places[two].column && places[one].row !== places[two].row)
}

export interface VariantMenu {
  readonly element: HTMLElement
  show(variant: Variant): void
}

/** Adds the menu; `choose` is called with the variant that was chosen. */
export function addVariantMenu(parent: Element, speech: Speech, choose: (variant: Variant) => void): VariantMenu {
  const element = addElement(parent, 'label', 'variant-menu')
  addElement(element, 'span', 'nmm-hidden').textContent = createSay(speech, 'variants')('game')
  const select = addElement(element, 'select', 'input')
  for (const name of VARIANT_NAMES) {
    const option = addElement(select, 'option')
    option.value = name
    option.textContent = nameOf(VARIANTS[name], speech)
  }
  select.addEventListener('change', () => choose(VARIANTS[select.value as VariantName]))
  return {
    element,
    show: ({ name }) => {
      select.value = name
    },
  }
}
