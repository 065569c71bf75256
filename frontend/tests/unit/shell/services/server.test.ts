import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Server } from '../../../../src/shell/services/server'

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

test('listeners hear of changes until they leave', async () => {
  isThere = true
  const server = new Server()
  const heard: (boolean | null)[] = []
  const leave = server.onChange(() => heard.push(server.isReachable))
  expect(heard).toEqual([]) // nothing has changed yet
  await server.look()
  expect(heard[0]).toBe(true)
  leave()
  const { length } = heard
  await server.look()
  expect(heard).toHaveLength(length)
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

test('listeners hear that a server is back, whenever they began to listen', async () => {
  isThere = false
  const server = new Server()
  await server.look()
  const heard: (boolean | null)[][] = []
  server.onChange((isBack) => heard.push([server.isReachable, isBack]))
  await server.look()
  isThere = true
  await server.look()
  await server.look()
  expect(heard).toEqual([[false, false], [true, true], [true, false]])
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
