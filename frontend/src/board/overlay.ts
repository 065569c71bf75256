/** Drawn over the board by pages: values on points, and arrows, in canvas units. */
import type { Overlay } from './BoardRenderer'
import type { Point } from '../core/rules/geometry'
import type { Layout } from './layout'
import { fillDisc } from './wood'

/** The result of a move for the mover. */
export type Tone = 'win' | 'draw' | 'loss' | 'unknown'

/** Fill and text colour; blue, grey and orange are distinct to colour-blind people too. */
export const TONES: Readonly<Record<Tone, readonly [string, string]>> = {
  win: ['#0069a6', '#ffffff'],
  draw: ['#dcdcdc', '#222222'],
  loss: ['#c04a00', '#ffffff'],
  unknown: ['#4a5058', '#ffffff'],
}

/** Draws with the best chance; others are between it and the plain tone. Dark text is readable on all of them. */
const BEST_DRAW = [98, 190, 138]
const PLAIN_DRAW = [220, 220, 220]

/** The fill of a draw; `shade` is 0 to 1, 1 for the best chance. */
export function drawColor(shade: number): string {
  return `rgb(${PLAIN_DRAW.map((from, index) => Math.round(from + shade * (BEST_DRAW[index] - from))).join(', ')})`
}

interface Look {
  readonly tone: Tone
  /** For draws only: 0 to 1, 1 for the best chance. */
  readonly shade?: number | null
}

/** A coloured disc with a short text on a point, and perhaps a smaller one below it. */
export interface Badge extends Look {
  readonly point: Point
  readonly text: string
  readonly detail?: string
}

/** A coloured arrow between two points. */
export interface Arrow extends Look {
  readonly from: Point
  readonly to: Point
}

/** The largest font size on a badge, in radii of a man. */
const LARGEST = 15 / 24
/** How far the text and the detail of a badge are from its middle. */
const ABOVE = 7 / 24
const BELOW = 5 / 24
/** The largest font size of the detail. */
const LARGEST_DETAIL = 13 / 24

/** An overlay with arrows, and badges on top of them. */
export function annotations(badges: readonly Badge[], arrows: readonly Arrow[] = []): Overlay {
  return (context, layout) => {
    context.save()
    for (const arrow of arrows) drawArrow(context, layout, arrow)
    for (const badge of badges) drawBadge(context, layout, badge)
    context.restore()
  }
}

function fillOf({ tone, shade }: Look): string {
  return typeof shade === 'number' ? drawColor(shade) : TONES[tone][0]
}

function drawBadge(context: CanvasRenderingContext2D, { spots, man }: Layout, badge: Badge): void {
  const { point, tone, text, detail } = badge
  const spot = spots[point]
  const [, ink] = TONES[tone]
  context.fillStyle = '#fffffff0'
  fillDisc(context, spot, man - 5)
  context.fillStyle = fillOf(badge)
  fillDisc(context, spot, man - 7)
  context.fillStyle = ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const write = (words: string, largest: number, down: number): void => {
    fitText(context, words, 2 * (man - 7) - 8, largest * man)
    context.fillText(words, spot.x, spot.y + 0.5 + down * man)
  }
  write(text, LARGEST, detail ? -ABOVE : 0)
  if (detail) write(detail, LARGEST_DETAIL, BELOW)
}

/** Sets a font size, at most `largest`, at which the text fits into `room`. */
function fitText(context: CanvasRenderingContext2D, text: string, room: number, largest: number): void {
  const write = (size: number): void => {
    context.font = `700 ${size}px system-ui, sans-serif`
  }
  write(largest)
  const { width } = context.measureText(text)
  if (width > room) write((largest * room) / width)
}

function drawArrow(context: CanvasRenderingContext2D, { spots }: Layout, arrow: Arrow): void {
  const { from, to } = arrow
  const one = spots[from]
  const two = spots[to]
  const length = Math.hypot(two.x - one.x, two.y - one.y)
  const x = (two.x - one.x) / length
  const y = (two.y - one.y) / length
  const tip = { x: two.x - x * 8, y: two.y - y * 8 }
  const neck = { x: tip.x - x * 18, y: tip.y - y * 18 }
  context.strokeStyle = context.fillStyle = fillOf(arrow)
  context.globalAlpha = 0.9
  context.lineWidth = 7
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(one.x + x * 10, one.y + y * 10)
  context.lineTo(neck.x, neck.y)
  context.stroke()
  context.beginPath()
  context.moveTo(tip.x, tip.y)
  context.lineTo(neck.x - y * 11, neck.y + x * 11)
  context.lineTo(neck.x + y * 11, neck.y - x * 11)
  context.fill()
  context.globalAlpha = 1
}
