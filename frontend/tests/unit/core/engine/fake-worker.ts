/** A worker in place of the engine's, which answers as a test wants. */
import { vi } from 'vitest'
import type { Message, SearchRequest } from '../../../../src/core/engine/protocol'
import { parseAlgebraic } from '../../../../src/core/rules/notation'

/** What a worker does with a request: reports, nothing, or it fails to load. */
export type Reaction = (request: SearchRequest) => readonly Message[] | 'silence' | 'error'

export interface Workers {
  readonly requests: SearchRequest[]
  started: number
  terminated: number
}

// Pages keep their workers, so those of an earlier test answer as the current one wants.
let react: Reaction = () => 'silence'
let workers: Workers

class FakeWorker extends EventTarget {
  constructor() {
    super()
    workers.started += 1
  }

  postMessage(request: SearchRequest): void {
    workers.requests.push(request)
    const reports = react(request)
    if (reports === 'silence') return
    queueMicrotask(() => {
      if (reports === 'error') this.dispatchEvent(Object.assign(new Event('error'), { message: 'not found' }))
      else for (const data of reports) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate(): void {
    workers.terminated += 1
  }
}

/** Replaces workers until `vi.unstubAllGlobals`; returns what happens to them. */
export function stubWorkers(reaction: Reaction): Workers {
  react = reaction
  workers = { requests: [], started: 0, terminated: 0 }
  vi.stubGlobal('Worker', FakeWorker)
  return workers
}

/** The reports of a search that found one move. */
export function found(text: string, score: number): Message[] {
  const move = parseAlgebraic(text)
  const iteration = { depth: 1, found: [{ move, score, line: [move] }], nodes: 1 }
  return [{ kind: 'iteration', iteration }, { kind: 'done' }]
}
