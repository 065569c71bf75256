/** Buttons, groups of choices and dialogs of the pages. */
import { addButton, addElement } from '../board/dom'

/** Adds a button with a text. */
export function addAction(parent: Element, text: string, className: string, act: () => void): HTMLButtonElement {
  const button = addButton(parent, className)
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** Adds a link with a text. */
export function addLink(parent: Element, text: string, href: string, className = ''): HTMLAnchorElement {
  const link = addElement(parent, 'a', className)
  link.href = href
  link.textContent = text
  return link
}

/** Adds a text area below its title. */
export function addTextArea(parent: Element, title: string, rows: number): HTMLTextAreaElement {
  const label = addElement(parent, 'label', 'field')
  addElement(label, 'span', 'note').textContent = title
  const area = addElement(label, 'textarea', 'input')
  area.rows = rows
  area.spellcheck = false
  return area
}

export interface Choice<Value> {
  readonly value: Value
  readonly text: string
  /** Whether it cannot be chosen now. */
  readonly isDisabled?: boolean
}

/** A group of radio buttons, in the order of its choices. */
export interface Choices<Value> {
  readonly field: HTMLFieldSetElement
  readonly inputs: readonly HTMLInputElement[]
  /** The current choice. */
  value(): Value
}

/** Adds a group of radio buttons; the one at index `chosen` is checked. */
export function addChoices<Value>(
  parent: Element,
  name: string,
  title: string,
  choices: readonly Choice<Value>[],
  chosen: number,
): Choices<Value> {
  const field = addElement(parent, 'fieldset', 'field')
  addElement(field, 'legend').textContent = title
  const row = addElement(field, 'div', 'choices')
  const inputs = choices.map(({ text }, index) => {
    const label = addElement(row, 'label')
    const input = addElement(label, 'input')
    input.type = 'radio'
    input.name = name
    input.value = String(index)
    input.checked = index === chosen
    addElement(label, 'span').textContent = text
    return input
  })
  return { field, inputs, value: () => choices[Math.max(0, inputs.findIndex(({ checked }) => checked))].value }
}

/** Opens a modal dialog. Escape, a click outside or `close` ends it; the focus then returns. */
export function openDialog(parent: Element, title: string): HTMLDialogElement {
  const dialog = addElement(parent, 'dialog', 'dialog')
  const heading = addElement(dialog, 'h2')
  heading.id = 'dialog-title'
  heading.textContent = title
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
  })
  dialog.showModal()
  return dialog
}

function isOutside(dialog: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
