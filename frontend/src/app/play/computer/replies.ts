/** The computer's side: in this page for the three levels that need no server, else there. */
import { parseAlgebraic } from '../../../rules/notation'
import { REPLY_DELAY, chooseInSlices } from '../../../player/player'
import type { Level } from '../../../player/player'
import type { Move, Position } from '../../../rules/position'
import { currentPosition, historyOf } from '../../../game/session'
import { Thinking } from '../../../player/thinking'
import { ApiError, UnreachableError, api } from '../../api'
import type { Server } from '../../server'
import { sleep } from '../../shared/sleep'
import { judge } from './judge'
import { fenAt, gameSoFar, localLevel } from '../match/match'
import type { Match } from '../match/match'

/** How often a server that is too busy is asked again, and after how many milliseconds. */
const TRIES = 4
const PAUSE = 1500
const TOO_BUSY = 503

/** Milliseconds between two looks at a server that thinks: whether it is still there. */
const LOOK = 4000

/** The longest pause, in milliseconds, before a server that is there but fails is asked again. */
const LONGEST_PAUSE = 20_000

/** Called with the reason when the server goes away, and with null when it is asked again. */
export type Waiting = (error: UnreachableError | null) => void

/**
 * Chooses the computer's turn. While a server that is needed is away this waits, and asks again as
 * soon as it is back. Rejects when the signal aborts, or the server refuses.
 */
export async function chooseReply(
  match: Match,
  server: Pick<Server, 'look' | 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Move> {
  const level = localLevel(match.setup.opponent)
  if (level !== null) return think(match.session.positions, level, match.setup.seed, REPLY_DELAY, signal)
  const begun = performance.now()
  const move = await askServer(match, server, signal, waiting)
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

async function askServer(
  match: Match,
  server: Pick<Server, 'look' | 'untilThere'>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Move> {
  const asked = { ...gameSoFar(match), level: match.setup.opponent, seed: match.setup.seed }
  for (let tries = 1; ; tries++) {
    try {
      const { move } = await askWhileThere(server, signal, (each) => api.move(asked, each))
      return parseAlgebraic(move)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreachableError) {
        waiting(error)
        await server.untilThere(signal)
        // At once after the first failure; later ones say that this server answers, but fails.
        if (tries > 1) await sleep(Math.min(LONGEST_PAUSE, 2 ** tries * 250), signal)
        waiting(null)
      } else if (isTooBusy(error) && tries < TRIES) await sleep(PAUSE, signal)
      else throw error
    }
  }
}

function isTooBusy(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === TOO_BUSY
}

/** Asks what may take long; gives up when the server is no longer there to answer. */
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
