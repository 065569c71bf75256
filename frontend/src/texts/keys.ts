/** Which texts there are: the sections and keys of English. */
import type * as English from './en'

/** Values for the placeholders of a text, which are words in braces. */
export type Params = Readonly<Record<string, string | number>>

/** A text that depends on a number: `by` names its placeholder, `=1` is for exactly one. */
export interface Plural extends Readonly<Partial<Record<Intl.LDMLPluralRule | '=1', string>>> {
  readonly by: string
  readonly other: string
}
export type Text = string | Plural

export type Section = keyof typeof English
type Keys<S extends Section> = keyof (typeof English)[S] & string

/** All texts of a language. */
export type Texts = { readonly [S in Section]: Readonly<Record<Keys<S>, Text>> }

/** The keys of a section: its own and the common ones, which the mini-game and notebooks do not have. */
export type Key<S extends Section> = S extends 'board' | 'widget' ? Keys<S> : Keys<S> | Keys<'common'>

/** Returns a text of a section in a fixed language. */
export type Say<S extends Section> = (key: Key<S>, params?: Params) => string

/** A text with its placeholders filled in. */
export function fillIn(text: string, params: Params, format: (value: string | number) => string = String): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => format(params[name] ?? braces))
}
