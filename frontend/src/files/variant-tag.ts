/** The Variant tag of a game file, as `merels.rules.pgn.model` reads and writes it; remarks on rules are not read. */
import { NINE } from '../core/rules/nine'
import { NotationError } from '../core/rules/notation'
import type { Variant } from '../core/rules/variant'
import { VARIANTS } from '../core/rules/variants'

const COUNTS: Readonly<Record<string, Variant>> = {
  3: VARIANTS.three,
  5: VARIANTS.five,
  6: VARIANTS.six,
  9: VARIANTS.nine,
  10: VARIANTS.ten,
  11: VARIANTS.eleven,
  12: VARIANTS.twelve,
}

/** Names of games with other lines or rules. */
const OTHER_GAME = /filja|nerenchi|gonu|chess|checkers|draughts|reversi|othello/

/** What programs write of the standard game, besides its title. */
const STANDARD = new Set(['', 'standard', 'default', 'mill', 'mühle', 'muehle', 'merels', 'morris'])

/** The variant that a tag names, Nine Men's Morris without one. Throws `NotationError` if it is not known. */
export function variantOfTag(text: string | undefined): Variant {
  const [name] = (text ?? '').toLowerCase().replace(/\s+/g, ' ').split('(')
  const titled = (['lasker', 'morabaraba', 'shax'] as const).find((word) => name.includes(word))
  if (titled) return VARIANTS[titled]
  const [, count] = /\b(\w+?)[ -]?m[ae]n/.exec(name) ?? []
  if (count !== undefined && !OTHER_GAME.test(name)) {
    const found = COUNTS[count] ?? Object.values(VARIANTS).find((each) => each.name === count)
    if (found) return found
  }
  if (STANDARD.has(name.replace(/\b(no|without) fly\w*/, '').replace(/^[ ?-]+|[ ?-]+$/g, ''))) return NINE
  throw new NotationError('pgn.variant', { text: (text ?? '').slice(0, 60) })
}
