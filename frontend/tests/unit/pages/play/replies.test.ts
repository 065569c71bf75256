import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../src/shell/services/api'
import type { UnreachableError } from '../../../../src/shell/services/api'
import * as Advice from '../../../../src/pages/play/advice'
import { chooseReply } from '../../../../src/pages/play/replies'
import { forgetEvaluations } from '../../../../src/values/evaluate'
import { createMatch } from '../../../../src/core/match/match'
import { numbersFor } from '../../../../src/core/match/strengths'
import { formatAlgebraic, parseAlgebraic } from '../../../../src/core/rules/notation'
import { BLACK, isLegal } from '../../../../src/core/rules/position'
import type { Move } from '../../../../src/core/rules/position'
import { found, stubWorkers } from '../../core/engine/fake-worker'

/** What the server does each time it is asked for a move. */
type Deed = 'answer' | 'fail' | 'hang' | 'refuse' | 'busy'

const match = createMatch({ opponent: 'perfect', human: BLACK, clock: null, seed: 1 })
const heard: string[] = []
let deeds: Deed[] = []
let isThere = true

/** What the page loads when it is first needed. */
const load = (): Promise<typeof Advice> => Promise.resolve(Advice)

const server = {
  isReachable: null,
  site: null,
  tables: '',
  look: () => Promise.resolve(isThere),
  untilThere: () => {
    heard.push('waits')
    isThere = true
    return Promise.resolve()
  },
}

function react(_: string, { signal }: RequestInit): Promise<Response> {
  const deed = deeds.shift()
  heard.push(String(deed))
  if (deed === 'fail') return Promise.reject(new TypeError('failed'))
  if (deed === 'hang') {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  const status = { answer: 200, refuse: 422, busy: 503 }[deed ?? 'answer']
  const body = status === 200 ? { move: 'd6' } : { title: 'no', status, detail: 'no' }
  const headers = { 'Content-Type': 'application/json', ...(status === 503 && { 'Retry-After': '1' }) }
  return Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
}

async function ask(signal = new AbortController().signal): Promise<Move> {
  const waiting = (error: UnreachableError | null): void => {
    heard.push(error ? 'away' : 'back')
  }
  const reply = chooseReply(match, server, signal, waiting, load)
  reply.catch(() => undefined) // it may fail before anybody looks
  await vi.advanceTimersByTimeAsync(60_000)
  return reply
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', react)
  heard.length = 0
  isThere = true
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  forgetEvaluations()
})

describe('a reply from the server', () => {
  test('is its move', async () => {
    deeds = ['answer']
    expect(formatAlgebraic(await ask())).toBe('d6')
    expect(heard).toEqual(['answer'])
  })

  test('is requested again once an unreachable server is back', async () => {
    deeds = ['fail', 'answer']
    expect(formatAlgebraic(await ask())).toBe('d6')
    expect(heard).toEqual(['fail', 'away', 'waits', 'back', 'answer'])
  })

  test('is given up if the server vanishes silently, and then requested again', async () => {
    deeds = ['hang', 'answer']
    isThere = false
    expect(formatAlgebraic(await ask())).toBe('d6')
    expect(heard).toEqual(['hang', 'away', 'waits', 'back', 'answer'])
  })

  test('may take any time while the server is reachable', async () => {
    deeds = ['hang']
    const stop = new AbortController()
    const reply = chooseReply(match, server, stop.signal, () => heard.push('away'), load)
    reply.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toEqual(['hang'])
    stop.abort()
    await expect(reply).rejects.toThrow('abort')
  })

  test('is requested at longer and longer intervals after repeated failures', async () => {
    deeds = Array.from({ length: 100 }, (): Deed => 'fail')
    const stop = new AbortController()
    const reply = chooseReply(match, server, stop.signal, () => undefined, load)
    reply.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    stop.abort()
    await expect(reply).rejects.toThrow('abort')
    const asked = heard.filter((each) => each === 'fail').length
    expect(asked).toBeGreaterThan(4)
    expect(asked).toBeLessThan(12)
  })

  test('is retried while the server is busy; other refusals are errors', async () => {
    deeds = ['busy', 'busy', 'answer']
    expect(formatAlgebraic(await ask())).toBe('d6')
    deeds = ['refuse']
    await expect(ask()).rejects.toBeInstanceOf(ApiError)
  })
})

