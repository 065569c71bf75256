import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Server } from '../../../src/app/server'

let asked = 0
let isThere = true

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.endsWith('/health')) return Promise.reject(new TypeError('failed'))
    asked++
    return isThere
      ? Promise.resolve(new Response('{"tables":0}', { headers: { 'Content-Type': 'application/json' } }))
      : Promise.reject(new TypeError('failed'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('there is one check at a time', async () => {
  isThere = true
  const server = new Server()
  expect(await Promise.all([server.look(), server.look()])).toEqual([true, true])
  expect(asked).toBe(1)
})

test('a returning server is noticed within seconds', async () => {
  isThere = false
  const server = new Server()
  let isBack = false
  const waiting = server.untilThere(new AbortController().signal).then(() => (isBack = true))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isBack).toBe(false)
  expect(server.isReachable).toBe(false)
  isThere = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isBack).toBe(true)
  await waiting
})

test('waiting ends when the caller aborts', async () => {
  isThere = false
  const stop = new AbortController()
  const waiting = new Server().untilThere(stop.signal)
  waiting.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  await expect(waiting).rejects.toThrow('abort')
})

test('a run that is started later, or by another page, is noticed at the next check', async () => {
  isThere = true
  const states = ['idle', 'running']
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.endsWith('/solving')) return answer(address)
    const body = `event: solving\ndata: {"state":"${states.shift()}"}\n\n`
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
  })
  const server = new Server()
  await server.look()
  await vi.waitFor(() => expect(server.solving?.state).toBe('idle'))
  await vi.advanceTimersByTimeAsync(10)
  await server.look()
  await vi.waitFor(() => expect(server.solving?.state).toBe('running'))
})
