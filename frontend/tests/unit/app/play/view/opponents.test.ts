import { expect, test } from 'vitest'
import { needsServer } from '../../../../../src/app/play/match/match'
import { OPPONENTS, available } from '../../../../../src/app/play/view/opponents'

test('only Perfect needs what the server has', () => {
  expect(OPPONENTS.filter(needsServer)).toEqual(['perfect'])
})

test.each(OPPONENTS)('%s is replaced only if it cannot play', (opponent) => {
  expect(available(opponent, false)).toBe(opponent)
  expect(available(opponent, true)).toBe(needsServer(opponent) ? 'expert' : opponent)
})
