/**
 * Men slide, land and fade; mills light up.
 *
 * The state has already changed when an animation starts: it only affects where a man is shown for a
 * moment, so nobody has to wait. With reduced motion there are no animations.
 */
import type { Mask, Point } from '../core/rules/geometry'
import { other } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import type { Layout, Spot } from './layout'

/** What happens on the board; a game has more to tell, which the board does not show. */
export type BoardEvent =
  | {
      readonly kind: 'step'
      readonly origin: Point | null
      readonly target: Point
      readonly flies: boolean
      /** Points of the mills that the step closes. */
      readonly mills: Mask
    }
  | { readonly kind: 'removal'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'end' | 'wrong' }

/** Durations in milliseconds. */
const SLIDE = 240
const FLIGHT = 380
const LANDING = 200
const FADING = 320
const GLOWING = 600

/** How high a dragged man is lifted. */
const HELD = 0.6

interface Span {
  readonly begin: number
  readonly end: number
}

/** A man on its way; `from` is null for a man from the hand. */
interface Arrival extends Span {
  readonly kind: 'arrival'
  readonly from: Spot | null
  readonly to: Point
  readonly lift: number
}

/** A captured man that is fading out. */
interface Departure extends Span {
  readonly kind: 'departure'
  readonly color: Color
  readonly at: Point
}

interface Glow extends Span {
  readonly kind: 'glow'
}

type Motion = Arrival | Departure | Glow

/** How a man is shown: where, how high and how opaque. */
export interface Sprite {
  readonly x: number
  readonly y: number
  readonly lift: number
  readonly alpha: number
}

export interface Ghost extends Sprite {
  readonly color: Color
}

export class Animation {
  private motions: Motion[] = []
  private held: { readonly point: Point; readonly spot: Spot } | null = null

  /** `layout` may be replaced while nothing moves. */
  constructor(public layout: Layout) {}

  /** The point of the man being dragged, or null. */
  get heldPoint(): Point | null {
    return this.held && this.held.point
  }

  /** Shows a man where the pointer drags it. */
  hold(point: Point, spot: Spot): void {
    this.held = { point, spot }
  }

  /** Lets the dragged man slide back to its point, unless it has moved. */
  letGo(now: number): void {
    if (!this.held) return
    const { point: to, spot: from } = this.held
    this.held = null
    if (prefersReducedMotion()) return
    this.motions.push({ kind: 'arrival', from, to, lift: HELD, begin: now, end: now + SLIDE })
  }

  /** Starts animating events. */
  show(events: readonly BoardEvent[], now: number): void {
    const { held } = this
    if (events.some((each) => each.kind === 'step' && each.origin === held?.point)) this.held = null
    if (prefersReducedMotion()) return
    let begin = now
    for (const event of events) {
      if (event.kind === 'step') {
        const { origin, target: to, flies, mills } = event
        const isDropped = origin !== null && origin === held?.point
        const from = isDropped ? held.spot : origin === null ? null : this.layout.spots[origin]
        const moving = flies && !isDropped ? FLIGHT : SLIDE
        const end = begin + (origin === null ? LANDING : moving)
        this.motions = this.motions.filter((m) => m.kind !== 'arrival' || m.to !== origin)
        this.motions.push({ kind: 'arrival', from, to, lift: flies ? 1 : 0.3, begin, end })
        if (mills) this.motions.push({ kind: 'glow', begin: end, end: end + GLOWING })
        begin = end
      } else if (event.kind === 'removal') {
        const { color: captor, point: at } = event
        const color = other(captor)
        this.motions.push({ kind: 'departure', color, at, begin, end: begin + FADING })
      }
    }
  }

  /** Ends all animations. */
  clear(): void {
    this.motions = []
    this.held = null
  }

  /** Drops finished animations; returns whether any are left. */
  isActive(now: number): boolean {
    this.motions = this.motions.filter(({ end }) => end > now)
    return this.motions.length > 0
  }

  /** How the man on `point` is shown. */
  sprite(point: Point, now: number): Sprite {
    if (this.held?.point === point) return { ...this.held.spot, lift: HELD, alpha: 1 }
    const spot = this.layout.spots[point]
    const arrival = this.motions.find(
      (motion): motion is Arrival => motion.kind === 'arrival' && motion.to === point,
    )
    if (!arrival) return { ...spot, lift: 0, alpha: 1 }
    const part = progress(arrival, now)
    if (arrival.from === null) return { ...spot, lift: 1 - part, alpha: Math.min(1, 0.3 + part) }
    const { from } = arrival
    return {
      x: from.x + (spot.x - from.x) * part,
      y: from.y + (spot.y - from.y) * part,
      lift: arrival.lift * Math.sin(Math.PI * part),
      alpha: 1,
    }
  }

  /** Captured men that are fading out. */
  ghosts(now: number): Ghost[] {
    const departures = this.motions.filter(
      (motion): motion is Departure => motion.kind === 'departure',
    )
    return departures.map((departure) => {
      const { x, y } = this.layout.spots[departure.at]
      const part = progress(departure, now)
      return { x, y, color: departure.color, lift: part, alpha: 1 - part }
    })
  }

  /** The brightness of closed mills, 0 to 1. */
  glow(now: number): number {
    const glow = this.motions.find(({ kind }) => kind === 'glow')
    return glow ? progress(glow, now) : 1
  }
}

/** The progress of a motion, 0 to 1: fast at first, slow at the end. */
function progress({ begin, end }: Span, now: number): number {
  const part = Math.min(1, Math.max(0, (now - begin) / (end - begin)))
  return 1 - (1 - part) ** 3
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
