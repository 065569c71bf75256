import { expect, test } from 'vitest'
import { LEVELS, evaluateState } from '../../../../src/core/players/evaluation'
import { sidesOf } from '../../../../src/core/rules/position'
import { EVALUATIONS } from '../../vectors'

test('values are those of Python at every level', () => {
  expect(EVALUATIONS.length).toBeGreaterThan(900)
  for (const { position, values } of EVALUATIONS) {
    for (const [level, value] of values) {
      const found = evaluateState(sidesOf(position), position.variant, LEVELS[level])
      expect(found, `${level} ${JSON.stringify(position)}`).toBe(value)
    }
  }
})

test('the sign shows who has won', () => {
  const { win } = LEVELS.HARD
  for (const { position, outcome } of EVALUATIONS) {
    const value = evaluateState(sidesOf(position), position.variant, LEVELS.HARD)
    if (outcome) expect(value).toBe(outcome.winner === position.turn ? win : -win)
    else expect(Math.abs(value)).toBeLessThan(win / 2)
  }
})
