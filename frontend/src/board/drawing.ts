/** Draws a scene: mills, traces of the last move, men and marks. */
import type { Animation, Sprite } from './animation'
import { has, pointsOf } from '../core/rules/geometry'
import type { Mask, Point } from '../core/rules/geometry'
import type { Layout, Spot } from './layout'
import { BLACK, WHITE } from '../core/rules/position'
import type { Color, Move } from '../core/rules/position'
import type { Scene } from './scene'
import { drawBoard, fillDisc } from './wood'

type Context = CanvasRenderingContext2D

const GOLD = '#ffc928'
const BLUE = '#1f7bf2'
const RED = '#e3202c'
const GREEN = '#12a150'

/** Colours of a man: three from light to shadow, then rim and groove. */
export type Shades = Readonly<Record<Color, readonly string[]>>

/** The look of a board and its men. */
export interface Skin {
  drawBoard(context: Context, layout: Layout): void
  readonly shades: Shades
  /** A line around every man. */
  readonly outline?: string
}

export const WOODEN: Skin = {
  drawBoard,
  shades: {
    [WHITE]: ['#ffffff', '#f6ead2', '#cfb68a', '#8d7246', 'rgba(120, 92, 48, .55)'],
    [BLACK]: ['#77706a', '#35302d', '#100e0d', '#000000', 'rgba(190, 180, 170, .35)'],
  },
}

/** Draws everything on the board except the man being dragged. */
export function drawScene(
  context: Context,
  layout: Layout,
  skin: Skin,
  scene: Scene,
  animation: Animation,
  now: number,
): void {
  drawGlow(context, layout, scene.mills, animation.glow(now))
  drawTraces(context, layout, scene)
  for (const [color, mask] of [[WHITE, scene.white], [BLACK, scene.black]] as const) {
    for (const point of pointsOf(mask)) {
      if (point !== animation.heldPoint) drawMan(context, layout.man, color, skin, animation.sprite(point, now))
    }
  }
  for (const ghost of animation.ghosts(now)) drawMan(context, layout.man, ghost.color, skin, ghost)
  drawMarks(context, layout, scene, animation, now)
}

/** Draws the man that is being dragged, on top of everything. */
export function drawHeld(
  context: Context,
  layout: Layout,
  skin: Skin,
  { white, black }: Scene,
  animation: Animation,
  now: number,
): void {
  const point = animation.heldPoint
  if (point === null || !has(white | black, point)) return
  drawMan(context, layout.man, has(white, point) ? WHITE : BLACK, skin, animation.sprite(point, now))
}

/**
 * A soft light along each mill within `mills`, made of ever narrower and brighter lines. (A blurred
 * shadow looks the same but took more than 30 ms per frame without a graphics card.)
 */
function drawGlow(context: Context, { board, spots, man }: Layout, mills: Mask, brightness: number): void {
  context.save()
  context.lineCap = 'round'
  for (const [index, mill] of board.mills.entries()) {
    if (!mills || (mills & mill) !== mill) continue
    const [one, , two] = board.lines[index].map((point) => spots[point])
    for (let width = 2 * man + 18; width > 2; width -= 4) {
      context.globalAlpha = brightness * (width > 6 ? 0.15 : 0.8)
      context.lineWidth = width
      context.strokeStyle = width > 18 ? '#ffe27a' : '#fff7cf'
      context.beginPath()
      context.moveTo(one.x, one.y)
      context.lineTo(two.x, two.y)
      context.stroke()
    }
  }
  context.restore()
}

/** Traces of the last move: a faint ring where the man came from, a cross where one was captured. */
function drawTraces(context: Context, { spots, man }: Layout, { lastMove, white, black }: Scene): void {
  if (!lastMove) return
  const { origin, captured } = lastMove
  if (origin !== null && !has(white | black, origin)) {
    context.setLineDash([5, 5])
    strokeRing(context, spots[origin], (man * 2) / 3, 2.5, 'rgba(75, 42, 16, .8)')
    context.setLineDash([])
  }
  if (captured !== null && !has(white | black, captured)) drawCross(context, spots[captured], man)
}

function drawMarks(context: Context, layout: Layout, scene: Scene, animation: Animation, now: number): void {
  const { lastMove, suggestion, selected, hover } = scene
  const { spots, man } = layout
  if (lastMove !== null && lastMove.target !== null) {
    const { x, y } = animation.sprite(lastMove.target, now)
    context.fillStyle = has(scene.white, lastMove.target) ? '#7a5a26' : '#d8c9b4'
    fillDisc(context, { x, y }, man / 6)
  }
  if (scene.marksTargets) {
    for (const point of pointsOf(scene.targets)) drawTarget(context, spots[point], man / 24)
  }
  if (suggestion) drawSuggestion(context, layout, suggestion)
  if (selected !== null) drawRing(context, spots[selected], man, GOLD, 5)
  for (const point of pointsOf(scene.removalTargets)) drawRing(context, spots[point], man, RED, 4.5)
  for (const point of pointsOf(scene.stuck)) drawCross(context, spots[point], man)
  if (hover !== null) drawHover(context, layout, scene, hover)
}

