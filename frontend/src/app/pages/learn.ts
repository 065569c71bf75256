import { addElement } from '../../dom'
import type { Mount } from '../page'

export const mount: Mount = (root) => {
  addElement(addElement(root, 'section', 'card message'), 'h1').textContent = 'Learn'
  return { unmount: () => root.replaceChildren() }
}
