/**
 * Loads the texts of a language: the build makes two files of each, as the first view of most pages needs no more than
 * one of them. Elsewhere each of both is the whole language.
 */
import type * as de from './de'
import type * as en from './en'
import type * as es from './es'
import type * as fr from './fr'
import type * as hu from './hu'
import type * as it from './it'
import type * as ja from './ja'
import type { Texts } from './keys'
import type * as ru from './ru'
import type { Language, Speech } from './texts'
import type * as zh from './zh'

const LOADERS: Readonly<Record<Language, readonly [first: () => Promise<Texts>, more: () => Promise<Partial<Texts>>]>> = {
  en: [(): Promise<typeof en> => import('./en?first'), () => import('./en?more')],
  de: [(): Promise<typeof de> => import('./de?first'), () => import('./de?more')],
  es: [(): Promise<typeof es> => import('./es?first'), () => import('./es?more')],
  fr: [(): Promise<typeof fr> => import('./fr?first'), () => import('./fr?more')],
  it: [(): Promise<typeof it> => import('./it?first'), () => import('./it?more')],
  hu: [(): Promise<typeof hu> => import('./hu?first'), () => import('./hu?more')],
  ru: [(): Promise<typeof ru> => import('./ru?first'), () => import('./ru?more')],
  ja: [(): Promise<typeof ja> => import('./ja?first'), () => import('./ja?more')],
  zh: [(): Promise<typeof zh> => import('./zh?first'), () => import('./zh?more')],
}

/** Loads the texts of a language, once: those of Play, Review and Explore, or all. */
export async function loadSpeech(language: Language, isWhole = false): Promise<Speech> {
  const [first, more] = LOADERS[language]
  const [texts, others] = await Promise.all([first(), isWhole ? more() : {}])
  return { language, texts: { ...texts, ...others } }
}
