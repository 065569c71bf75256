import { describe, expect, test } from 'vitest'
import { expectedOf, turnEstimate } from '../../../src/values/estimate'

describe('the score to expect by exact values', () => {
  const draw = { result: 'draw', plies: null } as const

  test('is certain if the game is decided, whatever the chances', () => {
    expect(expectedOf({ result: 'win', plies: 9 }, { chance: 1, opponent_chance: 0.4 })).toBe(1)
    expect(expectedOf({ result: 'loss', plies: 8 }, { chance: 0.7, opponent_chance: 1 })).toBe(0)
  })

  test('of a draw is better for the side whose best play can expect more', () => {
    expect(expectedOf(draw, { chance: 0.9, opponent_chance: 0.7 })).toBeCloseTo(0.6)
    expect(expectedOf(draw, { chance: 0.7, opponent_chance: 0.9 })).toBeCloseTo(0.4)
    expect(expectedOf(draw, { chance: 0.8, opponent_chance: 0.8 })).toBeCloseTo(0.5)
    expect(expectedOf(draw, { chance: 1, opponent_chance: 0.5 })).toBe(0.75)
  })

  test('of a draw is a half if a chance is missing', () => {
    expect(expectedOf(draw)).toBe(0.5)
    expect(expectedOf(draw, { chance: 0.9, opponent_chance: null })).toBe(0.5)
  })
})

test('an estimate is the opposite one ply earlier', () => {
  expect(turnEstimate({ value: { result: 'win', plies: 4 }, score: 20 })).toEqual({ value: { result: 'loss', plies: 5 }, score: -20 })
  expect(turnEstimate({ value: null, score: 0 })).toEqual({ value: null, score: 0 })
})
