/** A link that can be copied, and sent where the device offers that. */
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
