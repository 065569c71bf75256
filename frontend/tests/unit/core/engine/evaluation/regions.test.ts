import { describe, expect, test } from 'vitest'
import { CLASSES, LANE, REGIONS, RING_OF, STATES, STATES_OF, WORDS, classesOf, numberStates } from '../../../../../src/core/engine/evaluation/regions'
import { BOARD } from '../../../../../src/core/rules/nine'
import { symmetriesOf } from '../../../../../src/core/rules/symmetry'

const OUTER = [0, 1, 2, 3, 4, 5, 6, 7]

/** The number whose digits are 1 where `men` has a point. */
const stateOf = (men: number, points: readonly number[]): number =>
  points.reduce((state, point) => 3 * state + ((men >> point) & 1), 0)

describe('states', () => {
  test.each([0, 0xff, 0x0f0f0f, 0x123456, 0xabcdef, 0xffffff])('of the men %d are those of the points', (men) => {
    const [, , side, corner] = REGIONS
    const quarter = (points: readonly number[], turns: number): number[] =>
      points.map((point) => (point & 24) | ((point + 2 * turns) & 7))
    for (let word = 0; word < WORDS; word++) {
      let states = 0
      for (let square = 0; square < 3; square++) {
        states += STATES_OF[(square * 256 + ((men >> (8 * square)) & 255)) * WORDS + word]
      }
      const points = word < 2 ? side : corner
      const expected = [0, 1].map((lane) => stateOf(men, quarter(points, 2 * (word % 2) + lane)))
      expect([states & 0xffff, states >> LANE]).toEqual(expected)
    }
    expect(RING_OF[men & 255]).toBe(stateOf(men, OUTER))
  })
})

describe('classes', () => {
  test.each([954, 954, 5346, 5346].map((count, index) => [index, count] as const))(
    'of region %d: %d, numbered from 0',
    (index, count) => {
      const classes = new Set(classesOf(REGIONS[index]))
      expect([classes.size, Math.min(...classes), Math.max(...classes)]).toEqual([count, 0, count - 1])
    },
  )

  test('of all regions are numbered one after the other', () => {
    const numbers = numberStates()
    expect(numbers).toHaveLength(STATES)
    expect(new Set(numbers).size).toBe(CLASSES)
    expect(numbers.reduce((one, two) => Math.max(one, two))).toBe(CLASSES - 1)
  })

  test('are shared by symmetric states', () => {
    const classes = classesOf(OUTER)
    for (const symmetry of symmetriesOf(BOARD).filter(([first]) => first < 8)) {
      for (const men of [0x01, 0x0b, 0x35, 0xe7]) {
        const image = OUTER.reduce((mask, point) => mask | (((men >> point) & 1) << symmetry[point]), 0)
        expect(classes[RING_OF[image]]).toBe(classes[RING_OF[men]])
      }
    }
  })
})
