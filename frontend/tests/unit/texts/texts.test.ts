import { describe, expect, test } from 'vitest'
import opponents from '../../../src/generated/opponents.json'
import { STRENGTHS } from '../../../src/core/players/people'
import { loadSpeech } from '../../../src/texts/loading'
import { LANGUAGES, LANGUAGE_CODES, createSay, preferredLanguage } from '../../../src/texts/texts'
import type { Language, Section, Speech, Text } from '../../../src/texts/texts'
import { ENGLISH, JAPANESE } from '../speeches'

/** All texts of a language by section and key, and all forms of a text. */
function textsOf({ texts }: Speech): Map<string, Text> {
  const sections = Object.entries(texts) as [Section, Record<string, Text>][]
  return new Map(sections.flatMap(([section, found]) => Object.entries(found).map(([key, text]) => [`${section}.${key}`, text])))
}

function formsOf(text: Text): Record<string, string> {
  if (typeof text === 'string') return { other: text }
  const { by: _, ...forms } = text
  return forms
}

const gapsOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()

const ENGLISH_TEXTS = textsOf(ENGLISH)

describe.each(LANGUAGE_CODES)('%s', async (language) => {
  const texts = textsOf(await loadSpeech(language))

  test('has the texts of English, in the same order', () => {
    expect([...texts.keys()]).toEqual([...ENGLISH_TEXTS.keys()])
  })

  test('has no empty text but those that join others', () => {
    const empty = [...texts].filter(([, text]) => Object.values(formsOf(text)).includes('')).map(([key]) => key)
    expect(empty).toEqual(['ja', 'zh'].includes(language) ? ['common.gap', 'board.gap'] : [])
  })

  test('has the placeholders of English in every form', () => {
    for (const [key, text] of texts) {
      const gaps = gapsOf(formsOf(ENGLISH_TEXTS.get(key) ?? '').other)
      for (const [form, words] of Object.entries(formsOf(text))) {
        if (form === '=1') expect(gaps, key).toEqual(expect.arrayContaining(gapsOf(words)))
        else expect(gapsOf(words), `${key} ${form}`).toEqual(gaps)
      }
      if (typeof text !== 'string') expect(gaps, key).toContain(`{${text.by}}`)
    }
  })

  test('has the plural forms of its grammar', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, text] of texts) {
      if (typeof text === 'string') continue
      const forms = Object.keys(formsOf(text)).filter((form) => form !== '=1')
      expect(pluralCategories, key).toEqual(expect.arrayContaining(forms))
      if (language === 'ru') expect(forms.toSorted(), key).toEqual(['few', 'many', 'one', 'other'])
    }
  })

  test('writes its letters, and no leftovers of English', () => {
    const same = [...texts].filter(([key, text]) => text === ENGLISH_TEXTS.get(key) && /[a-z]{3} [a-z]{3}/i.test(formsOf(text).other))
    expect(language === 'en' ? [] : same).toEqual([])
  })
})

test('placeholders are filled in, and numbers are written as the language writes them', () => {
  expect(createSay(JAPANESE, 'shell')('notFoundHelp', { path: '/x' })).toBe('「/x」というページはありません。')
  expect(createSay(ENGLISH, 'common')('inHand', { count: 12345 })).toBe('12,345 in hand')
  expect(createSay(ENGLISH, 'play')('resetDone', { rating: 1500 })).toBe('Your rating is 1500 again.')
})

test('decimals are written as the language writes them', async () => {
  const params = { percent: '95.0' }
  expect(createSay(ENGLISH, 'review')('percent', params)).toBe('95.0%')
  expect(createSay(await loadSpeech('de'), 'review')('percent', params)).toBe('95,0\u00a0%')
})

test.each([
  ['en', 1, '1 move'],
  ['en', 2, '2 moves'],
  ['ru', 1, '1 ход'],
  ['ru', 3, '3 хода'],
  ['ru', 5, '5 ходов'],
  ['ru', 21, '21 ход'],
  ['de', 1, '1 Zug'],
  ['ja', 1, '1手'],
] as const)('%s says %d moves as %s', async (language, count, said) => {
  expect(createSay(await loadSpeech(language), 'lobby')('moves', { count })).toBe(said)
})

test('a section has texts of its own in place of common ones', () => {
  expect(createSay(ENGLISH, 'review')('play')).toBe('Play')
  expect(createSay(ENGLISH, 'explore')('play')).toBe('Play it out')
})

test('English speaks of moves, not of plies', () => {
  const said = [...ENGLISH_TEXTS.values()].flatMap((text) => Object.values(formsOf(text))).map((text) => text.replace(/\{\w+\}/g, ''))
  expect(said.filter((text) => /\bpl(y|ies)\b/i.test(text))).toEqual([])
})

test('the board is in plain letters, which every host can show', () => {
  for (const text of Object.values(ENGLISH.texts.board)) expect(text).toMatch(/^[\x20-\x7e…]*$/)
})

test('English says of the levels what the package says', () => {
  const say = createSay(ENGLISH, 'play')
  for (const [level, { text }] of Object.entries(opponents)) expect(say(`feel.${level as keyof typeof opponents}`)).toBe(text)
})

test('the scale names the strengths of people', () => {
  expect(createSay(ENGLISH, 'play')('scale', STRENGTHS)).toContain('a beginner about 620, a club player 750, a master 790')
})

test.each<[string[], Language]>([
  [['ja-JP', 'en'], 'ja'],
  [['pt', 'de-CH', 'en'], 'de'],
  [['zh-Hans-CN'], 'zh'],
  [['en-GB', 'ja'], 'en'],
  [['tlh'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  expect(preferredLanguage(preferred)).toBe(language)
})

test('languages have their own names', () => {
  expect(new Set(Object.values(LANGUAGES)).size).toBe(9)
})
