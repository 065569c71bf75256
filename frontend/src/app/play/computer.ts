/** The computer's side: in this page for the three levels that need no server, else there. */
import { parseAlgebraic } from '../../notation'
import { chooseInSlices } from '../../player'
import type { Level } from '../../player'
import type { Move, Position } from '../../rules'
import { currentPosition, historyOf } from '../../state'
import { Thinking } from '../../thinking'
import { ApiError, api } from '../api'
import { judge } from './judge'
import { fenAt, gameSoFar, localLevel } from './match'
import type { Match } from './match'

/** Milliseconds before the computer answers, so that one can follow. */
const REPLY_DELAY = 420

/** How often a server that is too busy is asked again, and after how many milliseconds. */
const TRIES = 4
const PAUSE = 1500
const TOO_BUSY = 503

/** Chooses the computer's turn. Rejects when the signal aborts. */
export async function chooseReply(match: Match, signal: AbortSignal): Promise<Move> {
  const level = localLevel(match.setup.opponent)
  if (level !== null) return think(match.session.positions, level, match.setup.seed, REPLY_DELAY, signal)
  const begun = performance.now()
  const move = await askServer(match, signal)
  await sleep(REPLY_DELAY - (performance.now() - begun), signal)
  return move
}

/** A good move for the side to move: the server's where it is there, else that of Hard. */
export async function suggestMove(match: Match, signal: AbortSignal): Promise<Move> {
  const { session } = match
  const position = currentPosition(session)
  if (!position.removing) {
    try {
      const { best } = await judge({ position, fen: fenAt(match) }, signal)
      if (best) return best
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError)) throw error // a server that refuses is as good as none
    }
  }
  return think(historyOf(session), 'HARD', match.setup.seed, 0, signal)
}

function think(
  history: readonly Position[],
  level: Level,
  seed: number,
  delay: number,
  signal: AbortSignal,
): Promise<Move> {
  return new Promise((resolve, reject) => {
    const thinking = new Thinking<Move>()
    const stop = (): void => {
      thinking.cancel()
      reject(signal.reason as Error)
    }
    if (signal.aborted) {
      stop()
      return
    }
    signal.addEventListener('abort', stop, { once: true })
    const finish = <Result>(settle: (result: Result) => void) => (result: Result): void => {
      signal.removeEventListener('abort', stop)
      settle(result)
    }
    thinking.begin(chooseInSlices([...history], level, seed), delay, finish(resolve), finish(reject))
    thinking.resume()
  })
}

async function askServer(match: Match, signal: AbortSignal): Promise<Move> {
  const asked = { ...gameSoFar(match), level: match.setup.opponent, seed: match.setup.seed }
  for (let tries = 1; ; tries++) {
    try {
      return parseAlgebraic((await api.move(asked, signal)).move)
    } catch (error) {
      const isBusy = error instanceof ApiError && error.problem.status === TOO_BUSY
      if (!isBusy || tries === TRIES) throw error
    }
    await sleep(PAUSE, signal)
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, Math.max(0, milliseconds))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
