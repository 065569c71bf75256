import { describe, expect, test } from 'vitest'
import { NAMES, POINTS } from '../../../src/rules/nine'
import { MAN, OUTER_SQUARE, SIZE, SPOTS, STEP, edgeNames, pointAt } from '../../../src/board/layout'

const point = (name: string): number => NAMES.indexOf(name)

describe('layout', () => {
  test('the corners of the outer square are the corner points', () => {
    const [left, top, right, bottom] = OUTER_SQUARE
    expect(SPOTS[point('a7')]).toEqual({ x: left, y: top })
    expect(SPOTS[point('g1')]).toEqual({ x: right, y: bottom })
    expect(left + right).toBe(SIZE)
  })

  test('a1 is at the bottom left, and the frame says so', () => {
    const { x, y } = SPOTS[point('a1')]
    const names = edgeNames(24)
    const letter = names.find(({ text }) => text === 'a')
    const digit = names.find(({ text }) => text === '1')
    expect([letter?.spot, digit?.spot]).toEqual([{ x, y: SIZE - 12 }, { x: 12, y }])
    expect(x).toBeLessThan(SIZE / 2)
    expect(y).toBeGreaterThan(SIZE / 2)
    expect(names.map(({ text }) => text).toSorted().join('')).toBe('1234567abcdefg')
  })

  test('men overlap neither each other nor the edge', () => {
    expect(2 * MAN).toBeLessThan(STEP)
    expect(OUTER_SQUARE[0]).toBeGreaterThan(MAN)
  })

  test.each(POINTS)('point %i is found around its spot', (each) => {
    const { x, y } = SPOTS[each]
    expect(pointAt(x, y)).toBe(each)
    expect(pointAt(x + 20, y - 20)).toBe(each)
    expect(pointAt(x + STEP / 2, y + STEP / 2)).toBe(null)
  })

  test('the centre is not a point', () => {
    expect(pointAt(SIZE / 2, SIZE / 2)).toBe(null)
  })
})
