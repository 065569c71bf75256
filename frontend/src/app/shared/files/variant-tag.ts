/** The Variant tag of a game file, as `merels.rules.pgn.model` reads and writes it; remarks on rules are not read. */
import { NINE } from '../../../rules/nine'
import { NotationError } from '../../../rules/notation'
import type { Variant } from '../../../rules/variant'
import { VARIANTS } from '../../../rules/variants'

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

/**
 * The variant that a tag names. Unknown text means Nine Men's Morris: other programs write all sorts of
 * things there. Throws `NotationError` if it clearly names another game.
 */
export function variantOfTag(text: string | undefined): Variant {
  const [name] = (text ?? '').toLowerCase().replace(/\s+/g, ' ').split('(')
  if (name.includes('lasker')) return VARIANTS.lasker
  if (name.includes('morabaraba')) return VARIANTS.twelve
  const [, count] = /\b(\w+?)[ -]?m[ae]n/.exec(name) ?? []
  const found = count === undefined ? NINE : (COUNTS[count] ?? Object.values(VARIANTS).find((each) => each.name === count))
  if (found && !OTHER_GAME.test(name)) return found
  throw new NotationError(
    ['「{text}」は別のゲームです', '“{text}” is a different game'],
    { text: (text ?? '').slice(0, 60) },
  )
}
