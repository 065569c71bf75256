/** The empty wooden board: a plate with a frame, engraved lines, letters and digits. */
import { SIZE, edgeNames, strokesOf } from './layout'
import type { Layout, Spot } from './layout'

const FRAME = 24
const CORNER = 18
const GRAINS = 46
const GROOVE = '#4b2a10'
const LIGHT = 'rgba(255, 236, 200, .55)'

/** Draws the empty board over the whole canvas. */
export function drawBoard(context: CanvasRenderingContext2D, layout: Layout): void {
  context.clearRect(0, 0, SIZE, SIZE)
  drawFrame(context)
  drawPlate(context)
  drawLines(context, layout)
  drawNames(context, layout)
}

function drawFrame(context: CanvasRenderingContext2D): void {
  const wood = context.createLinearGradient(0, 0, SIZE, SIZE)
  wood.addColorStop(0, '#8f5a2b')
  wood.addColorStop(0.5, '#6d3f1a')
  wood.addColorStop(1, '#4c2a10')
  context.fillStyle = wood
  fillRounded(context, 0, CORNER)
}

function drawPlate(context: CanvasRenderingContext2D): void {
  context.save()
  const wood = context.createLinearGradient(0, 0, SIZE * 0.4, SIZE)
  wood.addColorStop(0, '#e3b777')
  wood.addColorStop(0.5, '#d3a05c')
  wood.addColorStop(1, '#c08a47')
  context.fillStyle = wood
  fillRounded(context, FRAME, CORNER - 8)
  context.clip()
  drawGrain(context)
  context.strokeStyle = 'rgba(60, 30, 8, .55)'
  context.lineWidth = 4
  context.stroke() // the shadow of the frame; the clip hides its outer half
  context.restore()
}

/** Wavy grain, the same on every screen. */
function drawGrain(context: CanvasRenderingContext2D): void {
  context.save()
  for (let grain = 0; grain < GRAINS; grain++) {
    const height = (grain + 0.5) * (SIZE / GRAINS) + 5 * Math.sin(grain * 2.7)
    const wave = 3 + 3 * Math.sin(grain * 1.3)
    const alpha = 0.05 + 0.05 * Math.abs(Math.sin(grain * 4.1))
    context.beginPath()
    for (let x = 0; x <= SIZE; x += 20) {
      const y = height + wave * Math.sin(x / 95 + grain * 0.55) + 2 * Math.sin(x / 31 + grain)
      context.lineTo(x, y)
    }
    context.strokeStyle = `rgba(95, 52, 14, ${alpha})`
    context.lineWidth = 1 + 1.6 * Math.abs(Math.sin(grain * 3.3))
    context.stroke()
  }
  context.restore()
  fillRounded(context, FRAME, CORNER - 8, false) // make the plate the current path again
}

function drawLines(context: CanvasRenderingContext2D, layout: Layout): void {
  context.lineCap = 'round'
  for (const [offset, style, width] of [
    [1.4, LIGHT, 4],
    [0, GROOVE, 4],
  ] as const) {
    context.strokeStyle = style
    context.lineWidth = width
    strokeLines(context, layout, offset)
    context.fillStyle = style
    for (const { x, y } of layout.spots) fillDisc(context, { x: x + offset, y: y + offset }, 7)
  }
}

/** Strokes the lines of a board, moved down and right by `offset`. */
export function strokeLines(context: CanvasRenderingContext2D, layout: Layout, offset = 0): void {
  context.beginPath()
  for (const [first, ...rest] of strokesOf(layout)) {
    context.moveTo(first.x + offset, first.y + offset)
    for (const { x, y } of rest) context.lineTo(x + offset, y + offset)
  }
  context.stroke()
}

/** Letters and digits on the frame, where no man covers them. */
function drawNames(context: CanvasRenderingContext2D, layout: Layout): void {
  context.font = '600 14px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#f3d9ad'
  for (const { text, spot } of edgeNames(layout, FRAME)) context.fillText(text, spot.x, spot.y)
}

/** Fills a disc. */
export function fillDisc(context: CanvasRenderingContext2D, spot: Spot, radius: number): void {
  context.beginPath()
  context.arc(spot.x, spot.y, radius, 0, 2 * Math.PI)
  context.fill()
}

function fillRounded(
  context: CanvasRenderingContext2D,
  inset: number,
  corner: number,
  isFilled = true,
): void {
  const near = inset
  const far = SIZE - inset
  context.beginPath()
  context.moveTo(near + corner, near)
  context.arcTo(far, near, far, far, corner)
  context.arcTo(far, far, near, far, corner)
  context.arcTo(near, far, near, near, corner)
  context.arcTo(near, near, far, near, corner)
  context.closePath()
  if (isFilled) context.fill()
}
