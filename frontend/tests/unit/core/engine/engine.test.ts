import { afterEach, expect, test, vi } from 'vitest'
import { Engine, EngineError } from '../../../../src/core/engine/engine'
import type { SearchRequest } from '../../../../src/core/engine/protocol'
import { startPosition } from '../../../../src/core/rules/position'
import { found, stubWorkers } from './fake-worker'

const { signal } = new AbortController()
const request: SearchRequest = {
  game: { positions: [startPosition()], pliesSinceRemoval: 0, repetitions: 3, plyLimit: 100 },
  limits: { depth: 1 },
  lines: 1,
}

afterEach(() => vi.unstubAllGlobals())

test('the worker starts with the first search, and stays', async () => {
  const workers = stubWorkers(() => [...found('d6', 5).slice(0, 1), ...found('d7', 7)])
  const engine = new Engine()
  expect(workers.started).toBe(0)
  const reported: number[] = []
  const last = await engine.search(request, signal, (iteration) => reported.push(iteration.found[0].score))
  expect(last.found[0].score).toBe(7)
  expect(reported).toEqual([5, 7])
  await engine.search(request, signal)
  expect(workers).toMatchObject({ started: 1, terminated: 0, requests: [request, request] })
})

test('an aborted search ends the worker; the next one gets another', async () => {
  let isSilent = true
  const workers = stubWorkers(() => (isSilent ? 'silence' : found('d6', 5)))
  const engine = new Engine()
  const stop = new AbortController()
  const first = engine.search(request, stop.signal)
  const second = engine.search(request, signal)
  await Promise.resolve()
  isSilent = false
  stop.abort(new DOMException('enough', 'AbortError'))
  await expect(first).rejects.toThrow('enough')
  expect((await second).found).toHaveLength(1)
  expect(workers).toMatchObject({ started: 2, terminated: 1 })
})

test('a search that is aborted while it waits leaves the worker alone', async () => {
  const workers = stubWorkers(() => found('d6', 5))
  const engine = new Engine()
  const stop = new AbortController()
  const first = engine.search(request, signal)
  const second = engine.search(request, stop.signal)
  stop.abort(new DOMException('enough', 'AbortError'))
  await expect(second).rejects.toThrow('enough')
  await first
  expect(workers).toMatchObject({ terminated: 0, requests: [request] })
})

test.each([
  ['does not load', () => 'error' as const],
  ['reports a failure', () => [{ kind: 'failed', message: 'no weights' } as const]],
  ['finds nothing', () => [{ kind: 'done' } as const]],
])('a worker that %s is an error, and the next search tries again', async (_, react) => {
  const workers = stubWorkers(react)
  const engine = new Engine()
  await expect(engine.search(request, signal)).rejects.toBeInstanceOf(EngineError)
  await expect(engine.search(request, signal)).rejects.toBeInstanceOf(EngineError)
  expect(workers.requests).toHaveLength(2)
})
