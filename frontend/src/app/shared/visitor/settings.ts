/** The visitor's settings for all pages: language, theme and sounds, stored in the browser. */
import { LANGUAGES, preferredLanguage } from '../i18n'
import type { Language } from '../../../bilingual'
import { load, save } from './storage'

/** The themes of the pages. */
export const THEMES = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** The choices: a theme, or whatever the system prefers. */
export const THEME_CHOICES = ['auto', ...THEMES] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

type Listener = () => void

/** The settings, with listeners for changes. */
export class Settings {
  private readonly themeListeners = new Set<Listener>()
  private readonly languageListeners = new Set<Listener>()

  constructor() {
    for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
      matchMedia(query).addEventListener('change', () => this.showTheme())
    }
    this.showTheme()
  }

  get language(): Language {
    const stored = load('language')
    return LANGUAGES.find((each) => each === stored) ?? preferredLanguage(navigator.languages)
  }

  set language(language: Language) {
    save('language', language)
    for (const listener of this.languageListeners) listener()
  }

  get themeChoice(): ThemeChoice {
    const stored = load('theme')
    return THEME_CHOICES.find((each) => each === stored) ?? 'auto'
  }

  set themeChoice(choice: ThemeChoice) {
    save('theme', choice)
    this.showTheme()
  }

  /** Whether sounds are on; off by default. */
  get hasSounds(): boolean {
    return load('sounds') === true
  }

  set hasSounds(isOn: boolean) {
    save('sounds', isOn)
  }

  /** The current theme. */
  get theme(): Theme {
    const { themeChoice } = this
    if (themeChoice !== 'auto') return themeChoice
    if (matchMedia('(prefers-contrast: more)').matches) return 'contrast'
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }

  /** Calls back when the theme changes; returns a function that stops it. */
  onTheme(listener: Listener): () => void {
    this.themeListeners.add(listener)
    return () => this.themeListeners.delete(listener)
  }

  onLanguage(listener: Listener): () => void {
    this.languageListeners.add(listener)
    return () => this.languageListeners.delete(listener)
  }

  private showTheme(): void {
    document.documentElement.dataset.theme = this.theme
    for (const listener of this.themeListeners) listener()
  }
}
