import { describe, expect, test } from 'vitest'
import { TEXTS, textIn } from '../../../src/game/game-texts'
import type { GameKey } from '../../../src/game/game-texts'

const braces = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe('texts', () => {
  test.each(Object.keys(TEXTS) as GameKey[])('%s exists in both languages, with the same gaps', (key) => {
    const [japanese, english] = [textIn('ja', key), textIn('en', key)]
    expect(japanese).not.toBe('')
    expect(english).not.toBe('')
    expect(braces(japanese)).toEqual(braces(english))
    expect(english).toMatch(/^[\x20-\x7e…]*$/)
  })

  test('gaps are filled', () => {
    expect(textIn('en', 'wrong.occupied', { point: 'a7' })).toBe('a7 is occupied.')
    expect(textIn('ja', 'hint.repeat', { count: 3 })).toContain('3回目')
  })
})
