/** The computer's moves: most opponents play in the page, Perfect on the server or by static tables, Expert on either. */
import { parseAlgebraic } from '../../core/rules/notation'
import { REPLY_DELAY, chooseInSlices } from '../../core/players/player'
import type { Level } from '../../core/players/player'
import type { Move, Position } from '../../core/rules/position'
import { inSlices } from '../../core/players/thinking'
import { UnreachableError, request } from '../../shell/services/api'
import { askPatiently, isServersFault } from '../../shell/services/server'
import type { Reach, Server } from '../../shell/services/server'
import { sleep } from '../../shell/services/sleep'
import { PERFECT } from './exactness'
import { hasTables } from '../../values/exact/has-tables'
import type * as Advice from './advice'
import { gameSoFar, needsServer, plainLevel, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { isStrength, numberOf } from '../../core/match/strengths'

/** The longest pause before a failing server is asked again, in milliseconds. */
const LONGEST_PAUSE = 20_000

/** Loads those who search in the page, and what plays by static tables. */
type LoadAdvice = () => Promise<Pick<typeof Advice, 'playAsExpert' | 'playAtStrength' | 'playPerfectly'>>

/** Called with the reason when the server becomes unreachable, and with null on the next try. */
export type Waiting = (error: UnreachableError | null) => void

/**
 * Chooses the computer's move. Players of a given strength think in the page, or on the server if the
 * engine does not start. If the server is unreachable, Expert thinks in the page, and Perfect plays by static tables; without
 * them it waits, and asks again once the server is back. Rejects when the signal aborts or the server rejects the request, and
 * with `TablesTrouble`.
 */
export async function chooseReply(
  match: Match,
  server: Reach & Pick<Server, 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
  load: LoadAdvice,
): Promise<Move> {
  const level = plainLevel(match.setup.opponent)
  if (level !== null) return think(match.session.positions, level, match.setup.seed, REPLY_DELAY, signal)
  const begun = performance.now()
  const strength = numberOf(match.setup.opponent)
  const own = strength === null ? null : await (await load()).playAtStrength(match, strength, signal)
  const move = own ?? (await askServer(match, server, signal, waiting, load))
  await sleep(REPLY_DELAY - (performance.now() - begun), signal)
  return move
}

/** The move of a level that thinks in the page, after a pause. */
export async function think(
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
  load: LoadAdvice,
): Promise<Move> {
  const body = { ...gameSoFar(match), level: match.setup.opponent, seed: match.setup.seed }
  for (let tries = 1; ; tries++) {
    try {
      const { move } = await askPatiently(server, signal, (each) => request('POST /move', { body, signal: each }))
      return parseAlgebraic(move, variantOf(match).board)
    } catch (error) {
      signal.throwIfAborted()
      const move = isServersFault(error) ? await thinkInstead(match, server, signal, load) : null
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
async function thinkInstead(match: Match, server: Reach, signal: AbortSignal, load: LoadAdvice): Promise<Move | null> {
  const { opponent } = match.setup
  if (opponent === PERFECT && hasTables(variantOf(match), server)) return (await load()).playPerfectly(match, server, signal)
  if (needsServer(opponent, variantOf(match)) || isStrength(opponent)) return null
  return (await load()).playAsExpert(match, signal)
}
