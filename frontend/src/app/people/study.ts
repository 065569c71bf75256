/** Opens games with people in Explore. */
import { keepTrail } from '../explore/trail/saved-trail'
import { fenAt, variantOf } from '../play/match/match'
import type { Match } from '../play/match/match'
import { exploreAddress } from '../shared/addresses'
import type { Say } from '../shared/i18n'
import type { GameDocument } from './online/documents'
import { nameOfSeat } from './people-narration'
import type { PeopleKey } from './people-texts'

/** Makes a game the one to walk through; returns the address of the position at `ply`. */
export function keepForExplore(game: GameDocument, match: Match, ply: number, say: Say<PeopleKey>): string {
  const { first, session: { moves } } = match
  const title = (['white', 'black'] as const).map((color) => nameOfSeat(game[color], false, say)).join(' – ')
  keepTrail({ first, moves, ply, game: { first, moves, title } })
  return exploreAddress(fenAt(match, ply), variantOf(match))
}
