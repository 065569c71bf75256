import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepInMemory } from '../../shell/services/memory-storage'
import { FIRST_RATING } from '../../../../src/core/players/people'
import { countAttempt, expectedScore, ratingAfter, solverRating, triedPuzzles } from '../../../../src/pages/learn/puzzle-rating'

let kept: Map<string, string>
beforeEach(() => {
  kept = keepInMemory()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a puzzle of your strength is a fair bet', () => {
  expect(expectedScore(1000, 1000)).toBe(0.5)
  expect(expectedScore(1400, 1000)).toBeCloseTo(10 / 11)
})

test('a hard puzzle gains more than an easy one, and later ones move less', () => {
  expect(ratingAfter(1000, 1000, true, 0)).toBe(1032)
  expect(ratingAfter(1000, 1000, false, 0)).toBe(968)
  expect(ratingAfter(1000, 1400, true, 0)).toBeGreaterThan(1050)
  expect(ratingAfter(1000, 600, true, 0)).toBeLessThan(1010)
  expect(ratingAfter(1000, 1000, true, 100)).toBe(1012)
  expect(ratingAfter(100, 100, false, 0)).toBe(100) // there is a floor
})

test('each puzzle counts once, at the first attempt', () => {
  expect(solverRating()).toBe(FIRST_RATING)
  expect(countAttempt('007', FIRST_RATING, false)).toBe(-32)
  expect(countAttempt('007', 1000, true)).toBeNull()
  expect(solverRating()).toBe(FIRST_RATING - 32)
  expect(triedPuzzles()).toEqual(new Set(['007']))
})

test.each(['nonsense', '7', '{"rating":"high","tried":7}', '{"rating":null}'])('unreadable data counts as none: %s', (text) => {
  kept.set('merels.puzzle-rating', text)
  expect(solverRating()).toBe(FIRST_RATING)
  expect(triedPuzzles().size).toBe(0)
})
