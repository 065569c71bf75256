import { expect, test } from 'vitest'
import { WIN, countFromHere, countFromRoot, provedPlies } from '../../../../src/core/engine/scores'

test.each([
  [WIN - 3, 3],
  [20 - WIN, 20],
  [250, null],
  [-1200, null],
])('a score of %d proves an end in %j plies', (score, plies) => {
  expect(provedPlies(score)).toBe(plies)
})

test.each([WIN - 9, 9 - WIN, 250, -250, 0])('the table keeps %d from the position, the search from the root', (score) => {
  expect(countFromRoot(countFromHere(score, 5), 5)).toBe(score)
  const plies = provedPlies(countFromHere(score, 5))
  expect(plies).toBe(Math.abs(score) > 1000 ? 4 : null)
})
