/** The game under review: kept in this tab, so that a game on Play does not replace it. */
import { describeMatch, loadMatch, readMatch } from '../play/match/saved-match'
import { createMatch } from '../play/match/match'
import type { Match } from '../play/match/match'
import { WHITE } from '../../rules/position'
import { load, save } from '../shared/storage'

const NAME = 'review'

/** Stands for a game while there is none; games from files take its players. */
export const EMPTY: Match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 })

/** Makes a game the one to review; returns the address of the page. */
export function keepForReview(match: Match): string {
  save(NAME, describeMatch(match), 'sessionStorage')
  return '/review'
}

/** The game to review: the one that was chosen, else the one on Play; null without moves. */
export function gameToReview(): Match | null {
  const kept = readMatch(load(NAME, 'sessionStorage'))
  return kept ?? gameOnPlay()
}

/** The game on Play, or null if it has no moves. */
export function gameOnPlay(): Match | null {
  const match = loadMatch()
  return match?.session.moves.length ? match : null
}

/** Whether two games have the same moves. */
export function isSameGame(one: Match, two: Match): boolean {
  const textOf = (match: Match): string => {
    const { fen, moves } = describeMatch(match)
    return JSON.stringify([fen, moves])
  }
  return textOf(one) === textOf(two)
}
