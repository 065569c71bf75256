import { expect, test } from 'vitest'
import { PEOPLE, estimateChance } from '../../../../src/core/players/people'
import VECTORS from '../../../vectors/chances.json'

test.each(PEOPLE)('a score promises against a %s what the Python package says', (person) => {
  VECTORS.chances[person].forEach((chances, phase) => {
    VECTORS.scores.forEach((score, index) => {
      expect(100 * estimateChance(person, score, phase === 0)).toBeCloseTo(chances[index], 5)
    })
  })
})

test.each(PEOPLE)('an estimate against a %s is never less than the draw, and never sure', (person) => {
  for (const score of [-30_000, 0, 30_000]) {
    expect(estimateChance(person, score, false)).toBeGreaterThanOrEqual(0.5)
    expect(estimateChance(person, score, false)).toBeLessThan(1)
  }
})
