/** Loads the texts of a language. */
import type { Texts } from './keys'
import type { Language, Speech } from './texts'

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
  it: () => import('./it'),
  hu: () => import('./hu'),
  ru: () => import('./ru'),
  ja: () => import('./ja'),
  zh: () => import('./zh'),
}

/** Loads the texts of a language, once. */
export async function loadSpeech(language: Language): Promise<Speech> {
  return { language, texts: await LOADERS[language]() }
}
