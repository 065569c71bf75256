/**
 * Men that slide, land and fade, and mills that light up.
 *
 * The state has changed already when a motion begins: motions only say where a man is shown for a
 * moment, so they never keep anybody waiting. With reduced motion there are none.
 */
import type { Point } from '../rules/geometry'
import { other } from '../rules/position'
import type { Color } from '../rules/position'
import { SPOTS } from './layout'
import type { Spot } from './layout'
import type { Happening } from '../game/session'

/** Milliseconds. */
const SLIDE = 240
const FLIGHT = 380
const LANDING = 200
const FADING = 320
const GLOWING = 600

/** How high a man is held that is dragged. */
const HELD = 0.6

/** A man on its way; `from` is null where it comes from the hand. */
interface Arrival {
  readonly kind: 'arrival'
  readonly from: Spot | null
  readonly to: Point
  readonly lift: number
  readonly begin: number
  readonly end: number
}

/** A man that has been taken and is still seen. */
interface Departure {
  readonly kind: 'departure'
  readonly color: Color
  readonly at: Point
  readonly begin: number
  readonly end: number
}

interface Glow {
  readonly kind: 'glow'
  readonly begin: number
  readonly end: number
}

type Motion = Arrival | Departure | Glow

/** How a man is shown: where, how much larger and higher, and how clearly. */
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

  /** The point of the man that is dragged, or null. */
  get heldPoint(): Point | null {
    return this.held && this.held.point
  }

  /** Shows the man of a point where a pointer drags it. */
  hold(point: Point, spot: Spot): void {
    this.held = { point, spot }
  }

  /** Lets a dragged man slide back to its point, unless it has moved. */
  letGo(now: number): void {
    if (!this.held) return
    const { point: to, spot: from } = this.held
    this.held = null
    if (prefersReducedMotion()) return
    this.motions.push({ kind: 'arrival', from, to, lift: HELD, begin: now, end: now + SLIDE })
  }

  /** Begins to show what has happened. */
  show(happenings: readonly Happening[], now: number): void {
    const { held } = this
    if (happenings.some((each) => each.kind === 'step' && each.origin === held?.point)) this.held = null
    if (prefersReducedMotion()) return
    let begin = now
    for (const happening of happenings) {
      if (happening.kind === 'step') {
        const { origin, target: to, flies, mills } = happening
        const isDropped = origin !== null && origin === held?.point
        const from = isDropped ? held.spot : origin === null ? null : SPOTS[origin]
        const moving = flies && !isDropped ? FLIGHT : SLIDE
        const end = begin + (origin === null ? LANDING : moving)
        this.motions = this.motions.filter((m) => m.kind !== 'arrival' || m.to !== origin)
        this.motions.push({ kind: 'arrival', from, to, lift: flies ? 1 : 0.3, begin, end })
        if (mills) this.motions.push({ kind: 'glow', begin: end, end: end + GLOWING })
        begin = end
      } else if (happening.kind === 'removal') {
        const { color: taker, point: at } = happening
        const color = other(taker)
        this.motions.push({ kind: 'departure', color, at, begin, end: begin + FADING })
      }
    }
  }

  /** Shows everything as it is. */
  clear(): void {
    this.motions = []
    this.held = null
  }

  /** Forgets what is over; whether anything still moves. */
  isActive(now: number): boolean {
    this.motions = this.motions.filter(({ end }) => end > now)
    return this.motions.length > 0
  }

  /** How the man that stands on `point` is shown. */
  sprite(point: Point, now: number): Sprite {
    if (this.held?.point === point) return { ...this.held.spot, lift: HELD, alpha: 1 }
    const spot = SPOTS[point]
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

  /** Men that have been taken and are still to be seen. */
  ghosts(now: number): Ghost[] {
    const departures = this.motions.filter(
      (motion): motion is Departure => motion.kind === 'departure',
    )
    return departures.map((departure) => {
      const { x, y } = SPOTS[departure.at]
      const part = progress(departure, now)
      return { x, y, color: departure.color, lift: part, alpha: 1 - part }
    })
  }

  /** How bright the closed mills shine, 0 to 1. */
  glow(now: number): number {
    const glow = this.motions.find(({ kind }) => kind === 'glow')
    return glow ? progress(glow, now) : 1
  }
}

/** How much of a motion is done, 0 to 1: quick at first, gentle at the end. */
function progress({ begin, end }: Motion, now: number): number {
  const part = Math.min(1, Math.max(0, (now - begin) / (end - begin)))
  return 1 - (1 - part) ** 3
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
