/**
 * The board: a canvas, a button on each point for those who do not point, and what they answer to.
 *
 * It knows no rules. It asks what is to be seen and tells which point was chosen; the mini-game and
 * every page of the app use this one board.
 */
import { PointButtons, isArrow, neighbourTowards } from './accessibility'
import { Animation } from './animation'
import { addElement } from './dom'
import type { Listeners } from './dom'
import { Dragging } from './dragging'
import type { Pointing } from './dragging'
import { WOODEN, createRenderer } from './drawing'
import type { Renderer, Skin } from './drawing'
import { has } from '../rules/geometry'
import type { Point } from '../rules/geometry'
import { hovers, pointUnder, spotUnder } from './input'
import type { Scene } from './scene'
import type { Happening } from '../game/session'

/** Who plays on a board. */
export interface BoardUser {
  /** A point was clicked, or chosen with a key. */
  choose(point: Point): void
  /** Whether choosing the point would do something; the pointer then says so. */
  isActive(point: Point): boolean
  /** Whether the man on the point can be dragged. */
  isMovable(point: Point): boolean
  /**
   * Whether arrow keys mean something else on the page. Then they go from point to point only where a
   * key has brought the focus to the board, not where a pointer has.
   */
  readonly leavesArrows?: boolean
  /** Escape was pressed; whether it meant something here. */
  escape(): boolean
}

/** Draws something of one's own over a frame, in the units of the canvas. */
export type Overlay = (context: CanvasRenderingContext2D, now: number) => void

export class Board {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly points: PointButtons
  /** The point under the pointer. */
  pointer: Point | null = null
  overlay: Overlay | null = null

  private readonly animation = new Animation()
  private readonly renderer: Renderer
  private dragging: Dragging | null = null
  /** Whether a pointer, not a key, has brought the focus here. */
  private isPointed = false
  private frame = 0

  /** `sceneAt` says what is to be seen; `guard` goes around every frame. */
  constructor(
    parent: Element,
    private readonly sceneAt: (pointer: Point | null) => Scene | null,
    private readonly guard: (action: () => void) => void,
    skin: Skin = WOODEN,
  ) {
    this.element = addElement(parent, 'div', 'nmm-board')
    this.canvas = addElement(this.element, 'canvas')
    this.canvas.tabIndex = -1
    this.canvas.setAttribute('aria-hidden', 'true') // the buttons above it tell the same
    this.renderer = createRenderer(this.canvas, skin)
    this.points = new PointButtons(this.element)
  }

  /** Answers to pointers and keys until the listeners are removed. */
  listen(listeners: Listeners, user: BoardUser): void {
    const { canvas, points } = this
    const dragging = this.createDragging(user)
    this.dragging = dragging
    listeners.add(canvas, 'click', (event) => {
      if (!dragging.isClickOver) this.choose(pointUnder(canvas, event), user)
    })
    listeners.add(canvas, 'focus', () => points.focus())
    listeners.add(canvas, 'pointerdown', (event) => dragging.press(this.pointing(event)))
    listeners.add(canvas, 'pointermove', (event) => {
      dragging.move(this.pointing(event))
      if (dragging.isMoving) canvas.setPointerCapture(event.pointerId) // beyond the edge, too
      else this.hover(hovers(event) ? pointUnder(canvas, event) : null, user)
    })
    listeners.add(canvas, 'pointerup', (event) => dragging.release(this.pointing(event)))
    listeners.add(canvas, 'pointercancel', () => dragging.cancel())
    listeners.add(canvas, 'touchmove', (event) => {
      if (dragging.isHolding) event.preventDefault() // the page must not scroll
    }, { passive: false })
    listeners.add(canvas, 'pointerleave', () => this.hover(null, user))
    listeners.add(points.element, 'click', (event) => this.choose(points.pointOf(event.target), user))
    listeners.add(points.element, 'keydown', (event) => this.pressKey(event, user))
    listeners.add(points.element, 'focusin', (event) => {
      this.isPointed = !(event.target as Element).matches(':focus-visible')
      points.cursor = points.pointOf(event.target) ?? points.cursor
    })
    listeners.add(window, 'resize', () => this.redraw())
  }

  /** Lets men move as it happened. */
  animate(happenings: readonly Happening[]): void {
    this.animation.show(happenings, performance.now())
  }

  /** Drops all motions: men stand where they belong. */
  settle(): void {
    this.dragging?.forget()
    this.animation.clear()
  }

  /** Draws with the next frame; several wishes make one drawing. */
  redraw(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.guard(() => this.drawFrame()))
  }

  /** Shows everything as it is now, and lets nothing move until the next call of `redraw`. */
  rest(): void {
    cancelAnimationFrame(this.frame)
    this.settle()
    this.drawFrame()
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  /** Changes the look. */
  wear(skin: Skin): void {
    this.renderer.wear(skin)
    this.redraw()
  }

  /** Tells how wide the board is shown, in pixels of the page, so that it stays sharp. */
  fit(width: number): void {
    this.renderer.fit(width)
    this.redraw()
  }

  destroy(): void {
    cancelAnimationFrame(this.frame)
    this.element.remove()
  }

  private drawFrame(): void {
    this.frame = 0
    const scene = this.sceneAt(this.pointer)
    if (!scene) return
    const now = performance.now()
    this.renderer.draw(scene, this.animation, now, this.overlay)
    if (this.animation.isActive(now)) this.redraw()
  }

  private pointing(event: PointerEvent): Pointing {
    return { event, spot: spotUnder(this.canvas, event), point: pointUnder(this.canvas, event) }
  }

  private createDragging(user: BoardUser): Dragging {
    return new Dragging({
      isMovable: (point) => user.isMovable(point),
      pickUp: (point) => {
        if (this.sceneAt(null)?.selected !== point) this.choose(point, user)
        return this.sceneAt(null)?.selected === point
      },
      carry: (point, spot, over) => {
        this.animation.hold(point, spot)
        this.hover(over, user)
        this.canvas.style.cursor = 'grabbing'
        this.redraw()
      },
      putDown: (point, over) => {
        const scene = this.sceneAt(null)
        // A man that is dropped on another goes back, as does one that is no longer selected.
        const isFree = over !== null && scene?.selected === point && !has(scene.white | scene.black, over)
        if (isFree) this.choose(over, user)
        this.animation.letGo(performance.now())
        this.canvas.style.cursor = 'default'
        this.hover(null, user)
        this.redraw()
      },
    })
  }

  private choose(point: Point | null, user: BoardUser): void {
    if (point === null) return
    this.points.cursor = point
    user.choose(point)
  }

  private hover(point: Point | null, user: BoardUser): void {
    if (this.pointer === point) return
    this.pointer = point
    this.canvas.style.cursor = point !== null && user.isActive(point) ? 'pointer' : 'default'
    this.redraw()
  }

  private pressKey(event: KeyboardEvent, user: BoardUser): void {
    const { points } = this
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') this.isPointed = false
    if (isArrow(event.key)) {
      if (this.isPointed && user.leavesArrows) return
      event.preventDefault() // the page must not scroll
      points.cursor = neighbourTowards(points.cursor, event.key) ?? points.cursor
      points.focus()
    } else if (event.key === 'Escape' && user.escape()) {
      event.stopPropagation() // it meant something here, not to the page
    }
  }
}
