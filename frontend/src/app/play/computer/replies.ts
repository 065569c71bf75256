/** The computer's moves: most opponents play in the page, Perfect on the server, Expert on either. */
import { parseAlgebraic } from '../../../rules/notation'
import { REPLY_DELAY, chooseInSlices } from '../../../player/player'
import type { Level } from '../../../player/player'
import type { Move, Position } from '../../../rules/position'
import { currentPosition, historyOf } from '../../../game/session'
import { inSlices } from '../../../player/thinking'
import { ApiError, UnreachableError, api } from '../../api'
import { EngineError } from '../../engine'
import type { Server } from '../../server'
import { sleep } from '../../shared/sleep'
import { playAsExpert, playAtStrength } from './expert'
import { judge, judgeHere } from '../../shared/grading/judge'
import { fenAt, gameSoFar, needsServer, plainLevel, variantOf } from '../match/match'
import type { Match } from '../match/match'
import { isStrength, numberOf } from '../match/strengths'

/** How many times a busy server is asked, and how many milliseconds apart. */
const TRIES = 4
const PAUSE = 1500
const TOO_BUSY = 503

/** Milliseconds between two checks that a thinking server is still reachable. */
const LOOK = 4000

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
  server: Pick<Server, 'isReachable' | 'look' | 'untilThere'>,
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

/** Suggests a move: the server's if it answers in time, else one that the page finds. */
export async function suggestMove(match: Match, signal: AbortSignal): Promise<Hint> {
  const { session } = match
  const position = currentPosition(session)
  const patience = AbortSignal.timeout(PATIENCE)
  if (!position.removing) {
    try {
      const { best } = await judge({ position, fen: fenAt(match) }, AbortSignal.any([signal, patience]))
      if (best) return { move: best, isLate: false }
    } catch (error) {
      signal.throwIfAborted()
      if (!patience.aborted && !isFailure(error)) throw error
    }
  }
  return { move: await suggestHere(match, signal), isLate: patience.aborted }
}

/** Suggests what the page's engine finds, or the level Hard: in mid-turn, and if there is no engine. */
async function suggestHere(match: Match, signal: AbortSignal): Promise<Move> {
  const { session, setup } = match
  const position = currentPosition(session)
  if (!position.removing) {
    try {
      const { best } = await judgeHere({ position, fen: fenAt(match) }, signal)
      if (best) return best
    } catch (error) {
      if (!isFailure(error)) throw error
    }
  }
  return think(historyOf(session), 'HARD', setup.seed, 0, signal)
}

/** Whether the server has refused, or the engine cannot start. */
function isFailure(error: unknown): boolean {
  return error instanceof ApiError || error instanceof EngineError
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
  server: Pick<Server, 'isReachable' | 'look' | 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Move> {
  const asked = { ...gameSoFar(match), level: match.setup.opponent, seed: match.setup.seed }
  for (let tries = 1; ; tries++) {
    try {
      if (server.isReachable === false) throw new UnreachableError('no answer')
      const { move } = await askWhileThere(server, signal, (each) => api.move(asked, each))
      return parseAlgebraic(move, variantOf(match).board)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreachableError) {
        const move = await thinkInstead(match, signal)
        if (move) return move
        waiting(error)
        await server.untilThere(signal)
        // Retry at once after the first failure; repeated ones mean that the server fails.
        if (tries > 1) await sleep(Math.min(LONGEST_PAUSE, 2 ** tries * 250), signal)
        waiting(null)
      } else if (isTooBusy(error) && tries < TRIES) await sleep(PAUSE, signal)
      else throw error
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

function isTooBusy(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === TOO_BUSY
}

/** Waits for a slow answer; gives up if the server becomes unreachable. */
async function askWhileThere<Report>(
  server: Pick<Server, 'look'>,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Report>,
): Promise<Report> {
  const asking = new AbortController()
  const timer = setInterval(() => {
    void server.look().then((isThere) => isThere || asking.abort(new UnreachableError('no answer')))
  }, LOOK)
  try {
    return await ask(AbortSignal.any([signal, asking.signal]))
  } finally {
    clearInterval(timer)
  }
}
