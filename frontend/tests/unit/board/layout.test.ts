import { describe, expect, test } from 'vitest'
import { isArrow, neighbourTowards } from '../../../src/board/accessibility'
import { NAMES, NEIGHBOURS, POINTS, pointsOf } from '../../../src/rules/geometry'
import { MAN, OUTER_SQUARE, SIZE, SPOTS, STEP, edgeNames, pointAt } from '../../../src/board/layout'
import { parseLevel, parsePosition } from '../../../src/minigame/host-options'
import { startPosition } from '../../../src/rules/position'

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

  test('men touch neither each other nor the edge', () => {
    expect(2 * MAN).toBeLessThan(STEP)
    expect(OUTER_SQUARE[0]).toBeGreaterThan(MAN)
  })

  test.each(POINTS)('point %i is found around its spot', (each) => {
    const { x, y } = SPOTS[each]
    expect(pointAt(x, y)).toBe(each)
    expect(pointAt(x + 20, y - 20)).toBe(each)
    expect(pointAt(x + STEP / 2, y + STEP / 2)).toBe(null)
  })

  test('the middle is no point', () => {
    expect(pointAt(SIZE / 2, SIZE / 2)).toBe(null)
  })
})

describe('arrow keys', () => {
  test.each([
    ['a7', 'ArrowRight', 'd7'],
    ['a7', 'ArrowDown', 'a4'],
    ['d7', 'ArrowDown', 'd6'],
    ['d2', 'ArrowUp', 'd3'],
    ['c4', 'ArrowLeft', 'b4'],
  ])('%s %s leads to %s', (from, key, to) => {
    expect(neighbourTowards(point(from), key)).toBe(point(to))
  })

  test.each([
    ['a7', 'ArrowUp'],
    ['d5', 'ArrowDown'],
    ['b6', 'ArrowLeft'],
    ['a7', 'Enter'],
  ])('%s %s leads nowhere', (from, key) => {
    expect(neighbourTowards(point(from), key)).toBe(null)
  })

  test('every neighbour is reached by one of four keys', () => {
    const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    expect(arrows.every(isArrow)).toBe(true)
    for (const from of POINTS) {
      const reached = arrows.map((key) => neighbourTowards(from, key)).filter((to) => to !== null)
      expect(reached.toSorted((a, b) => a - b)).toEqual(pointsOf(NEIGHBOURS[from]))
    }
  })
})

describe('options', () => {
  test('levels by name, else NORMAL', () => {
    expect(['EASY', 'NORMAL', 'HARD', 'easy', undefined, 3].map(parseLevel)).toEqual([
      'EASY',
      'NORMAL',
      'HARD',
      'NORMAL',
      'NORMAL',
      'NORMAL',
    ])
  })

  test('a position is completed from the start', () => {
    expect(parsePosition(undefined)).toEqual(startPosition())
    expect(parsePosition({ white: 7, whiteInHand: 6 })).toMatchObject({ white: 7, blackInHand: 9 })
  })

  test.each([
    { white: 1, black: 1, whiteInHand: 8, blackInHand: 8 },
    { white: 7 },
    { white: -1 },
    { white: 0.5 },
    { white: 2 ** 24, whiteInHand: 0 },
    { whiteInHand: 10 },
  ])('%o is none', (asked) => {
    expect(() => parsePosition(asked)).toThrow('not a possible position')
  })
})
