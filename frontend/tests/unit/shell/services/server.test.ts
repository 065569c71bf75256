import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepInMemory } from './memory-storage'
import { Server } from '../../../../src/shell/services/server'

const HEALTH = { tables: 0 }
const SERVED = { application: 'Merels', server: true, tables: false, variants: [], health: HEALTH }
const STATIC = { application: 'Merels', server: false, tables: true, variants: ['six'] }

let asked: string[] = []
let site: unknown = SERVED
let isThere = true

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  site = SERVED
  isThere = true
  vi.stubGlobal('fetch', (address: string) => {
    if (!/health|site/.test(address)) return Promise.reject(new TypeError('failed'))
    asked.push(address)
    const answer = address.endsWith('/health') ? HEALTH : site
    return isThere
      ? Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } }))
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
  expect(asked).toEqual(['./site.json'])
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

test('the first check finds out whose site it is, the others how the server is', async () => {
  const server = new Server()
  expect(server.site).toBeNull()
  await server.look()
  await server.look()
  expect(asked).toEqual(['./site.json', './api/v1/health'])
  expect([server.isStatic, server.isReachable, server.health]).toEqual([false, true, HEALTH])
})

test('a static site has no server, and is not asked again', async () => {
  const kept = keepInMemory()
  site = STATIC
  const server = new Server()
  expect([server.isStatic, server.isReachable]).toEqual([false, null])
  expect([await server.look(), await server.look()]).toEqual([false, false])
  expect(asked).toEqual(['./site.json'])
  expect([server.isStatic, server.isReachable, server.site?.variants]).toEqual([true, false, ['six']])
  const next = new Server()
  expect([next.isStatic, next.isReachable]).toEqual([true, false]) // without a connection too
  site = SERVED
  expect(await next.look()).toBe(true)
  expect(kept.has('merels.site')).toBe(false)
})

test('another program is no site of ours', async () => {
  site = { application: 'Another' }
  const server = new Server()
  expect(await server.look()).toBe(false)
  expect(server.site).toBeNull()
})
