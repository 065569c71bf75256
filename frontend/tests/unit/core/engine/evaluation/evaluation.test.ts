import { beforeAll, expect, test } from 'vitest'
import { evaluate } from '../../../../../src/core/engine/evaluation/evaluation'
import { sidesOf } from '../../../../../src/core/rules/position'
import { loadWeights } from '../shipped-weights'
import { STATIC_VALUES } from '../../../vectors'

beforeAll(() => {
  loadWeights()
})

test('positions have the static values that Python gives them', () => {
  const values = STATIC_VALUES.map(({ position }) => {
    const { own, enemy, ownInHand, enemyInHand } = sidesOf(position)
    return evaluate(own, enemy, ownInHand, enemyInHand, (position.variant.flying !== 'never'))
  })
  expect(values).toEqual(STATIC_VALUES.map(({ value }) => value))
})
