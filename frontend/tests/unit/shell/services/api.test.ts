import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, UnreachableError, addressOf, follow, isAbort, request } from '../../../../src/shell/services/api'
import type { AnswerOf } from '../../../../src/shell/services/api'
import type { ProbeDocument } from '../../../../src/generated/api'
import { parseEvent, readEvents } from '../../../../src/shell/services/events'

afterEach(() => vi.unstubAllGlobals())

function answer(body: string, status = 200, type = 'application/json'): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } })))
}

test('queries are escaped in addresses', () => {
  expect(addressOf('GET /probe', { query: { fen: '*/@ w' } })).toBe('./api/v1/probe?fen=*%2F%40+w')
  expect(addressOf('GET /health', {})).toBe('./api/v1/health')
  expect(addressOf('GET /games/{game}/report', { path: { game: 'a/b' } })).toBe('./api/v1/games/a%2Fb/report')
})

test('parameters without a value are left out', () => {
  expect(addressOf('GET /games', { query: { state: 'open', variant: '', player: null } })).toBe('./api/v1/games?state=open')
})

test('requests have the method, the body and the answer of their endpoint', async () => {
  const sent: (string | RequestInit | undefined)[] = []
  vi.stubGlobal('fetch', (...asked: [string, RequestInit]) => {
    sent.push(...asked)
    return Promise.resolve(Response.json({ move: 'd6' }))
  })
  const { move } = await request('POST /move', { body: { level: 'hard', seed: 1 } })
  expect(move).toBe('d6')
  const headers = { 'Content-Type': 'application/json' }
  expect(sent).toMatchObject(['./api/v1/move', { method: 'POST', body: '{"level":"hard","seed":1}', headers }])
})

test('wrong paths, parameters and bodies do not compile', () => {
  const isTyped: AnswerOf<'GET /probe'> extends ProbeDocument ? true : false = true
  expect(isTyped).toBe(true)
  const wrong = (): unknown => [
    // @ts-expect-error there is no such endpoint
    request('GET /moves'),
    // @ts-expect-error the FEN is missing
    request('GET /probe'),
    // @ts-expect-error there is no such parameter
    request('GET /probe', { query: { fen: '', size: 3 } }),
    // @ts-expect-error a goal is not a number
    request('POST /solving', { body: { goal: 3 } }),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('an answer may be empty, or a game file', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  expect(await request('DELETE /games/{game}', { path: { game: 'x' } })).toBeUndefined()
  answer('[Event "?"]', 200, 'application/vnd.chess-pgn')
  expect(await request('GET /games/mine.pgn')).toBe('[Event "?"]')
})

describe('errors are distinguished', () => {
  test('the server refuses', async () => {
    answer('{"title":"bad","status":422,"detail":"\'x\' is no FEN"}', 422, 'application/problem+json')
    const error = await request('GET /probe', { query: { fen: 'x' } }).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe("'x' is no FEN")
    expect((error as ApiError).problem.status).toBe(422)
    expect((error as ApiError).retryAfter).toBeNull()
  })

  test('there is no server, or it is another program', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await expect(request('GET /health')).rejects.toBeInstanceOf(UnreachableError)
    answer('<html>', 404, 'text/html')
    await expect(request('GET /health')).rejects.toBeInstanceOf(UnreachableError)
    answer('<html>', 200, 'text/html')
    await expect(request('GET /health')).rejects.toBeInstanceOf(UnreachableError)
  })

  test('the caller aborted', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error))
    const error = await request('GET /health', { signal: AbortSignal.abort() }).catch((each: unknown) => each)
    expect(isAbort(error)).toBe(true)
    expect(isAbort(new UnreachableError())).toBe(false)
  })
})

describe('events', () => {
  test.each([
    ['event: info\ndata: {"a":1}', { type: 'info', data: '{"a":1}' }],
    ['data: one\ndata: two', { type: 'message', data: 'one\ntwo' }],
    [': keeps the line open', null],
    ['', null],
  ])('%j', (block, event) => {
    expect(parseEvent(block)).toEqual(event)
  })

  test('arrive whole, however the stream is split', async () => {
    const bytes = new TextEncoder().encode('event: info\r\ndata: 白\r\n\r\nevent: done\ndata: 黒\n\n')
    for (const size of [1, 3, 7, 100]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
        bytes.slice(part * size, (part + 1) * size),
      )
      const body = new ReadableStream({
        pull(controller) {
          const part = parts.shift()
          if (part) controller.enqueue(part)
          else controller.close()
        },
      })
      const events = []
      for await (const event of readEvents(new Response(body))) events.push(event)
      expect(events).toEqual([{ type: 'info', data: '白' }, { type: 'done', data: '黒' }])
    }
  })

  test('a problem in the stream is an error', async () => {
    answer('event: problem\ndata: {"title":"too long","status":503,"detail":""}\n\n', 200, 'text/event-stream')
    await expect(follow('GET /analysis').next()).rejects.toThrow('too long')
  })

  test('a stream that breaks off is an unreachable server', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })))
    await expect(follow('GET /solving').next()).rejects.toBeInstanceOf(UnreachableError)
  })

  test('leaving early ends the request', async () => {
    let isCancelled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const _ of readEvents(new Response(body))) break
    expect(isCancelled).toBe(true)
  })
})
