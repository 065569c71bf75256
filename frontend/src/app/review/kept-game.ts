/** The game under review: kept in this tab, so that a game on Play does not replace it. */
import { describeMatch, loadMatch, readMatch } from '../play/match/saved-match'
import type { Match } from '../play/match/match'
import { load, save } from '../shared/storage'

const NAME = 'review'

/** Makes a game the one to review. */
export function keepForReview(match: Match): void {
  save(NAME, describeMatch(match), 'sessionStorage')
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
