/** Players that search in the page: those of a given strength, and Expert while there is no server. Null if the engine does not start. */
import { countLines, pickMove } from '../../core/engine/choice'
import { randomFor } from '../../core/players/player'
import type { ScoredMove } from '../../core/engine/deepening'
import { Engine, EngineError, describeGame } from '../../core/engine/engine'
import type { SearchRequest } from '../../core/engine/protocol'
import opponents from '../../generated/opponents.json'
import type { Move } from '../../core/rules/position'
import { numbersFor } from '../../core/match/strengths'
import { pliesSinceRemoval } from '../../core/match/match'
import type { Match } from '../../core/match/match'

/** Its own engine: that of the judgements is busy while it thinks. */
const engine = new Engine()

/** The move of a player of a given strength; it forgets before what it has learnt, which would make it stronger. */
export async function playAtStrength(match: Match, strength: number, signal: AbortSignal): Promise<Move | null> {
  const { positions } = match.session
  const game = describeGame(positions, pliesSinceRemoval(match))
  const { nodes, halving } = numbersFor(strength)
  const found = await find({ game, limits: { nodes }, lines: countLines(halving), isFresh: true }, signal)
  return found && pickMove(found, halving, randomFor(positions, match.setup.seed))
}

/**
 * The move that a search of a given number of positions likes best among some; it takes longer on a slower device, and
 * finds the same.
 */
export async function searchAmong(
  match: Match,
  moves: readonly Move[],
  nodes: number,
  signal: AbortSignal,
): Promise<Move | null> {
  const game = describeGame(match.session.positions, pliesSinceRemoval(match))
  const found = await find({ game, limits: { nodes }, lines: 1, moves, isFresh: true }, signal)
  return found && found[0].move
}

/** Expert's move in a game of Nine Men's Morris, found in the time that it has on the server. */
export async function playAsExpert(match: Match, signal: AbortSignal): Promise<Move | null> {
  const game = describeGame(match.session.positions, pliesSinceRemoval(match))
  const limits = { milliseconds: 1000 * opponents.expert.seconds }
  const found = await find({ game, limits, lines: 1 }, signal)
  return found && found[0].move
}

/** What a search finds; null if the engine does not start. */
async function find(request: SearchRequest, signal: AbortSignal): Promise<readonly ScoredMove[] | null> {
  try {
    return (await engine.search(request, signal)).found
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}
