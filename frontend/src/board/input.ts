/** Pointers: which point of the board an event means, whatever size the canvas is shown at. */
import { SIZE, pointAt } from './layout'
import type { Spot } from './layout'
import type { Point } from '../rules/geometry'

/** Where a pointer is, in the units of the canvas. */
export function spotUnder(canvas: HTMLCanvasElement, event: MouseEvent): Spot {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return { x: ((event.clientX - left) * SIZE) / width, y: ((event.clientY - top) * SIZE) / height }
}

/** The point under a pointer, or null where none is near. */
export function pointUnder(canvas: HTMLCanvasElement, event: MouseEvent): Point | null {
  const { x, y } = spotUnder(canvas, event)
  return pointAt(x, y)
}

/** Whether a pointer hovers: a finger does not. */
export function hovers(event: PointerEvent): boolean {
  return event.pointerType !== 'touch'
}