describe('a reply of a given strength', () => {
  const club = createMatch({ opponent: 'elo:900', human: BLACK, clock: null, seed: 1 })

  const choose = async (): Promise<Move> => {
    const reply = chooseReply(club, server, new AbortController().signal, () => heard.push('away'), load)
    await vi.advanceTimersByTimeAsync(60_000)
    return reply
  }

  test('is found in the page, from scratch', async () => {
    const { requests } = stubWorkers(() => found('a1', 5))
    deeds = []
    expect(formatAlgebraic(await choose())).toBe('a1')
    expect(heard).toEqual([])
    expect(requests).toMatchObject([{ game: { positions: club.session.positions }, isFresh: true }])
    expect(requests[0].limits).toEqual({ nodes: numbersFor(900).nodes })
  })

  test('is the server’s if the engine does not start', async () => {
    stubWorkers(() => 'error')
    deeds = ['fail', 'answer']
    expect(formatAlgebraic(await choose())).toBe('d6')
    expect(heard).toEqual(['fail', 'away', 'waits', 'away', 'answer'])
  })
})

describe('a reply of Expert', () => {
  const expert = createMatch({ opponent: 'expert', human: BLACK, clock: null, seed: 1 })

  const choose = async (isReachable: boolean | null): Promise<Move> => {
    const reply = chooseReply(expert, { ...server, isReachable }, new AbortController().signal, () => heard.push('away'), load)
    await vi.advanceTimersByTimeAsync(60_000)
    return reply
  }

  test('is the server’s if it answers', async () => {
    const { requests } = stubWorkers(() => found('a1', 5))
    deeds = ['answer']
    expect(formatAlgebraic(await choose(true))).toBe('d6')
    expect(requests).toEqual([])
  })

  test.each([true, null])('is found in the page if the server cannot be reached', async (isReachable) => {
    const { requests } = stubWorkers(() => found('a1', 5))
    deeds = ['fail']
    expect(formatAlgebraic(await choose(isReachable))).toBe('a1')
    expect(heard).toEqual(['fail'])
    expect(requests).toMatchObject([{ game: { positions: expert.session.positions }, limits: { milliseconds: 1000 } }])
  })

  test('is found in the page at once if the server is known to be away', async () => {
    stubWorkers(() => found('a1', 5))
    expect(formatAlgebraic(await choose(false))).toBe('a1')
    expect(heard).toEqual([])
  })

  test('is found in the page if the server stays busy', async () => {
    stubWorkers(() => found('a1', 5))
    deeds = Array.from({ length: 4 }, (): Deed => 'busy')
    expect(formatAlgebraic(await choose(true))).toBe('a1')
    expect(heard).toEqual(['busy', 'busy', 'busy', 'busy'])
  })

  test('waits for the server if the page has no engine either', async () => {
    stubWorkers(() => 'error')
    deeds = ['fail', 'answer']
    expect(formatAlgebraic(await choose(null))).toBe('d6')
    expect(heard).toEqual(['fail', 'away', 'waits', 'away', 'answer'])
  })
})

describe('a hint', () => {
  test('is found in the page if the server does not answer in time', async () => {
    stubWorkers(() => found('a1', 5))
    const patience = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    deeds = ['hang']
    const hint = Advice.suggestMove(match, server, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual(['hang'])
    patience.abort(new DOMException('too slow', 'TimeoutError'))
    await vi.advanceTimersByTimeAsync(1000)
    const { move, isLate } = await hint
    expect(isLate).toBe(true)
    expect(formatAlgebraic(move)).toBe('a1')
  })

  test('is not late if the server is unreachable', async () => {
    stubWorkers(() => found('a1', 5))
    deeds = ['fail']
    const hint = Advice.suggestMove(match, server, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await hint).toEqual({ move: parseAlgebraic('a1'), isLate: false })
  })

  test('is that of the level Hard if there is no engine', async () => {
    stubWorkers(() => 'error')
    deeds = ['fail']
    const hint = Advice.suggestMove(match, server, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(1000)
    const { move, isLate } = await hint
    expect(isLate).toBe(false)
    expect(isLegal(match.session.positions[0], move)).toBe(true)
  })
})
