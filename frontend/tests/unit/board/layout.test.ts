import { describe, expect, test } from 'vitest'
import { SIZE, edgeNames, layoutOf, pointAt, strokesOf } from '../../../src/board/layout'
import { BOARD } from '../../../src/core/rules/nine'
import { VARIANTS, VARIANT_NAMES } from '../../../src/core/rules/variants'

describe.each(VARIANT_NAMES)('the layout of %s', (name) => {
  const { board } = VARIANTS[name]
  const layout = layoutOf(board)
  const { spots, step, man, bounds } = layout
  const spotOf = (point: string) => spots[board.names.indexOf(point)]

  test('is as wide as the canvas allows, with room for men and names', () => {
    const [left, top, right, bottom] = bounds
    expect(left + right).toBeCloseTo(SIZE)
    expect(Math.min(...spots.map(({ x }) => x))).toBeCloseTo(left)
    expect(Math.max(...spots.map(({ y }) => y))).toBeCloseTo(bottom)
    expect([top, right]).toEqual([left, bottom])
    expect(left).toBeGreaterThan(man + 24)
  })

  test('a1 is at the bottom left, and the frame says so', () => {
    const { x, y } = spotOf('a1')
    const names = edgeNames(layout, 24)
    const letter = names.find(({ text }) => text === 'a')
    const digit = names.find(({ text }) => text === '1')
    expect([letter?.spot, digit?.spot]).toEqual([{ x, y: SIZE - 12 }, { x: 12, y }])
    expect(x).toBeLessThan(SIZE / 2)
    expect(y).toBeGreaterThan(SIZE / 2)
    expect(names).toHaveLength(board.columns + board.rows)
  })

  test('men do not overlap', () => {
    expect(2 * man).toBeLessThan(step)
  })

  test('every point is found around its spot, and none between two', () => {
    for (const point of board.points) {
      const { x, y } = spots[point]
      expect(pointAt(layout, x, y)).toBe(point)
      expect(pointAt(layout, x + 20, y - 20)).toBe(point)
      expect(pointAt(layout, x + step / 2, y + step / 2)).toBe(null)
    }
  })

  test('every step is drawn', () => {
    const drawn = strokesOf(layout).flatMap((stroke) => stroke.slice(1).map((spot, index) => [stroke[index], spot]))
    expect(drawn).toHaveLength(new Set(board.neighbours.flatMap((mask, one) =>
      board.points.filter((two) => one < two && (mask >> two) & 1).map((two) => `${one}-${two}`))).size)
  })
})

test('nine men keep the size they had', () => {
  const { man, step, bounds } = layoutOf(BOARD)
  expect([man, step, ...bounds].map((number) => Math.round(number * 1e9) / 1e9)).toEqual([24, 68, 56, 56, 464, 464])
})

test('the smaller the board, the larger the men', () => {
  const sizes = (['three', 'six', 'nine'] as const).map((name) => layoutOf(VARIANTS[name].board).man)
  expect(sizes).toEqual([...sizes].sort((one, two) => two - one))
  expect(new Set(sizes).size).toBe(3)
})

test('the centre is a point of the one square only', () => {
  expect(pointAt(layoutOf(BOARD), SIZE / 2, SIZE / 2)).toBe(null)
  expect(pointAt(layoutOf(VARIANTS.three.board), SIZE / 2, SIZE / 2)).toBe(8)
})
