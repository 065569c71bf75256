/** Texts in Japanese and English. */

export type Language = 'ja' | 'en'

/** A text as [Japanese, English]; words in braces are placeholders. */
export type Text = readonly [string, string]

/** Values for the placeholders of a text. */
export type Params = Readonly<Record<string, string | number>>

/** A text in one language, with its placeholders filled in. */
export function fillIn(text: Text, language: Language, params: Params): string {
  return text[language === 'ja' ? 0 : 1].replace(/\{(\w+)\}/g, (braces, name: string) => String(params[name] ?? braces))
}
