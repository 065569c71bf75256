/** Workers in place of those that read tables and that search, which answer as a test wants. */
import { vi } from 'vitest'
import type { SearchRequest } from '../../../../src/core/engine/protocol'
import type { Rating, Value } from '../../../../src/tables/api'
import type { Asked, Said, TroubleKind } from '../../../../src/values/exact/protocol'
import { found } from '../../core/engine/fake-worker'

/** The values of moves, best first. */
export type Rated = readonly ({ readonly move: string } & Value)[]

interface Workers {
  /** What tables and engine were asked. */
  readonly asked: Asked[]
  readonly requests: SearchRequest[]
}

// Pages keep their workers, so those of an earlier test answer as the current one wants.
let answer: (asked: Asked) => Said | null = () => null
let best = ''
let workers: Workers

class FakeWorker extends EventTarget {
  postMessage(message: Asked | SearchRequest): void {
    if ('id' in message) {
      workers.asked.push(message)
      this.say([answer(message)].filter((said) => said !== null))
    } else {
      workers.requests.push(message)
      this.say(found(best, 5))
    }
  }

  terminate(): void {
    // It is never started.
  }

  private say(messages: readonly unknown[]): void {
    queueMicrotask(() => {
      for (const data of messages) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
}

function stub(reaction: typeof answer, move: string): Workers {
  answer = reaction
  best = move
  workers = { asked: [], requests: [] }
  vi.stubGlobal('Worker', FakeWorker)
  return workers
}

function ratingOf(rated: Rated): Rating {
  const [{ result, plies }] = rated
  return { result, plies, source: 'ahead', moves: rated.map((each) => ({ ...each, source: 'table' })) }
}

export const FakeTables = {
  /** Tables that give every position the same moves; the engine finds `move`. */
  rate(rated: Rated, move = ''): Workers {
    return stub(({ id, kind }) => (kind === 'rate' ? { id, answer: ratingOf(rated) } : null), move)
  },

  /** A book with these moves in every position, and no tables. */
  openings(rated: Rated): Workers {
    return stub(({ id, kind }) => (kind === 'book' ? { id, answer: ratingOf(rated) } : null), '')
  },

  /** Tables that do not answer. */
  fail(kind: TroubleKind, move = ''): Workers {
    return stub(({ id, kind: asked }) => (asked === 'rate' ? { id, trouble: { kind, message: 'a sentence' } } : null), move)
  },

  /** Tables that stay silent. */
  hang(): Workers {
    return stub(() => null, '')
  },
}
