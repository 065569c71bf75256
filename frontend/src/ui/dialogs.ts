/** A dialog of several pages: confirmation. */
import { addElement } from '../board/dom'
import { addAction, openDialog } from './controls'

/** Asks for confirmation. */
export function askWhether(parent: Element, question: string, yes: string, no: string, act: () => void): void {
  const dialog = openDialog(parent, question)
  const row = addElement(dialog, 'div', 'row')
  addAction(row, no, 'button', () => dialog.close()).focus()
  addAction(row, yes, 'button main-button', () => {
    dialog.close()
    act()
  })
}
