/** A game from the position in an address. */
import { freshSeed } from '../../../player/random'
import { recordOfAddress } from '../../shared/addresses'
import { createMatch, isOpponent } from './match'
import type { Match, Setup } from './match'

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
