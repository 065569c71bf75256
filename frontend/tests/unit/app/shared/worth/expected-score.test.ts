import { describe, expect, test } from 'vitest'
import { expectedScore, expectedScoreOf, percentOf } from '../../../../../src/app/shared/worth/expected-score'
import type { Phase } from '../../../../../src/rules/position'
import VECTORS from '../../../../vectors/expected-score.json'

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

describe('the score to expect by exact values', () => {
  const draw = { result: 'draw', plies: null } as const

  test('is certain if the game is decided, whatever the chances', () => {
    expect(expectedScoreOf({ value: { result: 'win', plies: 9 }, chance: 1, opponent_chance: 0.4 })).toBe(1)
    expect(expectedScoreOf({ value: { result: 'loss', plies: 8 }, chance: 0.7, opponent_chance: 1 })).toBe(0)
    expect(expectedScoreOf({ value: null, chance: null, opponent_chance: null })).toBeNull()
  })

  test('of a draw is better for the side whose best play can expect more', () => {
    expect(expectedScoreOf({ value: draw, chance: 0.9, opponent_chance: 0.7 })).toBeCloseTo(0.6)
    expect(expectedScoreOf({ value: draw, chance: 0.7, opponent_chance: 0.9 })).toBeCloseTo(0.4)
    expect(expectedScoreOf({ value: draw, chance: 0.8, opponent_chance: 0.8 })).toBeCloseTo(0.5)
    expect(expectedScoreOf({ value: draw, chance: 1, opponent_chance: 0.5 })).toBe(0.75)
  })

  test('of a draw is a half if a chance is missing', () => {
    expect(expectedScoreOf({ value: draw })).toBe(0.5)
    expect(expectedScoreOf({ value: draw, chance: 0.9, opponent_chance: null })).toBe(0.5)
  })
})
