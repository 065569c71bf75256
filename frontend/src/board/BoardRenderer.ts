/** Maps the points of the board to a canvas: draws them there, and finds the point under a pointer. */
import type { Point } from '../core/rules/geometry'
import type { Animation } from './animation'
import { drawHeld, drawScene } from './drawing'
import type { Skin } from './drawing'
import { SIZE, pointAt } from './layout'
import type { Layout, Spot } from './layout'
import type { Scene } from './scene'

/** Draws on top of a frame, in canvas units. */
export type Overlay = (context: CanvasRenderingContext2D, layout: Layout, now: number) => void

export class BoardRenderer {
  private readonly context: CanvasRenderingContext2D
  /** The empty board, drawn once for each layout, skin and density. */
  private readonly background = document.createElement('canvas')
  private backgroundSkin: Skin | null = null
  private backgroundLayout: Layout | null = null
  private magnification = 1

  /** Prepares a canvas of 520 x 520 units; `skin` and `layout` can be changed at any time. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    public skin: Skin,
    public layout: Layout,
  ) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('this browser cannot draw on a canvas')
    this.context = context
    this.fitDensity()
  }

  /** Draws the board, the men and the marks. */
  draw(scene: Scene, animation: Animation, now: number, overlay: Overlay | null): void {
    const { canvas, context, skin, layout } = this
    this.fitDensity()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.drawImage(this.background, 0, 0)
    context.scale(canvas.width / SIZE, canvas.height / SIZE)
    drawScene(context, layout, skin, scene, animation, now)
    overlay?.(context, layout, now)
    drawHeld(context, layout, skin, scene, animation, now)
  }

  /** Sets the width at which the canvas is shown, in CSS pixels, so that it stays sharp. */
  fit(width: number): void {
    this.magnification = width / SIZE
  }

  /** The place under a pointer, in canvas units. */
  spotUnder(event: MouseEvent): Spot {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    return { x: ((event.clientX - left) * SIZE) / width, y: ((event.clientY - top) * SIZE) / height }
  }

  /** The point under a pointer, or null if none is near. */
  pointUnder(event: MouseEvent): Point | null {
    const { x, y } = this.spotUnder(event)
    return pointAt(this.layout, x, y)
  }

  /** Gives the canvas a whole number of pixels per unit, as many as the screen needs. */
  private fitDensity(): void {
    const { background, canvas, skin, layout } = this
    const density = Math.max(1, Math.ceil(devicePixelRatio * this.magnification))
    const isDrawn = this.backgroundSkin === skin && this.backgroundLayout === layout
    if (background.width === SIZE * density && isDrawn) return
    for (const each of [canvas, background]) each.width = each.height = SIZE * density
    const context = background.getContext('2d')
    context?.scale(density, density)
    if (context) skin.drawBoard(context, layout)
    canvas.dataset.board = JSON.stringify(layout.bounds)
    this.backgroundSkin = skin
    this.backgroundLayout = layout
  }
}
