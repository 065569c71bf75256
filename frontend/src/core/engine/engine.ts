/** The page's own engine, in a worker that starts when it is first needed. */
import type { Message, SearchRequest } from './protocol'
import type { Iteration, SearchedGame } from './searcher'
import { PLY_LIMIT, REPETITIONS } from '../rules/draws'
import type { Position } from '../rules/position'

export type Report = (iteration: Iteration) => void

/** The worker or its weights could not be loaded. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

/** Searches one position after the other; later requests wait. */
export class Engine {
  private worker: Worker | null = null
  private last: Promise<unknown> = Promise.resolve()

  /**
   * Resolves with the last iteration, after `report` was called with each; rejects with the signal's
   * reason, or with `EngineError`.
   */
  search(request: SearchRequest, signal: AbortSignal, report: Report = () => undefined): Promise<Iteration> {
    const searching = this.last.then(() => this.run(request, signal, report))
    this.last = searching.catch(() => undefined)
    return searching
  }

  private run(request: SearchRequest, signal: AbortSignal, report: Report): Promise<Iteration> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const worker = (this.worker ??= startWorker())
      let last: Iteration | null = null
      const listening = new AbortController()
      /** Settles the search; a worker that is still busy or broken cannot be used again. */
      const end = (settle: () => void, isUsable: boolean): void => {
        listening.abort()
        if (!isUsable) {
          worker.terminate()
          this.worker = null
        }
        settle()
      }
      const fail = (message: string): void => end(() => reject(new EngineError(message)), false)
      const hear = ({ data }: MessageEvent<Message>): void => {
        if (data.kind === 'iteration') {
          last = data.iteration
          report(last)
        } else if (data.kind === 'failed') fail(data.message)
        else end(() => (last ? resolve(last) : reject(new EngineError('nothing was found'))), true)
      }
      const options = { signal: listening.signal }
      worker.addEventListener('message', hear, options)
      worker.addEventListener('error', ({ message }) => fail(message), options)
      signal.addEventListener('abort', () => end(() => reject(signal.reason as Error), false), options)
      worker.postMessage(request)
    })
  }
}

/** A game as the engine takes it, from all its positions. */
export function describeGame(positions: readonly Position[], pliesSinceRemoval: number): SearchedGame {
  return { positions, pliesSinceRemoval, repetitions: REPETITIONS, plyLimit: PLY_LIMIT }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' })
}
