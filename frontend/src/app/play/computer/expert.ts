/** Expert in the page, for when there is no server. */
import { Engine, describeGame } from '../../engine'
import opponents from '../../../generated/opponents.json'
import type { Move } from '../../../rules/position'
import { pliesSinceRemoval } from '../match/match'
import type { Match } from '../match/match'

/** Its own engine: that of the judgements is busy while it thinks. */
const engine = new Engine()

/** Expert's move in a game, found in the time that it has on the server. */
export async function playAsExpert(match: Match, signal: AbortSignal): Promise<Move> {
  const game = describeGame(match.session.positions, pliesSinceRemoval(match))
  const limits = { milliseconds: 1000 * opponents.expert.seconds }
  const { found } = await engine.search({ game, limits, lines: 1 }, signal)
  return found[0].move
}
