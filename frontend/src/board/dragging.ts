/**
 * Dragging a man to another point, with a mouse, a pen or a finger.
 *
 * A press that does not move is a click and none of ours. One that does picks the man up, which selects
 * it, and putting it down chooses the point below, so both ways of moving go through the same choices.
 */
import type { Point } from '../rules/geometry'
import type { Spot } from './layout'

/** How far a pressed pointer moves, in pixels of the page, before it drags. */
const THRESHOLD = 6

/** What a board does for dragging. */
export interface Carrier {
  /** Whether the man on a point can be picked up. */
  isMovable(point: Point): boolean
  /** Selects the man on a point; whether it is selected then. */
  pickUp(point: Point): boolean
  /** Shows the man of a point under the pointer, which is near the point `over`. */
  carry(point: Point, spot: Spot, over: Point | null): void
  /** Ends the dragging over a point, or over none; a man that has nowhere to go slides back. */
  putDown(point: Point, over: Point | null): void
}

/** Where a pointer is: in pixels of the page, in units of the canvas, and near which point. */
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

  /** Whether a man is pressed or dragged, so that a finger must not scroll the page. */
  get isHolding(): boolean {
    return this.grip !== null
  }

  /** Whether a man is being dragged. */
  get isMoving(): boolean {
    return this.grip?.isMoving === true
  }

  /** Whether a click belongs to a drag that has ended, and means nothing. */
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

  /** Ends the dragging where it began. */
  cancel(): void {
    const { grip } = this
    this.grip = null
    if (grip?.isMoving) this.carrier.putDown(grip.point, null)
  }

  /** Forgets the man, which is shown elsewhere already. */
  forget(): void {
    this.grip = null
  }
}
