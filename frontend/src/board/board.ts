/**
 * The board: a canvas, and a button on each point for the keyboard and assistive technology.
 *
 * It knows no rules: it asks for the scene to draw and reports which point was chosen. The mini-game
 * and all pages of the app use this board.
 */
import { PointButtons, isArrow, neighbourTowards } from './accessibility'
import { Animation } from './animation'
import type { BoardEvent } from './animation'
import { addElement } from './dom'
import type { Listeners } from './dom'
import { Dragging } from './dragging'
import type { Pointing } from './dragging'
import { BoardRenderer } from './BoardRenderer'
import type { Overlay } from './BoardRenderer'
import { WOODEN } from './drawing'
import type { Skin } from './drawing'
import { has } from '../core/rules/geometry'
import type { Geometry, Point } from '../core/rules/geometry'
import { layoutOf } from './layout'
import type { Layout } from './layout'
import type { Scene } from './scene'

/** Whatever handles the input of a board. */
export interface BoardUser {
  /** Called when a point is clicked or chosen with a key. */
  choose(point: Point): void
  /** Whether choosing the point would do something; the cursor shows it. */
  isActive(point: Point): boolean
  /** Whether the man on the point can be dragged. */
  isMovable(point: Point): boolean
  /**
   * Whether the page uses the arrow keys itself. Then they move between points only after the board
   * got the focus from a key, not from a click.
   */
  readonly leavesArrows?: boolean
  /** Handles Escape; returns whether it did anything. */
  escape(): boolean
}

export class Board {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly points: PointButtons
  /** The point under the pointer. */
  pointer: Point | null = null
  overlay: Overlay | null = null

  private readonly animation: Animation
  private readonly renderer: BoardRenderer
  private dragging: Dragging | null = null
  /** Whether the board got the focus from a pointer rather than a key. */
  private isPointed = false
  private frame = 0

  /** `sceneAt` returns the scene to draw; `guard` wraps the drawing of each frame. */
  constructor(
    parent: Element,
    private readonly sceneAt: (pointer: Point | null) => Scene | null,
    private readonly guard: (action: () => void) => void,
    geometry: Geometry,
    skin: Skin = WOODEN,
  ) {
    const layout = layoutOf(geometry)
    this.element = addElement(parent, 'div', 'nmm-board')
    this.canvas = addElement(this.element, 'canvas')
    this.canvas.tabIndex = -1
    this.canvas.setAttribute('aria-hidden', 'true') // the buttons on top of it say the same
    this.animation = new Animation(layout)
    this.renderer = new BoardRenderer(this.canvas, skin, layout)
    this.points = new PointButtons(this.element, layout)
  }

  /** Handles pointers and keys until the listeners are removed. */
  listen(listeners: Listeners, user: BoardUser): void {
    const { canvas, points, renderer } = this
    const dragging = this.createDragging(user)
    this.dragging = dragging
    listeners.add(canvas, 'click', (event) => {
      if (!dragging.isClickOver) this.choose(renderer.pointUnder(event), user)
    })
    listeners.add(canvas, 'focus', () => points.focus())
    listeners.add(canvas, 'pointerdown', (event) => dragging.press(this.pointing(event)))
    listeners.add(canvas, 'pointermove', (event) => {
      dragging.move(this.pointing(event))
      if (dragging.isMoving) canvas.setPointerCapture(event.pointerId) // follow it beyond the edge
      else this.hover(event.pointerType === 'touch' ? null : renderer.pointUnder(event), user) // fingers do not hover
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

  /** Animates events. */
  animate(events: readonly BoardEvent[]): void {
    this.animation.show(events, performance.now())
  }

  /** Ends all animations. */
  settle(): void {
    this.dragging?.forget()
    this.animation.clear()
  }

  /** Draws in the next frame; several calls make one drawing. */
  redraw(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.guard(() => this.drawFrame()))
  }

  /** Draws the current scene without animations and stops until the next `redraw`. */
  rest(): void {
    cancelAnimationFrame(this.frame)
    this.settle()
    this.drawFrame()
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  /** Where the points are. */
  get layout(): Layout {
    return this.renderer.layout
  }

  /** Changes the board. */
  setGeometry(geometry: Geometry): void {
    const layout = layoutOf(geometry)
    if (layout === this.layout) return
    this.settle()
    this.pointer = null
    this.overlay = null
    this.animation.layout = layout
    this.renderer.layout = layout
    this.points.arrange(layout)
    this.redraw()
  }

  /** Changes the look. */
  setSkin(skin: Skin): void {
    this.renderer.skin = skin
    this.redraw()
  }

  /** Sets the width at which the board is shown, in CSS pixels, so that it stays sharp. */
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
    return { event, spot: this.renderer.spotUnder(event), point: this.renderer.pointUnder(event) }
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
        // A man dropped on another goes back, as does one that is no longer selected, or dropped where a new man would go.
        const isFree = over !== null && scene?.selected === point && !has(scene.white | scene.black | scene.placings, over)
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
      points.cursor = neighbourTowards(this.layout.board, points.cursor, event.key) ?? points.cursor
      points.focus()
    } else if (event.key === 'Escape' && user.escape()) {
      event.stopPropagation() // the page need not see it
    }
  }
}
