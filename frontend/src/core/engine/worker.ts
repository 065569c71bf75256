/**
 * The engine's worker: searches what a page asks for, and reports each iteration.
 *
 * A search cannot hear messages, so a page that wants it to stop ends the worker and starts another.
 */
import { setWeights } from './evaluation/evaluation'
import type { Message, SearchRequest } from './protocol'
import { forget, search, setUp } from './searcher'
import { readWeights } from './evaluation/weights'

declare const self: DedicatedWorkerGlobalScope

/** The data file of Python's evaluation: beside the folder of this script. */
const WEIGHTS = new URL('weights.bin', new URL('..', self.location.href))

/** The size of the transposition table: room for what a search of several seconds learns. */
const MEGABYTES = 32

async function start(): Promise<void> {
  setWeights(await readWeights(await fetch(WEIGHTS)))
  setUp(MEGABYTES)
}

const started = start()
started.catch(() => undefined) // the first search reports it

async function answer({ game, limits, lines, moves, isFresh }: SearchRequest): Promise<void> {
  try {
    await started
    if (isFresh) forget()
    for (const iteration of search(game, limits, lines, moves)) post({ kind: 'iteration', iteration })
    post({ kind: 'done' })
  } catch (error) {
    post({ kind: 'failed', message: String(error) })
  }
}

function post(message: Message): void {
  self.postMessage(message)
}

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => void answer(data))
