/** Shown instead of the verdict if the address is not a position: what is wrong, and what to do. */
import { addElement } from '../../board/dom'
import { addAction, addLink } from '../../ui/controls'
import type { Speak } from './explore-narration'
import { setText } from '../../ui/prose'

export class Refusal {
  private readonly element: HTMLElement
  private readonly message: HTMLElement

  constructor(parent: Element, say: Speak, edit: () => void) {
    this.element = addElement(parent, 'section', 'card explore-refusal')
    this.element.setAttribute('role', 'alert')
    addElement(this.element, 'h2').textContent = say('refused')
    this.message = addElement(this.element, 'p')
    const row = addElement(this.element, 'div', 'row')
    addLink(row, say('toStart'), './explore', 'button main-button')
    addAction(row, say('edit'), 'button', edit)
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
