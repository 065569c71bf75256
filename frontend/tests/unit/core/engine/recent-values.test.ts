import { beforeAll, expect, test } from 'vitest'
import { packHands } from '../../../../src/core/engine/deepening'
import { forgetValues, valueOf } from '../../../../src/core/engine/recent-values'
import { sidesOf } from '../../../../src/core/rules/position'
import { STATIC_VALUES } from '../../vectors'
import { loadWeights } from './shipped-weights'

beforeAll(loadWeights)

test('a value is the same the second time, and belongs to the rules until it is forgotten', () => {
  for (const flying of [true, false]) {
    forgetValues()
    const positions = STATIC_VALUES.filter(({ position }) => (position.variant.flying !== 'never') === flying)
    for (let time = 0; time < 2; time++) {
      const values = positions.map(({ position }) => {
        const { own, enemy } = sidesOf(position)
        return valueOf(own, enemy, packHands(position), flying)
      })
      expect(values).toEqual(positions.map(({ value }) => value))
    }
  }
})
