/** The look of the board in each theme. */
import { WOODEN } from './drawing'
import type { Skin } from './drawing'
import { SIZE, edgeNames } from './layout'
import { BLACK, WHITE } from '../core/rules/position'
import { drawBoard, fillDisc, strokeLines } from './wood'

/** The wooden board, darkened. */
const EVENING: Skin = {
  ...WOODEN,
  drawBoard(context, layout) {
    drawBoard(context, layout)
    context.save()
    context.globalCompositeOperation = 'source-atop' // only on the wood
    context.fillStyle = 'rgba(24, 12, 2, .3)'
    context.fillRect(0, 0, SIZE, SIZE)
    context.restore()
  },
}

/** High contrast: black lines on white, pure white and pure black men. */
const PLAIN: Skin = {
  drawBoard(context, layout) {
    context.fillStyle = '#000'
    context.fillRect(0, 0, SIZE, SIZE)
    context.fillStyle = '#fff'
    context.fillRect(26, 26, SIZE - 52, SIZE - 52)
    context.strokeStyle = context.fillStyle = '#000'
    context.lineWidth = 4
    context.lineCap = 'round'
    strokeLines(context, layout)
    for (const spot of layout.spots) fillDisc(context, spot, 8)
    context.font = '700 16px system-ui, sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = '#fff'
    for (const { text, spot } of edgeNames(layout, 26)) context.fillText(text, spot.x, spot.y)
  },
  shades: {
    [WHITE]: ['#fff', '#fff', '#fff', '#000', '#000'],
    [BLACK]: ['#000', '#000', '#000', '#000', '#fff'],
  },
  outline: '#000',
}

export const SKINS = { light: WOODEN, dark: EVENING, contrast: PLAIN } as const satisfies Readonly<Record<string, Skin>>