function drawTarget(context: Context, spot: Spot, scale: number): void {
  context.fillStyle = 'rgba(255, 255, 255, .9)'
  fillDisc(context, spot, 11 * scale)
  context.fillStyle = BLUE
  fillDisc(context, spot, 8.5 * scale)
}

function drawHover(context: Context, { spots, man }: Layout, { removalTargets }: Scene, hover: Point): void {
  const spot = spots[hover]
  const isCapture = has(removalTargets, hover)
  const [inner, outer] = isCapture
    ? ['rgba(255, 70, 80, .25)', 'rgba(227, 32, 44, .6)']
    : ['rgba(150, 208, 255, .95)', 'rgba(31, 123, 242, .6)']
  const light = context.createRadialGradient(spot.x, spot.y, 4, spot.x, spot.y, man)
  light.addColorStop(0, inner)
  light.addColorStop(1, outer)
  context.fillStyle = light
  fillDisc(context, spot, man + 2)
  if (!isCapture) drawRing(context, spot, man, BLUE, 3.5)
}

/** The suggested move: green rings, joined by a line if a man moves. */
function drawSuggestion(context: Context, { spots, man }: Layout, { origin, target, captured }: Move): void {
  context.save()
  context.setLineDash([9, 6])
  if (origin !== null && target !== null) {
    const from = spots[origin]
    const to = spots[target]
    context.strokeStyle = GREEN
    context.lineWidth = 5
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
    strokeRing(context, from, man + 4, 4, GREEN)
  }
  for (const point of [target, captured]) {
    if (point !== null) strokeRing(context, spots[point], man + 4, 5, GREEN)
  }
  context.restore()
}

/** A ring around a man, with a dark edge so that it stands out on any board. */
function drawRing(context: Context, spot: Spot, man: number, style: string, width: number): void {
  strokeRing(context, spot, man + 3, width + 3, 'rgba(35, 16, 4, .7)')
  strokeRing(context, spot, man + 3, width, style)
}

function drawCross(context: Context, { x, y }: Spot, man: number): void {
  const arm = man * 0.4
  for (const [width, style] of [[8, '#fff'], [4.5, RED]] as const) {
    context.lineWidth = width
    context.strokeStyle = style
    context.lineCap = 'round'
    context.beginPath()
    context.moveTo(x - arm, y - arm)
    context.lineTo(x + arm, y + arm)
    context.moveTo(x + arm, y - arm)
    context.lineTo(x - arm, y + arm)
    context.stroke()
  }
}

function strokeRing(
  context: Context,
  { x, y }: Spot,
  radius: number,
  width: number,
  style: string,
): void {
  context.lineWidth = width
  context.strokeStyle = style
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
}

/** A turned wooden man seen from above: shadow, body, rim, groove and a highlight. */
function drawMan(
  context: Context,
  man: number,
  color: Color,
  { shades, outline }: Skin,
  { x, y, lift, alpha }: Sprite,
): void {
  const [light, middle, dark, rim, groove] = shades[color]
  const radius = man * (1 + 0.18 * lift)
  const height = 12 * lift
  const spot = { x, y: y - height }
  context.save()
  context.globalAlpha = alpha
  context.fillStyle = 'rgba(30, 14, 2, .22)'
  fillDisc(context, { x: x + 3 + height / 2, y: y + 5 + height / 2 }, radius + 2)
  fillDisc(context, { x: x + 2 + height / 2, y: y + 3 + height / 2 }, radius + 0.5)
  context.fillStyle = rim
  fillDisc(context, { x: spot.x, y: spot.y + 1.5 }, radius)
  const body = context.createRadialGradient(
    spot.x - radius * 0.35,
    spot.y - radius * 0.4,
    radius * 0.1,
    spot.x,
    spot.y,
    radius,
  )
  body.addColorStop(0, light)
  body.addColorStop(0.55, middle)
  body.addColorStop(1, dark)
  context.fillStyle = body
  fillDisc(context, spot, radius - 0.8)
  strokeRing(context, spot, radius * 0.66, 2, groove)
  strokeRing(context, spot, radius * 0.36, 1.6, groove)
  if (outline) strokeRing(context, spot, radius - 1, 3, outline)
  context.beginPath()
  context.arc(spot.x, spot.y, radius * 0.86, Math.PI * 1.05, Math.PI * 1.6)
  context.lineWidth = 2
  context.lineCap = 'round'
  context.strokeStyle = color === WHITE ? 'rgba(255, 255, 255, .95)' : 'rgba(255, 255, 255, .45)'
  context.stroke()
  context.restore()
}
