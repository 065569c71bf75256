/** Pointers: which point of the board an event means, whatever size the canvas is shown at. */
import { SIZE, pointAt } from './layout'
import type { Point } from './geometry'

/** The point under a pointer, or null where none is near. */
export function pointUnder(canvas: HTMLCanvasElement, event: MouseEvent): Point | null {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return pointAt(((event.clientX - left) * SIZE) / width, ((event.clientY - top) * SIZE) / height)
}

/** Whether a pointer hovers: a finger does not. */
export function hovers(event: PointerEvent): boolean {
  return event.pointerType !== 'touch'
}
