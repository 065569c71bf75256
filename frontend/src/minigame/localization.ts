/** Texts in the host's language, in the host's own wording where it has any. */
import { fillIn } from '../texts/keys'
import type { Key, Params, Say } from '../texts/keys'
import TEXTS from 'virtual:host-texts'

/** The languages of hosts. */
export type Language = 'ja' | 'en'

/** What a host with several languages offers; any part may be missing. */
export interface Localization {
  t?: (key: string, fallback: string, params: Params) => unknown
  getLocale?: () => unknown
  onChange?: (changed: () => void) => unknown
}

/** In the host's word lists, all our keys begin with this. */
export const PREFIX = 'minigame.nine_mens_morris.'

/** English if the host's locale says so; Japanese if it names Japanese or nothing at all. */
export function languageOf(localization?: Localization | null): Language {
  let locale: unknown
  try {
    locale = localization?.getLocale?.()
  } catch {
    // The same as a host without a locale.
  }
  return typeof locale !== 'string' || /^ja\b/i.test(locale) ? 'ja' : 'en'
}

/** A text in the given language. */
export function textIn(language: Language, key: Key<'board'>, params: Params = {}): string {
  return fillIn(TEXTS[key][language === 'ja' ? 0 : 1], params)
}

/** Returns a function that asks the host for each text and falls back on ours. */
export function hostSay(localization?: Localization | null): Say<'board'> {
  return (key, params = {}) => {
    const ours = textIn(languageOf(localization), key, params)
    try {
      const theirs = localization?.t?.(PREFIX + key, ours, params)
      if (typeof theirs === 'string' && theirs !== '' && theirs !== PREFIX + key) return theirs
    } catch {
      // Fall back on ours.
    }
    return ours
  }
}
