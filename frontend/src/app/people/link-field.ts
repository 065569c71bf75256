/** A link that can be copied, and sent where the device offers that; it says if no other device can open it. */
import { addElement } from '../../board/dom'
import { addAction } from '../shared/controls'
import type { Say } from '../shared/i18n'
import type { PeopleKey } from './people-texts'

export function addLinkField(parent: Element, link: string, say: Say<PeopleKey>, announce: (text: string) => void): void {
  const row = addElement(parent, 'div', 'link-field')
  const input = addElement(row, 'input', 'input')
  input.readOnly = true
  input.value = link
  input.setAttribute('aria-label', say('link'))
  input.addEventListener('focus', () => input.select())
  const copy = addAction(row, say('copy'), 'button main-button', () => void act())
  const act = async (): Promise<void> => {
    if (!(await copyText(link, input))) return
    copy.textContent = say('copied')
    announce(say('copied'))
  }
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

/** Copies a text; browsers offer the clipboard to secure addresses only, and a local network has none. */
async function copyText(text: string, input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input.focus()
    return document.execCommand('copy')
  }
}
