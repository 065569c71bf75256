import { expect, test } from 'vitest'
import { OPPONENTS, available, needsServer } from '../../../../../src/app/play/view/opponents'

test('two levels think on the server', () => {
  expect(OPPONENTS.filter(needsServer)).toEqual(['expert', 'perfect'])
})

test.each(OPPONENTS)('%s is replaced only if it cannot play', (opponent) => {
  expect(available(opponent, false)).toBe(opponent)
  expect(available(opponent, true)).toBe(needsServer(opponent) ? 'hard' : opponent)
})
