/** Keys that work anywhere on a page. */

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Elements that use the arrow keys themselves: fields, lists and dialogs. */
const OWN = 'input:not([type=checkbox]), textarea, select, dialog, [contenteditable]'

/**
 * Calls back for the left and right arrow keys until the signal aborts.
 *
 * Up and down still scroll the page. An element that handles the arrows itself, such as the board,
 * prevents the default; then there is no callback.
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
