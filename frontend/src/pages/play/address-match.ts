/** Games from addresses: of the variant that one names, and from the position in it. */
import { freshSeed } from '../../core/players/random'
import { startOf } from '../../core/rules/notation'
import type { Variant } from '../../core/rules/variant'
import { recordOfAddress } from '../../shell/services/addresses'
import { DEFAULT_SETUP, createMatch, isOpponent } from '../../core/match/match'
import type { Match, Setup } from '../../core/match/match'
import { loadMatch } from '../../files/saved-match'

/** The saved game of a variant, or a new one with the settings of the last. */
export function matchOfVariant(variant: Variant, last: Omit<Setup, 'seed'> = DEFAULT_SETUP): Match {
  return loadMatch(variant) ?? createMatch({ ...last, clock: null, seed: freshSeed() }, startOf(variant))
}

/**
 * A game from the position in an address, in which you play the side to move: against the level in the
 * address, else against your last opponent. Throws `NotationError`.
 */
export function matchOfAddress(url: URL, last: Setup): Match {
  const first = recordOfAddress(url)
  const named = url.searchParams.get('level')
  const opponent = named !== null && isOpponent(named) ? named : last.opponent
  return createMatch({ opponent, human: first.position.turn, clock: null, seed: freshSeed() }, first)
}
