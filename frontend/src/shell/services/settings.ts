/** The visitor's settings for all pages: language, theme and sounds, stored in the browser. */
import { load, save } from './storage'
import { LANGUAGE_CODES, preferredLanguage } from '../../texts/texts'
import type { Language } from '../../texts/texts'

/** The themes of the pages. */
export const THEMES = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** The choices: a theme, or whatever the system prefers. */
export const THEME_CHOICES = ['auto', ...THEMES] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

/** The chosen language, else the first that the browser prefers. */
export function chosenLanguage(): Language {
  const stored = load('language')
  return LANGUAGE_CODES.find((each) => each === stored) ?? preferredLanguage(navigator.languages)
}

function themeChoice(): ThemeChoice {
  const stored = load('theme')
  return THEME_CHOICES.find((each) => each === stored) ?? 'auto'
}

/** The chosen theme, else the one that the system prefers. */
export function chosenTheme(): Theme {
  const choice = themeChoice()
  if (choice !== 'auto') return choice
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

type Listener = () => void

/** The settings, with listeners for the theme. */
export class Settings {
  private readonly themeListeners = new Set<Listener>()

  constructor() {
    for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
      matchMedia(query).addEventListener('change', () => this.showTheme())
    }
    this.showTheme()
  }

  get language(): Language {
    return chosenLanguage()
  }

  set language(language: Language) {
    save('language', language)
  }

  get themeChoice(): ThemeChoice {
    return themeChoice()
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
    return chosenTheme()
  }

  /** Calls back when the theme changes; returns a function that stops it. */
  onTheme(listener: Listener): () => void {
    this.themeListeners.add(listener)
    return () => this.themeListeners.delete(listener)
  }

  private showTheme(): void {
    document.documentElement.dataset.theme = this.theme
    for (const listener of this.themeListeners) listener()
  }
}
