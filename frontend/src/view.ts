/** Everything that is seen: the elements under the root, and the frames drawn on the canvas. */
import { Announcer, PointButtons } from './accessibility'
import { Animation } from './animation'
import { addElement } from './dom'
import { createRenderer } from './draw'
import type { Renderer } from './draw'
import type { Point } from './geometry'
import { Panel } from './panel'
import type { Notes } from './panel'
import { sceneOf } from './scene'
import type { Happening, Session } from './state'
import { STYLE } from './style'
import type { Language, Say } from './text'

export class View {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly points: PointButtons
  readonly panel: Panel
  readonly announcer: Announcer
  /** The point under the pointer. */
  pointer: Point | null = null

  private readonly animation = new Animation()
  private readonly renderer: Renderer
  private frame = 0
  private session: Session | null = null

  constructor(
    root: Element,
    private readonly guard: (action: () => void) => void,
  ) {
    this.element = addElement(root, 'div', 'nmm')
    addElement(this.element, 'style').textContent = STYLE
    const board = addElement(this.element, 'div', 'nmm-board')
    this.canvas = addElement(board, 'canvas')
    this.canvas.tabIndex = -1
    this.canvas.setAttribute('aria-hidden', 'true') // the buttons above it tell the same
    this.renderer = createRenderer(this.canvas)
    this.points = new PointButtons(board)
    this.panel = new Panel(this.element, board)
    this.announcer = new Announcer(this.element)
  }

  /** Shows a game; motions go on by themselves. */
  update(session: Session, notes: Notes, say: Say, language: Language): void {
    this.session = session
    this.element.lang = language
    this.panel.update(session, notes, say)
    this.points.update(session, say)
    this.redraw()
  }

  /** Lets men move as it happened. */
  animate(happenings: readonly Happening[]): void {
    this.animation.show(happenings, performance.now())
  }

  /** Drops all motions: men stand where they belong. */
  settle(): void {
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

  destroy(): void {
    cancelAnimationFrame(this.frame)
    this.element.remove()
  }

  private drawFrame(): void {
    this.frame = 0
    if (!this.session) return
    this.panel.scrollMoves()
    const now = performance.now()
    this.renderer.draw(sceneOf(this.session, this.pointer), this.animation, now)
    if (this.animation.isActive(now)) this.redraw()
  }
}
