import { expect, test } from 'vitest'
import { labelOf } from '../../../src/values/ratings'
import { annotations, drawColor } from '../../../src/board/overlay'
import { layoutOf } from '../../../src/board/layout'
import { BOARD } from '../../../src/core/rules/nine'
import { VARIANTS } from '../../../src/core/rules/variants'

const LAYOUT = layoutOf(BOARD)
const MAN = LAYOUT.man

/** A canvas on which every character is 0.65 times as wide as high, roughly like bold digits. */
class Canvas {
  font = ''
  readonly written: { text: string; size: number; width: number }[] = []
  save(): void {}
  restore(): void {}
  beginPath(): void {}
  arc(): void {}
  fill(): void {}
  measureText(text: string): { width: number } {
    return { width: 0.65 * this.size * text.length }
  }
  fillText(text: string): void {
    this.written.push({ text, size: this.size, width: this.measureText(text).width })
  }
  private get size(): number {
    return Number(/([\d.]+)px/.exec(this.font)?.[1])
  }
}

test.each([
  [0.5, '50'],
  [0.543, '54'],
  [0.9999, '99'],
  [0, '1'],
])('an expected score of %d is written as %s percent', (expected, label) => {
  expect(labelOf({ value: null, expected }, String)).toBe(label)
})

test('a draw with a chance shows it below the sign', () => {
  const canvas = new Canvas()
  annotations([{ point: 0, tone: 'draw', text: '=', shade: 1, detail: '~95' }])(canvas as unknown as CanvasRenderingContext2D, LAYOUT, 0)
  expect(canvas.written.map(({ text }) => text)).toEqual(['=', '~95'])
  for (const { size, width } of canvas.written) {
    expect(width).toBeLessThanOrEqual(2 * (MAN - 7) - 6)
    expect(size).toBeGreaterThanOrEqual(10)
  }
})

test('the better the chance, the greener the draw', () => {
  expect([0, 0.5, 1].map(drawColor)).toEqual(['rgb(220, 220, 220)', 'rgb(159, 205, 179)', 'rgb(98, 190, 138)'])
})

test.each(['=', '13', '165', '54%', '?'])('%s stays within its circle, and readable', (text) => {
  const canvas = new Canvas()
  annotations([{ point: 0, tone: 'win', text }])(canvas as unknown as CanvasRenderingContext2D, LAYOUT, 0)
  expect(canvas.written).toHaveLength(1)
  const [{ size, width }] = canvas.written
  expect(width).toBeLessThanOrEqual(2 * (MAN - 7) - 6)
  expect(size).toBeGreaterThanOrEqual(text.length < 5 ? 10 : 7)
})

test('texts grow with the men of smaller boards', () => {
  const sizes = (['three', 'six', 'nine'] as const).map((name) => {
    const canvas = new Canvas()
    const draw = annotations([{ point: 0, tone: 'win', text: '=' }])
    draw(canvas as unknown as CanvasRenderingContext2D, layoutOf(VARIANTS[name].board), 0)
    return canvas.written[0].size
  })
  expect(sizes[0]).toBeGreaterThan(sizes[1])
  expect(sizes[1]).toBeGreaterThan(sizes[2])
  expect(sizes[2]).toBeCloseTo(15)
})
