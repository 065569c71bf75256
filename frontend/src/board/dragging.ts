/**
 * Dragging a man to another point, with a mouse, a pen or a finger.
 *
 * A press without movement is a click and ignored here. With movement it picks the man up, which
 * selects it; putting it down chooses the point below. So dragging makes the same choices as clicking.
 */
import type { Point } from '../core/rules/geometry'
import type { Spot } from './layout'

/** How far a pressed pointer must move before it drags, in CSS pixels. */
const THRESHOLD = 6

/** What dragging needs from the board. */
export interface Carrier {
  /** Whether the man on a point can be picked up. */
  isMovable(point: Point): boolean
  /** Selects the man on a point; returns whether it is selected. */
  pickUp(point: Point): boolean
  /** Shows the man under the pointer, which is near the point `over`. */
  carry(point: Point, spot: Spot, over: Point | null): void
  /** Drops the man near a point, or near none; it slides back if it cannot go there. */
  putDown(point: Point, over: Point | null): void
}

/** Where a pointer is: the event, the place in canvas units, and the nearest point. */
export interface Pointing {
  readonly event: PointerEvent
  readonly spot: Spot
  readonly point: Point | null
}

interface Grip {
  readonly pointer: number
  readonly point: Point
  readonly x: number
  readonly y: number
  isMoving: boolean
}

export class Dragging {
  private grip: Grip | null = null
  private hasEnded = false

  constructor(private readonly carrier: Carrier) {}

  /** Whether a man is pressed or dragged; a finger must not scroll the page then. */
  get isHolding(): boolean {
    return this.grip !== null
  }

  /** Whether a man is being dragged. */
  get isMoving(): boolean {
    return this.grip?.isMoving === true
  }

  /** Whether a click is the end of a drag and should be ignored. */
  get isClickOver(): boolean {
    return this.hasEnded
  }

  press({ event, point }: Pointing): void {
    this.hasEnded = false
    if (this.grip || !event.isPrimary || event.button !== 0) return
    if (point === null || !this.carrier.isMovable(point)) return
    this.grip = { pointer: event.pointerId, point, x: event.clientX, y: event.clientY, isMoving: false }
  }

  move({ event, spot, point }: Pointing): void {
    const { grip } = this
    if (grip?.pointer !== event.pointerId) return
    if (!grip.isMoving) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return
      grip.isMoving = this.carrier.pickUp(grip.point)
      if (!grip.isMoving) {
        this.grip = null
        return
      }
    }
    this.carrier.carry(grip.point, spot, point)
  }

  release({ event, point }: Pointing): void {
    const { grip } = this
    if (grip?.pointer !== event.pointerId) return
    this.grip = null
    if (!grip.isMoving) return
    this.hasEnded = true
    this.carrier.putDown(grip.point, point)
  }

  /** Takes the man back to where it was. */
  cancel(): void {
    const { grip } = this
    this.grip = null
    if (grip?.isMoving) this.carrier.putDown(grip.point, null)
  }

  /** Forgets the man without putting it down. */
  forget(): void {
    this.grip = null
  }
}
