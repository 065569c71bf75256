import { NINE } from '../../../src/core/rules/nine'
import { keepInMemory } from '../shell/services/memory-storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMatch, playTurn, resign } from '../../../src/core/match/match'
import type { Match } from '../../../src/core/match/match'
import { rate, rateResult, readRating, rematchOf, resetRating } from '../../../src/files/rating'
import { loadMatch, saveMatch } from '../../../src/files/saved-match'
import { FIRST_RATING } from '../../../src/core/players/people'
import { STRONGEST, WEAKEST, nameStrength, wordFor } from '../../../src/core/match/strengths'
import { parseAlgebraic } from '../../../src/core/rules/notation'
import { BLACK, WHITE } from '../../../src/core/rules/position'

let kept: Map<string, string>
beforeEach(() => {
  kept = keepInMemory()
})
afterEach(() => vi.unstubAllGlobals())

function begin(isAdaptive = true): Match {
  return createMatch({ opponent: nameStrength(readRating()), human: WHITE, clock: null, seed: 1, isAdaptive })
}

test('begins at club strength', () => {
  expect(readRating()).toBe(FIRST_RATING)
  expect(wordFor(FIRST_RATING)).toBe('club')
})

test('rises after a win, falls after a loss, and stays after a draw, within the range', () => {
  expect([1, 0, -1].map((result) => rateResult(800, result as -1 | 0 | 1))).toEqual([900, 800, 700])
  expect(rateResult(WEAKEST, -1)).toBe(WEAKEST)
  expect(rateResult(STRONGEST, 1)).toBe(STRONGEST)
})

test('counts a game once, when it is over', () => {
  const match = begin()
  rate(match)
  expect(match.rated).toBeNull()
  resign(match)
  rate(match)
  rate(match)
  expect(match.rated).toEqual({ rating: FIRST_RATING - 100, change: -100 })
  expect(readRating()).toBe(FIRST_RATING - 100)
  saveMatch(match)
  const restored = loadMatch(NINE)
  if (restored) rate(restored)
  expect(restored?.setup).toEqual(match.setup)
  expect(readRating()).toBe(FIRST_RATING - 100)
})

test('does not count other games', () => {
  const match = begin(false)
  playTurn(match, parseAlgebraic('d6'))
  resign(match)
  rate(match)
  expect(match.rated).toBeNull()
  expect(readRating()).toBe(FIRST_RATING)
})

test('a rematch has the new rating and the other colour', () => {
  const match = begin()
  resign(match)
  rate(match)
  expect(rematchOf(match.setup)).toMatchObject({ opponent: nameStrength(FIRST_RATING - 100), human: BLACK, isAdaptive: true })
  expect(rematchOf({ ...match.setup, isAdaptive: false }).opponent).toBe(nameStrength(FIRST_RATING))
})

test.each(['"x"', '850', '99999', '{'])('a stored %s is not a rating', (text) => {
  kept.set('merels.rating', text)
  expect(readRating()).toBe(FIRST_RATING)
})

test('can be reset', () => {
  kept.set('merels.rating', '500')
  expect(readRating()).toBe(500)
  resetRating()
  expect(readRating()).toBe(FIRST_RATING)
})
