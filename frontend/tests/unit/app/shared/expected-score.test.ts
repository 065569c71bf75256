import { expect, test } from 'vitest'
import { expectedScore, percentOf } from '../../../../src/app/shared/expected-score'
import type { Phase } from '../../../../src/rules/position'
import VECTORS from '../../../vectors/expected-score.json'

const CASES = Object.entries(VECTORS.scores).map(([phase, scores]) => [phase as Phase, scores] as const)

test.each(CASES)('an estimate in %s is worth what the Python package says', (phase, scores) => {
  VECTORS.estimates.forEach((estimate, index) => {
    expect(100 * expectedScore(estimate, phase)).toBeCloseTo(scores[index], 5)
  })
})

test.each(CASES)('the curve of %s rises from 0 to 1 through a half at 0', (phase) => {
  const scores = [-20_000, -500, -60, -5, 0, 5, 60, 500, 20_000].map((estimate) => expectedScore(estimate, phase))
  expect([...scores].sort((one, two) => one - two)).toEqual(scores)
  expect(scores[4]).toBe(0.5)
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...scores)).toBeLessThanOrEqual(1)
})

test('an estimate is never certain', () => {
  expect([0, 0.543, 1].map(percentOf)).toEqual([1, 54, 99])
})
