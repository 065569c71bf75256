import { expect, test } from 'vitest'
import { needsServer } from '../../../../../src/app/play/match/match'
import { KINDS, OPPONENTS, available, kindOf } from '../../../../../src/app/play/view/opponents'

test('only Perfect needs what the server has', () => {
  expect(OPPONENTS.filter((opponent) => needsServer(opponent))).toEqual(['perfect'])
})

test.each(OPPONENTS)('%s is replaced only if it cannot play', (opponent) => {
  expect(available(opponent, false)).toBe(opponent)
  expect(available(opponent, true)).toBe(needsServer(opponent) ? 'expert' : opponent)
})

test.each(OPPONENTS)('%s is a choice of its own', (opponent) => {
  expect(kindOf({ opponent })).toBe(opponent)
  expect(KINDS).toContain(opponent)
})

test('a strength is chosen on the slider, or by your rating', () => {
  expect(kindOf({ opponent: 'elo:900' })).toBe('strength')
  expect(kindOf({ opponent: 'elo:900', isAdaptive: true })).toBe('adaptive')
})
