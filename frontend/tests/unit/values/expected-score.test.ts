import { expect, test } from 'vitest'
import { expectedScore, percentOf } from '../../../src/values/expected-score'
import type { Phase } from '../../../src/core/rules/position'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { VariantName } from '../../../src/core/rules/variants'
import VECTORS from '../../vectors/expected-score.json'

const CASES = Object.entries(VECTORS.scores).map(([key, scores]) => {
  const [name, phase] = key.split(' ') as [VariantName, Phase]
  return { name, phase, scores }
})

test.each(CASES)('an estimate in $name, $phase is worth what the Python package says', ({ name, phase, scores }) => {
  VECTORS.estimates.forEach((estimate, index) => {
    expect(100 * expectedScore(estimate, phase, VARIANTS[name])).toBeCloseTo(scores[index], 5)
  })
})

test.each(CASES)('the curve of $name, $phase rises from 0 to 1 through a half at 0', ({ name, phase }) => {
  const estimates = [-20_000, -500, -60, -5, 0, 5, 60, 500, 20_000]
  const scores = estimates.map((estimate) => expectedScore(estimate, phase, VARIANTS[name]))
  expect([...scores].sort((one, two) => one - two)).toEqual(scores)
  expect(scores[4]).toBe(0.5)
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...scores)).toBeLessThanOrEqual(1)
})

test('an estimate is never certain', () => {
  expect([0, 0.543, 1].map(percentOf)).toEqual([1, 54, 99])
})
