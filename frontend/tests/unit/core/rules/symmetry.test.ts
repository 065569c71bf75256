import { describe, expect, test } from 'vitest'
import { has } from '../../../../src/core/rules/geometry'
import { BOARD } from '../../../../src/core/rules/nine'
import { WAYS, imageOf, symmetriesOf, turning } from '../../../../src/core/rules/symmetry'
import { VARIANTS, VARIANT_NAMES } from '../../../../src/core/rules/variants'

test.each(WAYS)('%s keeps neighbours', (way) => {
  const { points, neighbours } = BOARD
  const symmetry = turning(BOARD, way) ?? []
  expect(new Set(symmetry)).toEqual(new Set(points))
  for (const one of points) {
    for (const two of points) {
      expect(has(neighbours[symmetry[one]], symmetry[two])).toBe(has(neighbours[one], two))
    }
  }
})

describe.each(VARIANT_NAMES)('the board of %s', (name) => {
  const { board } = VARIANTS[name]

  test('has as many symmetries as Python finds, the identity first', () => {
    expect(symmetriesOf(board)).toHaveLength(name === 'three' ? 8 : 16)
    expect(symmetriesOf(board)[0]).toEqual(board.points)
  })

  test('keeps its lines under each', () => {
    for (const symmetry of symmetriesOf(board)) {
      expect(new Set(board.mills.map((mill) => imageOf(mill, symmetry)))).toEqual(new Set(board.mills))
    }
  })
})

test('only boards of several squares can exchange them', () => {
  const able = VARIANT_NAMES.filter((name) => turning(VARIANTS[name].board, 'squares'))
  expect(able).toEqual(VARIANT_NAMES.filter((name) => name !== 'three'))
})
