import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { evaluate, setWeights } from '../../../src/engine/evaluation'
import { sidesOf } from '../../../src/rules/position'
import { STATIC_VALUES } from '../vectors'

beforeAll(() => {
  setWeights(JSON.parse(readFileSync(new URL('../../../../src/merels/engine/evaluation/weights.json', import.meta.url), 'utf8')))
})

test('positions have the static values that Python gives them', () => {
  const values = STATIC_VALUES.map(({ position }) => {
    const { own, enemy, ownInHand, enemyInHand } = sidesOf(position)
    return evaluate(own, enemy, ownInHand, enemyInHand, position.flying)
  })
  expect(values).toEqual(STATIC_VALUES.map(({ value }) => value))
})
