import { describe, expect, test } from 'vitest'
import { parseLevel, parsePosition } from '../../../src/minigame/host-options'
import { startPosition } from '../../../src/core/rules/position'

describe('options', () => {
  test('levels by name, else NORMAL', () => {
    expect(['EASY', 'NORMAL', 'HARD', 'easy', undefined, 3].map(parseLevel)).toEqual([
      'EASY',
      'NORMAL',
      'HARD',
      'NORMAL',
      'NORMAL',
      'NORMAL',
    ])
  })

  test('omitted fields are those of the start position', () => {
    expect(parsePosition(undefined)).toEqual(startPosition())
    expect(parsePosition({ white: 7, whiteInHand: 6 })).toMatchObject({ white: 7, blackInHand: 9 })
  })

  test.each([
    { white: 1, black: 1, whiteInHand: 8, blackInHand: 8 },
    { white: 7 },
    { white: -1 },
    { white: 0.5 },
    { white: 2 ** 24, whiteInHand: 0 },
    { whiteInHand: 10 },
  ])('%o is none', (asked) => {
    expect(() => parsePosition(asked)).toThrow('not a possible position')
  })
})
