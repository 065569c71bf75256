import { expect, test } from 'vitest'
import { describeRules, nameOf } from '../../../src/ui/variant-words'
import { VARIANTS, VARIANT_NAMES } from '../../../src/core/rules/variants'
import { ENGLISH, JAPANESE } from '../speeches'

test.each(VARIANT_NAMES)('%s has a name in both languages, the title of its files among them', (name) => {
  const variant = VARIANTS[name]
  expect(nameOf(variant, ENGLISH).replace('’', "'")).toContain(variant.title)
  expect(nameOf(variant, JAPANESE)).toMatch(/モリス|モラバラバ|シャハ/)
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
  expect(describeRules(VARIANTS.morabaraba, ENGLISH).slice(3)).toEqual([
    expect.stringMatching(/may not go straight back into a mill/),
    'With 3 men against 3, the game is a draw after 10 moves of each without a capture.',
    'Its players call the men cows, and a capture shooting. The last three cows fly.',
  ])
  expect(describeRules(VARIANTS.shax, ENGLISH).slice(1)).toEqual([
    'Men never fly, not even the last three.',
    expect.stringMatching(/^Placing captures nothing\./),
    'Men in mills are not safe.',
    expect.stringMatching(/^A side that cannot move passes\./),
  ])
})
