/** Keys that mean the same wherever the focus is on a page. */

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Where arrow keys have a meaning of their own: fields, lists to choose from, and whatever a dialog holds. */
const OWN = 'input:not([type=checkbox]), textarea, select, dialog, [contenteditable]'

/**
 * Calls back for the left and right arrow keys until the signal aborts.
 *
 * Up and down are left to the page, which they scroll. A part of the page that uses the arrows itself,
 * such as the board, prevents the default, and then nothing is called.
 */
export function onArrows(signal: AbortSignal, step: (by: -1 | 1) => void): void {
  const react = (event: KeyboardEvent): void => {
    const by = STEPS[event.key]
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest(OWN)) return
    event.preventDefault()
    step(by)
  }
  document.addEventListener('keydown', react, { signal })
}
