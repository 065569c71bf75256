/** A field for a number, which says what is wrong with it. */
import { addElement } from '../../../board/dom'

export interface NumberField {
  readonly element: HTMLElement
  /** The number, or null if it is none, or out of range. */
  value(): number | null
}

export interface NumberRange {
  readonly least: number
  readonly most: number
  readonly step?: number
}

export function addNumberField(parent: Element, title: string, value: number, { least, most, step = 1 }: NumberRange): NumberField {
  const element = addElement(parent, 'label', 'number-field')
  addElement(element, 'span', 'note').textContent = title
  const input = addElement(element, 'input', 'input')
  input.type = 'number'
  input.inputMode = 'decimal'
  input.min = String(least)
  input.max = String(most)
  input.step = String(step)
  input.value = String(value)
  return { element, value: () => (input.value !== '' && input.validity.valid ? input.valueAsNumber : null) }
}
