/** Swipes to the left and to the right. */

/** Pixels that a finger moves at least. */
const FAR = 40
/** How many times farther than up or down. */
const STRAIGHT = 1.5

/** Calls back for swipes over an element until the signal aborts: to the left is forward, as in a book. */
export function onSwipes(element: HTMLElement, signal: AbortSignal, step: (by: -1 | 1) => void): void {
  const starts = new Map<number, PointerEvent>()
  element.style.touchAction = 'pan-y pinch-zoom' // up and down still scroll the page
  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') starts.set(event.pointerId, event)
  }, { signal })
  element.addEventListener('pointercancel', ({ pointerId }) => starts.delete(pointerId), { signal })
  element.addEventListener('pointerup', (event) => {
    const start = starts.get(event.pointerId)
    starts.delete(event.pointerId)
    if (!start || starts.size) return
    const across = event.clientX - start.clientX
    const along = event.clientY - start.clientY
    if (Math.abs(across) >= FAR && Math.abs(across) > STRAIGHT * Math.abs(along)) step(across < 0 ? 1 : -1)
  }, { signal })
}
