import { expect, test } from 'vitest'
import { has } from '../../../src/rules/geometry'
import { LINES, NEIGHBOURS, POINTS } from '../../../src/rules/nine'
import { SYMMETRIES, WAYS, imageOf } from '../../../src/rules/symmetry'

test.each(WAYS)('%s keeps neighbours', (way) => {
  expect(new Set(POINTS.map((point) => imageOf(point, way)))).toEqual(new Set(POINTS))
  for (const one of POINTS) {
    for (const two of POINTS) {
      expect(has(NEIGHBOURS[imageOf(one, way)], imageOf(two, way))).toBe(has(NEIGHBOURS[one], two))
    }
  }
})

test('the board has 16 symmetries, and each keeps its lines', () => {
  expect(SYMMETRIES).toHaveLength(16)
  const lines = new Set(LINES.map((line) => [...line].sort((one, two) => one - two).join()))
  for (const symmetry of SYMMETRIES) {
    for (const line of LINES) {
      expect(lines.has(line.map((point) => symmetry[point]).sort((one, two) => one - two).join())).toBe(true)
    }
  }
})
