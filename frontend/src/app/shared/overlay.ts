/** Drawn over the board by pages: values on points, and arrows, in canvas units. */
import type { Overlay } from '../../board/BoardRenderer'
import type { Point } from '../../rules/geometry'
import { MAN, SPOTS } from '../../board/layout'
import { fillDisc } from '../../board/wood'

/** The result of a move for the mover. */
export type Tone = 'win' | 'draw' | 'loss' | 'unknown'

/** Fill and text colour; blue, grey and orange are distinct to colour-blind people too. */
export const TONES: Readonly<Record<Tone, readonly [string, string]>> = {
  win: ['#0069a6', '#ffffff'],
  draw: ['#dcdcdc', '#222222'],
  loss: ['#c04a00', '#ffffff'],
  unknown: ['#4a5058', '#ffffff'],
}

/** A coloured disc with a short text on a point. */
export interface Badge {
  readonly point: Point
  readonly tone: Tone
  readonly text: string
}

/** A coloured arrow between two points. */
export interface Arrow {
  readonly from: Point
  readonly to: Point
  readonly tone: Tone
}

/** The largest font size on a badge, in canvas units. */
const LARGEST = 15

/** An overlay with arrows, and badges on top of them. */
export function annotations(badges: readonly Badge[], arrows: readonly Arrow[] = []): Overlay {
  return (context) => {
    context.save()
    for (const arrow of arrows) drawArrow(context, arrow)
    for (const badge of badges) drawBadge(context, badge)
    context.restore()
  }
}

function drawBadge(context: CanvasRenderingContext2D, { point, tone, text }: Badge): void {
  const spot = SPOTS[point]
  const [fill, ink] = TONES[tone]
  context.fillStyle = '#fffffff0'
  fillDisc(context, spot, MAN - 5)
  context.fillStyle = fill
  fillDisc(context, spot, MAN - 7)
  context.fillStyle = ink
  fitText(context, text, 2 * (MAN - 7) - 8)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, spot.x, spot.y + 0.5)
}

/** Sets a font size at which the text fits into `room`. */
function fitText(context: CanvasRenderingContext2D, text: string, room: number): void {
  const write = (size: number): void => {
    context.font = `700 ${size}px system-ui, sans-serif`
  }
  write(LARGEST)
  const { width } = context.measureText(text)
  if (width > room) write((LARGEST * room) / width)
}

function drawArrow(context: CanvasRenderingContext2D, { from, to, tone }: Arrow): void {
  const one = SPOTS[from]
  const two = SPOTS[to]
  const length = Math.hypot(two.x - one.x, two.y - one.y)
  const x = (two.x - one.x) / length
  const y = (two.y - one.y) / length
  const tip = { x: two.x - x * 8, y: two.y - y * 8 }
  const neck = { x: tip.x - x * 18, y: tip.y - y * 18 }
  context.strokeStyle = context.fillStyle = TONES[tone][0]
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
