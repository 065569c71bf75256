/** A link that can be copied, and sent where the device offers that; it says if no other device can open it. */
import { addElement } from '../../../board/dom'
import { addAction } from '../../../ui/controls'
import { addCopyButton } from '../../../ui/copying'
import type { Say } from '../../../texts/texts'

export function addLinkField(parent: Element, link: string, say: Say<'people'>, announce: (text: string) => void): void {
  const row = addElement(parent, 'div', 'link-field')
  const input = addElement(row, 'input', 'input')
  input.readOnly = true
  input.value = link
  input.setAttribute('aria-label', say('link'))
  input.addEventListener('focus', () => input.select())
  addCopyButton(row, 'button main-button', link, say, announce)
  if (typeof navigator.share === 'function') {
    // Closing the device's own dialog is not a failure.
    addAction(row, say('share'), 'button', () => void navigator.share({ url: link }).catch(() => undefined))
  }
  if (isLoopback(link)) addElement(parent, 'p', 'note link-note').textContent = say('linkHere')
}

/** Whether an address is that of the device itself, so that it leads nowhere on any other. */
export function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
