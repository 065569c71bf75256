/** The menu of variants, and the rules of a variant in words. */
import { addElement } from '../../../board/dom'
import { NINE } from '../../../rules/nine'
import { fillIn } from '../../../bilingual'
import type { Language } from '../../../bilingual'
import type { Variant } from '../../../rules/variant'
import { VARIANTS, VARIANT_NAMES } from '../../../rules/variants'
import type { VariantName } from '../../../rules/variants'
import { createSay } from '../i18n'
import { NAMES, TEXTS } from './variant-texts'

/** What people call a variant. */
export function nameOf(variant: Variant, language: Language): string {
  return fillIn(NAMES[variant.name as VariantName], language, {})
}

/** The rules in which a variant differs from Nine Men's Morris, each a sentence. */
export function describeRules(variant: Variant, language: Language): string[] {
  const say = createSay(TEXTS, language)
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
export function addVariantMenu(parent: Element, language: Language, choose: (variant: Variant) => void): VariantMenu {
  const element = addElement(parent, 'label', 'variant-menu')
  addElement(element, 'span', 'nmm-hidden').textContent = createSay(TEXTS, language)('game')
  const select = addElement(element, 'select', 'input')
  for (const name of VARIANT_NAMES) {
    const option = addElement(select, 'option')
    option.value = name
    option.textContent = nameOf(VARIANTS[name], language)
  }
  select.addEventListener('change', () => choose(VARIANTS[select.value as VariantName]))
  return {
    element,
    show: ({ name }) => {
      select.value = name
    },
  }
}
