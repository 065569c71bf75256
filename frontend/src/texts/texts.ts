/**
 * How the pages say things: each language is a file of texts by section and key, and `loading.ts` loads only
 * the chosen one. English names the sections and keys; a text that another language lacks is a type error.
 */
import { fillIn } from './keys'
import type { Params, Plural, Say, Section, Text, Texts } from './keys'

export type { Key, Params, Say, Section, Text } from './keys'

/** The languages of the pages, each by the name its speakers give it. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  hu: 'Magyar',
  ru: 'Русский',
  ja: '日本語',
  zh: '简体中文',
} as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** A language with some of its texts. */
export interface Spoken<S extends Section> {
  readonly language: Language
  readonly texts: Pick<Texts, S> & Partial<Texts>
}

/** A language with all of its texts. */
export type Speech = Spoken<Section>

/**
 * Returns a function that looks up the texts of a section.
 *
 *     const say = createSay(context.speech, 'play')
 *     say('repeated', { count: 2 })
 */
export function createSay<S extends Section>({ language, texts }: Spoken<S>, section: S): Say<S> {
  const found: Readonly<Record<string, Text>> = { ...texts.common, ...texts[section] }
  return (key, params = {}) => sayIn(found[key], language, params)
}

/** A text in a language; numbers are written as the language writes them. */
function sayIn(text: Text, language: Language, params: Params): string {
  const form = typeof text === 'string' ? text : chooseForm(text, language, Number(params[text.by]))
  return fillIn(form, params, (value) => formatValue(value, language))
}

/** Numbers by `Intl`; of texts, those that are numbers with a fixed number of decimals, such as 95.0. */
function formatValue(value: string | number, language: Language): string {
  if (typeof value === 'number') return numbersOf(language).format(value)
  return value.replace(/^(\d+)\.(\d+)$/, `$1${pointsOf(language)}$2`)
}

function chooseForm(text: Plural, language: Language, count: number): string {
  if (count === 1 && text['=1'] !== undefined) return text['=1']
  return text[pluralsOf(language).select(count)] ?? text.other
}

const pluralsOf = keep((language) => new Intl.PluralRules(language))
/** Thousands are separated from 10,000 on: ratings are not. */
const numbersOf = keep((language) => new Intl.NumberFormat(language, { useGrouping: 'min2' }))

const pointsOf = keep((language) => numbersOf(language).formatToParts(0.5)[1].value)

/** Keeps what is dear to create, one for each language. */
function keep<Kept>(create: (language: Language) => Kept): (language: Language) => Kept {
  const kept = new Map<Language, Kept>()
  return (language) => {
    const found = kept.get(language) ?? create(language)
    kept.set(language, found)
    return found
  }
}

/** The first of the preferred languages that we have, else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const found = LANGUAGE_CODES.find((code) => code === each.toLowerCase().split('-', 1)[0])
    if (found) return found
  }
  return 'en'
}
