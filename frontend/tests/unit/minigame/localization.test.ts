import { describe, expect, test } from 'vitest'
import { PREFIX, hostSay, languageOf } from '../../../src/minigame/localization'

describe('language', () => {
  test.each([
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['JA', 'ja'],
    ['en', 'en'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    [undefined, 'ja'],
    [7, 'ja'],
  ])('%s is %s', (locale, language) => {
    expect(languageOf({ getLocale: () => locale })).toBe(language)
  })

  test('without localisation it is Japanese', () => {
    expect(languageOf()).toBe('ja')
    expect(languageOf(null)).toBe('ja')
    expect(languageOf({})).toBe('ja')
  })
})

describe('say', () => {
  test("uses the host's words, and hands it ours to fall back on", () => {
    const asked: unknown[] = []
    const say = hostSay({
      getLocale: () => 'en',
      t: (...values) => {
        asked.push(values)
        return 'their words'
      },
    })
    expect(say('wrong.occupied', { point: 'a7' })).toBe('their words')
    expect(asked).toEqual([[`${PREFIX}wrong.occupied`, 'a7 is occupied.', { point: 'a7' }]])
  })

  test.each([[''], [undefined], [`${PREFIX}undo`], [42]])('falls back if the host returns %s', (answer) => {
    expect(hostSay({ getLocale: () => 'en', t: () => answer })('undo')).toBe('Undo')
  })

  test('falls back if the host throws', () => {
    const fail = (): never => {
      throw new Error('no words')
    }
    expect(hostSay({ t: fail, getLocale: fail })('undo')).toBe('一手戻す')
  })
})
