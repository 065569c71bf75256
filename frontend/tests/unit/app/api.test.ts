import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, UnreachableError, addressOf, api, isAbort } from '../../../src/app/api'
import { VARIANTS } from '../../../src/rules/variants'
import { parseEvent, readEvents } from '../../../src/app/events'

afterEach(() => vi.unstubAllGlobals())

function answer(body: string, status = 200, type = 'application/json'): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } })))
}

test('queries are escaped in addresses', () => {
  expect(addressOf('/probe', { fen: '*/@ w' })).toBe('/api/v1/probe?fen=*%2F%40+w')
  expect(addressOf('/health')).toBe('/api/v1/health')
})

test.each([
  [VARIANTS.nine, '/api/v1/probe?fen=x&chances=club', '/api/v1/analysis?fen=x&lines=1&seconds=1'],
  [VARIANTS.six, '/api/v1/probe?fen=x&variant=six', '/api/v1/analysis?fen=x&lines=1&seconds=1&variant=six'],
])('variants other than nine are named to the server', async (variant, ...expected) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(new Response('{}', { headers: { 'Content-Type': 'application/json' } }))
  })
  await api.probe('x', undefined, 'club', variant)
  await api.analysis('x', {}, undefined, variant).next()
  expect(asked).toEqual(expected)
})

describe('errors are distinguished', () => {
  test('the server refuses', async () => {
    answer('{"title":"bad","status":422,"detail":"\'x\' is no FEN"}', 422, 'application/problem+json')
    const error = await api.probe('x').catch((each: unknown) => each)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe("'x' is no FEN")
    expect((error as ApiError).problem.status).toBe(422)
  })

  test('there is no server, or it is another program', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await expect(api.health()).rejects.toBeInstanceOf(UnreachableError)
    answer('<html>', 404, 'text/html')
    await expect(api.health()).rejects.toBeInstanceOf(UnreachableError)
    answer('<html>', 200, 'text/html')
    await expect(api.health()).rejects.toBeInstanceOf(UnreachableError)
  })

  test('the caller aborted', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error))
    const error = await api.health(AbortSignal.abort()).catch((each: unknown) => each)
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
    await expect(api.analysis('', {}).next()).rejects.toThrow('too long')
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
