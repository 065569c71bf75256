/** Takes texts out of the page: to the clipboard, also on pages that came over plain HTTP, and as files. */

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

/** Saves a file on the visitor's device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
