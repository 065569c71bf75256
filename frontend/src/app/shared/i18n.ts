/** Texts of the pages: each page has its own, as [Japanese, English], and looks them up by key. */
import { fillIn } from '../../bilingual'
import type { Language, Params, Text } from '../../bilingual'

export const LANGUAGES: readonly Language[] = ['ja', 'en']

/** Texts by key; words in braces are placeholders. */
export type Texts = Readonly<Record<string, Text>>

/** Returns a text in a fixed language. */
export type Say<Key extends string> = (key: Key, params?: Params) => string

/**
 * Returns a function that looks up texts in a language.
 *
 *     const say = createSay({ hello: ['こんにちは', 'Hello, {name}'] }, context.language)
 *     say('hello', { name: 'Ada' })
 */
export function createSay<T extends Texts>(texts: T, language: Language): Say<keyof T & string> {
  return (key, params = {}) => fillIn(texts[key], language, params)
}

/** The initial language: Japanese if the browser prefers it, else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  const first = preferred.find((each) => /^(ja|en)\b/i.test(each))
  return first && /^ja/i.test(first) ? 'ja' : 'en'
}
