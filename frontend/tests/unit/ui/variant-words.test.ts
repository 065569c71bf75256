import { expect, test } from 'vitest'
import { describeRules, nameOf } from '../../../src/ui/variant-words'
import { VARIANTS, VARIANT_NAMES } from '../../../src/core/rules/variants'
import { ENGLISH, JAPANESE } from '../speeches'

test.each(VARIANT_NAMES)('%s has a name in both languages, the title of its files among them', (name) => {
  const variant = VARIANTS[name]
  expect(nameOf(variant, ENGLISH).replace('’', "'")).toContain(variant.title)
  expect(nameOf(variant, JAPANESE)).toMatch(/モリス/)
})

test('rules are described where they differ from nine', () => {
  expect(describeRules(VARIANTS.nine, ENGLISH)).toHaveLength(1)
  expect(describeRules(VARIANTS.three, ENGLISH).slice(1)).toEqual([
    'Men move and form mills along the diagonals too.',
    'Men never fly, not even the last three.',
  ])
  expect(describeRules(VARIANTS.six, ENGLISH)[0]).toBe('The board has 16 points, and each side has 6 men.')
  expect(describeRules(VARIANTS.twelve, ENGLISH).slice(-1)).toEqual(['A full board is a draw.'])
  expect(describeRules(VARIANTS.lasker, ENGLISH).slice(1)).toEqual([
    'On every turn you may place a man or move one.',
    'With three men left, on the board and in hand, a side may fly to any empty point.',
  ])
})
