import { describe, expect, test } from 'vitest'
import { isArrow, neighbourTowards } from '../../../src/board/accessibility'
import { pointsOf } from '../../../src/core/rules/geometry'
import { BOARD, NAMES, NEIGHBOURS, POINTS } from '../../../src/core/rules/nine'

const point = (name: string): number => NAMES.indexOf(name)

describe('arrow keys', () => {
  test.each([
    ['a7', 'ArrowRight', 'd7'],
    ['a7', 'ArrowDown', 'a4'],
    ['d7', 'ArrowDown', 'd6'],
    ['d2', 'ArrowUp', 'd3'],
    ['c4', 'ArrowLeft', 'b4'],
  ])('%s %s leads to %s', (from, key, to) => {
    expect(neighbourTowards(BOARD, point(from), key)).toBe(point(to))
  })

  test.each([
    ['a7', 'ArrowUp'],
    ['d5', 'ArrowDown'],
    ['b6', 'ArrowLeft'],
    ['a7', 'Enter'],
  ])('%s %s leads nowhere', (from, key) => {
    expect(neighbourTowards(BOARD, point(from), key)).toBe(null)
  })

  test('every neighbour is reached by one of four keys', () => {
    const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    expect(arrows.every(isArrow)).toBe(true)
    for (const from of POINTS) {
      const reached = arrows.map((key) => neighbourTowards(BOARD, from, key)).filter((to) => to !== null)
      expect(reached.toSorted((a, b) => a - b)).toEqual(pointsOf(NEIGHBOURS[from]))
    }
  })
})
