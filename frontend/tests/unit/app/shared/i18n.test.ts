/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import { createSay, preferredLanguage } from '../../../../src/app/shared/i18n'
import type { Texts } from '../../../../src/app/shared/i18n'

const modules = import.meta.glob<{ TEXTS?: Texts }>('../../../../src/**/*-texts.ts', { eager: true })

test('the texts of every page are checked', () => {
  expect(Object.keys(modules)).toHaveLength(15)
})

describe.each(Object.entries(modules))('%s', (_, { TEXTS }) => {
  test('has every text in both languages, with the same placeholders', () => {
    expect(TEXTS).toBeDefined()
    for (const [key, [japanese, english]] of Object.entries(TEXTS ?? {})) {
      expect(japanese, key).not.toBe('')
      expect(english, key).not.toBe('')
      const words = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
      expect(words(japanese), key).toEqual(words(english))
    }
  })
})

test('placeholders are filled in', () => {
  const say = createSay({ hello: ['{name}、こんにちは', 'Hello, {name}'] }, 'ja')
  expect(say('hello', { name: 'Ada' })).toBe('Ada、こんにちは')
})

test.each([
  [['ja-JP', 'en'], 'ja'],
  [['de', 'ja', 'en'], 'ja'],
  [['en-GB', 'ja'], 'en'],
  [['de'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  expect(preferredLanguage(preferred)).toBe(language)
})
