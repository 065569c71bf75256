/** The computer's moves: most opponents play in the page, Perfect on the server, Expert on either. */
import { parseAlgebraic } from '../../core/rules/notation'
import { REPLY_DELAY, chooseInSlices } from '../../core/players/player'
import type { Level } from '../../core/players/player'
import type { Move, Position } from '../../core/rules/position'
import { currentPosition, historyOf } from '../../core/session/session'
import { inSlices } from '../../core/players/thinking'
import { ApiError, UnreachableError, request } from '../../shell/services/api'
import { EngineError } from '../../core/engine/engine'
import { askPatiently, isServersFault } from '../../shell/services/server'
import type { Reach, Server } from '../../shell/services/server'
import { sleep } from '../../shell/services/sleep'
import { playAsExpert, playAtStrength } from './expert'
import { NO_SERVER, evaluate } from '../../values/evaluate'
import { gameSoFar, needsServer, plainLevel, recordAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { isStrength, numberOf } from '../../core/match/strengths'

/** The longest pause before a failing server is asked again, in milliseconds. */
const LONGEST_PAUSE = 20_000

/** How many milliseconds the server has for a hint. */
const PATIENCE = 10_000

export interface Hint {
  readonly move: Move
  /** Whether the server took too long, so that the page had to find the move itself. */
  readonly isLate: boolean
}

/** Called with the reason when the server becomes unreachable, and with null on the next try. */
export type Waiting = (error: UnreachableError | null) => void

/**
 * Chooses the computer's move. Players of a given strength think in the page, or on the server if the
 * engine does not start. If the server is unreachable, Expert thinks in the page; Perfect waits, and asks again once the server is back. Rejects when the signal aborts or the server rejects the
 * request.
 */
export async function chooseReply(
  match: Match,
  server: Reach & Pick<Server, 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Move> {
  const level = plainLevel(match.setup.opponent)
  if (level !== null) return think(match.session.positions, level, match.setup.seed, REPLY_DELAY, signal)
  const begun = performance.now()
  const strength = numberOf(match.setup.opponent)
  const own = strength === null ? null : await unlessBroken(playAtStrength(match, strength, signal))
  const move = own ?? (await askServer(match, server, signal, waiting))
  await sleep(REPLY_DELAY - (performance.now() - begun), signal)
  return move
}

/** Suggests a move: the server's if it answers in time, else what the page's engine finds, else that of the level Hard. */
export async function suggestMove(match: Match, server: Reach, signal: AbortSignal): Promise<Hint> {
  const patience = AbortSignal.timeout(PATIENCE)
  const asked = await bestMove(match, server, AbortSignal.any([signal, patience]))
  const isLate = asked === null && patience.aborted
  const move = asked ?? (await bestMove(match, NO_SERVER, signal))
  const { session, setup } = match
  return { move: move ?? (await think(historyOf(session), 'HARD', setup.seed, 0, signal)), isLate }
}

/** The best move; null in mid-turn, which nobody evaluates, and if neither the server nor the page can tell. */
async function bestMove(match: Match, server: Reach, signal: AbortSignal): Promise<Move | null> {
  if (currentPosition(match.session).removing) return null
  try {
    return (await evaluate(recordAt(match), { wanted: 'best', server }, signal)).best
  } catch (error) {
    if (signal.aborted || error instanceof ApiError || error instanceof EngineError) return null
    throw error
  }
}

async function think(
  history: readonly Position[],
  level: Level,
  seed: number,
  delay: number,
  signal: AbortSignal,
): Promise<Move> {
  await sleep(delay, signal)
  return inSlices(chooseInSlices([...history], level, seed), signal)
}

async function askServer(
  match: Match,
  server: Reach & Pick<Server, 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Move> {
  const body = { ...gameSoFar(match), level: match.setup.opponent, seed: match.setup.seed }
  for (let tries = 1; ; tries++) {
    try {
      const { move } = await askPatiently(server, signal, (each) => request('POST /move', { body, signal: each }))
      return parseAlgebraic(move, variantOf(match).board)
    } catch (error) {
      signal.throwIfAborted()
      const move = isServersFault(error) ? await thinkInstead(match, signal) : null
      if (move) return move
      if (!(error instanceof UnreachableError)) throw error
      waiting(error)
      await server.untilThere(signal)
      // Retry at once after the first failure; repeated ones mean that the server fails.
      if (tries > 1) await sleep(Math.min(LONGEST_PAUSE, 2 ** tries * 250), signal)
      waiting(null)
    }
  }
}

/** The move of a level that can do without the server; null if this one cannot, or the engine does not start. */
async function thinkInstead(match: Match, signal: AbortSignal): Promise<Move | null> {
  const { opponent } = match.setup
  if (needsServer(opponent, variantOf(match)) || isStrength(opponent)) return null
  return unlessBroken(playAsExpert(match, signal))
}

/** The move that the page's engine finds; null if the engine does not start. */
async function unlessBroken(thinking: Promise<Move>): Promise<Move | null> {
  try {
    return await thinking
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}
