import { describe, expect, test } from 'vitest'
import { count, maskOf, pointsOf } from '../../../../src/core/rules/geometry'
import { VARIANTS, VARIANT_NAMES, variantNamed } from '../../../../src/core/rules/variants'
import { FULL, LINES, MILLS, MILLS_THROUGH, NEIGHBOURS, PLACES, POINTS } from '../../../../src/core/rules/nine'

describe('the board', () => {
  test('has 24 points and 16 mills, two through each point', () => {
    expect(POINTS.length).toBe(24)
    expect(FULL).toBe(0xffffff)
    expect(MILLS.length).toBe(16)
    for (const point of POINTS) expect(MILLS_THROUGH[point].length).toBe(2)
  })

  test('lines lie in a row or a column', () => {
    for (const line of LINES) {
      const places = line.map((point) => PLACES[point])
      const columns = new Set(places.map(({ column }) => column))
      const rows = new Set(places.map(({ row }) => row))
      expect([columns.size, rows.size].toSorted()).toEqual([1, 3])
    }
  })

  test('neighbours are the next points on a line', () => {
    for (const point of POINTS) {
      const next = LINES.flatMap((line) =>
        line.filter((_, index) => Math.abs(index - line.indexOf(point)) === 1 && line.includes(point)),
      )
      expect(pointsOf(NEIGHBOURS[point])).toEqual(next.toSorted((one, two) => one - two))
    }
  })

  test('points lie where the console names them', () => {
    expect(PLACES[0]).toEqual({ column: 0, row: 0 })
    expect(PLACES[7]).toEqual({ column: 0, row: 3 })
    expect(PLACES[20]).toEqual({ column: 4, row: 4 })
  })
})

test('masks', () => {
  expect(pointsOf(maskOf([23, 0, 7]))).toEqual([0, 7, 23])
  expect(pointsOf(0)).toEqual([])
  for (let mask = 0; mask <= FULL; mask += 997) {
    expect(count(mask)).toBe(pointsOf(mask).length)
  }
  expect(count(FULL)).toBe(24)
})

test.each([
  ['three', 9, 16, 8, 3],
  ['five', 16, 20, 8, 5],
  ['six', 16, 20, 8, 6],
  ['nine', 24, 32, 16, 9],
  ['ten', 24, 32, 16, 10],
  ['eleven', 24, 40, 20, 11],
  ['twelve', 24, 40, 20, 12],
  ['lasker', 24, 32, 16, 10],
  ['morabaraba', 24, 40, 20, 12],
  ['shax', 24, 32, 16, 12],
] as const)('%s has %i points, %i edges, %i lines and %i men', (name, points, edges, lines, men) => {
  const { board, men: all } = VARIANTS[name]
  const steps = board.neighbours.reduce((sum, mask) => sum + count(mask), 0) / 2
  expect([board.points.length, steps, board.lines.length, all]).toEqual([points, edges, lines, men])
  expect(board.edges).toHaveLength(edges - 2 * lines)
  expect(count(board.full)).toBe(points)
})

test('variants by name', () => {
  expect(VARIANT_NAMES.map((name) => variantNamed(name)?.name)).toEqual(VARIANT_NAMES)
  expect([variantNamed('seven'), variantNamed('constructor'), variantNamed(null)]).toEqual([null, null, null])
})
