/** Copies texts to the clipboard, also on pages that came over plain HTTP. */
import type { Text } from '../../bilingual'
import { addAction } from './controls'
import type { Say } from './i18n'

/** What is said afterwards, for the texts of every page that copies. */
export const COPYING: Readonly<Record<'copied' | 'copyFailed', Text>> = {
  copied: ['コピーしました。', 'Copied.'],
  copyFailed: ['コピーできませんでした。手動でコピーしてください。', 'Not copied: please copy by hand.'],
}

/**
 * Copies a text; returns whether that has worked. Browsers offer the clipboard to secure pages only; on others the
 * text is copied from a field beside `near`, as what is outside an open dialog cannot be selected.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, near)
  }
}

function copySelected(text: string, near: Element): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'nmm-hidden'
  field.readOnly = true // no keyboard on phones
  field.value = text
  near.after(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** Adds a button that copies a text, and then says whether it has. */
export function addCopyButton(
  parent: Element,
  className: string,
  text: string,
  say: Say<'copy' | 'copied' | 'copyFailed'>,
  announce: (said: string) => void,
): void {
  const button = addAction(parent, say('copy'), className, () => void copy())
  const copy = async (): Promise<void> => {
    const said = say((await copyText(text, button)) ? 'copied' : 'copyFailed')
    button.textContent = said
    announce(said)
  }
}
