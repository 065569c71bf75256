/** Searches in the page, for when there is no server: one engine plays, another judges meanwhile. */
import type { ScoredMove } from '../../../engine/deepening'
import type { SearchedGame } from '../../../engine/searcher'
import { Engine } from '../../engine'
import { parseFen } from '../../../rules/notation'
import opponents from '../../../generated/opponents.json'
import { PLY_LIMIT, REPETITIONS, pliesSinceRemoval } from '../match/match'
import type { Match } from '../match/match'

const player = new Engine()
const judge = new Engine()

/** The move that Expert finds in a game, with the time that it has on the server. */
export async function playAsExpert(match: Match, signal: AbortSignal): Promise<ScoredMove> {
  const game = describeGame(match.session.positions, pliesSinceRemoval(match))
  return findBest(player, game, opponents.expert.seconds, signal)
}

/** The best move of a position, after some seconds. */
export async function searchHere(fen: string, seconds: number, signal: AbortSignal): Promise<ScoredMove> {
  const { position, pliesSinceRemoval: plies } = parseFen(fen)
  return findBest(judge, describeGame([position], plies), seconds, signal)
}

function describeGame(positions: SearchedGame['positions'], plies: number): SearchedGame {
  return { positions, pliesSinceRemoval: plies, repetitions: REPETITIONS, plyLimit: PLY_LIMIT }
}

async function findBest(
  engine: Engine,
  game: SearchedGame,
  seconds: number,
  signal: AbortSignal,
): Promise<ScoredMove> {
  const { found } = await engine.search({ game, limits: { milliseconds: 1000 * seconds }, lines: 1 }, signal)
  return found[0]
}
