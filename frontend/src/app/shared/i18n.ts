/** Texts of the pages: each page brings its own, as [Japanese, English], and says them by key. */
import { fillIn } from '../../game/game-texts'
import type { Language, Params, Text } from '../../game/game-texts'

export type { Language, Params } from '../../game/game-texts'

export const LANGUAGES: readonly Language[] = ['ja', 'en']

/** Texts by their keys. Words in braces are filled in. */
export type Texts = Readonly<Record<string, Text>>

/** Says a text in the language it was made for. */
export type Say<Key extends string> = (key: Key, params?: Params) => string

/**
 * Returns what says texts in a language.
 *
 *     const say = createSay({ hello: ['こんにちは', 'Hello, {name}'] }, context.language)
 *     say('hello', { name: 'Ada' })
 */
export function createSay<T extends Texts>(texts: T, language: Language): Say<keyof T & string> {
  return (key, params = {}) => fillIn(texts[key], language, params)
}

/** The language to begin with: Japanese where the browser prefers it, else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  const first = preferred.find((each) => /^(ja|en)\b/i.test(each))
  return first && /^ja/i.test(first) ? 'ja' : 'en'
}
