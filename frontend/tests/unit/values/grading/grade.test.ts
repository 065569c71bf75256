import { describe, expect, test } from 'vitest'
import { shareOf } from '../../../../src/values/estimate'
import { GLYPHS, findError, gradeTurn, measureAccuracy } from '../../../../src/values/grading/grade'
import type { GradedTurn } from '../../../../src/values/grading/grade'
import type { Estimate } from '../../../../src/values/estimate'
import { BLACK, WHITE } from '../../../../src/core/rules/position'
import { REVIEWS } from '../../vectors'
import VECTORS from '../../../vectors/grades.json'

describe('a move', () => {
  const estimates = VECTORS.estimates.map(([score, result, plies]) => ({
    score: Number(score),
    value: result === null ? null : ({ result, plies } as Estimate['value']),
  }))

  test.each(estimates.map((before, row) => [before, row] as const))(
    'from %j gets the glyph that the Python package gives it',
    (before, row) => {
      const glyphs = estimates.map((after) => findError(before, after)).map((error) => (error ? GLYPHS[error] : ''))
      expect(glyphs).toEqual(VECTORS.glyphs[row])
    },
  )
})

describe.each(REVIEWS.map((review, index) => [index, review] as const))('game %d', (_, review) => {
  const { positions, moves, stops, turns, accuracy } = review
  const graded = moves.map((move, ply) => gradeTurn(positions[ply], move, stops[ply], stops[ply + 1]))

  test('has the glyphs, counts and reasons that the Python package gives it', () => {
    const told = graded.map((turn) => turn && [turn.glyph, turn.keeping, turn.reasons])
    expect(told).toEqual(turns.map(({ glyph, keeping, reasons }) => [glyph, keeping, reasons]))
  })

  test('has the same expected scores and accuracy', () => {
    const all = graded.filter((turn): turn is GradedTurn => turn !== null)
    all.forEach((turn, ply) => {
      const [before, after] = turns[ply].expected
      expect(shareOf(turn.before, turn.position)).toBeCloseTo(before, 6)
      expect(shareOf(turn.after, turn.position)).toBeCloseTo(after, 6)
    })
    for (const color of [WHITE, BLACK] as const) {
      expect(measureAccuracy(all, color)).toBeCloseTo(accuracy[color] ?? NaN, 6)
    }
  })
})

test('without anything to lose there is no accuracy', () => {
  expect(measureAccuracy([], WHITE)).toBeNull()
})
