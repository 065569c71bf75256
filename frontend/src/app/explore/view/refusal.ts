/** Takes the place of the verdict where an address names no position: what is wrong, and ways out. */
import { addButton, addElement, setText } from '../../../board/dom'
import type { Speak } from '../explore-narration'

export class Refusal {
  private readonly element: HTMLElement
  private readonly message: HTMLElement

  constructor(parent: Element, say: Speak, edit: () => void) {
    this.element = addElement(parent, 'section', 'card explore-refusal')
    this.element.setAttribute('role', 'alert')
    addElement(this.element, 'h2').textContent = say('refused')
    this.message = addElement(this.element, 'p')
    const row = addElement(this.element, 'div', 'row')
    const link = addElement(row, 'a', 'button main-button')
    link.href = '/explore'
    link.textContent = say('toStart')
    const button = addButton(row, 'button')
    button.textContent = say('edit')
    button.addEventListener('click', edit)
    this.hide()
  }

  get isShown(): boolean {
    return !this.element.hidden
  }

  show(message: string): void {
    setText(this.message, message)
    this.element.hidden = false
  }

  hide(): void {
    this.element.hidden = true
  }
}
