import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseAlgebraic, parseFen, startOf } from '../../../../src/core/rules/notation'
import { VARIANTS } from '../../../../src/core/rules/variants'
import type { Reach } from '../../../../src/shell/services/server'
import { evaluate, forgetEvaluations } from '../../../../src/values/evaluate'
import { hasTables, noteKept } from '../../../../src/values/exact/has-tables'
import { probeFiles } from '../../../../src/values/exact/site-tables'
import { keepInMemory } from '../../shell/services/memory-storage'
import { FEN, SERVER, refusal, serve } from '../evaluations'
import { FakeTables } from './fake-tables'

const record = parseFen(FEN)
const { signal } = new AbortController()
const site = { application: 'Merels', server: false, tables: true, variants: ['nine'] }
/** A static site: there is no server, and there are tables. */
const STATIC: Reach = { isReachable: false, site, tables: '', look: () => Promise.resolve(false) }
const draw = { result: 'draw', plies: null } as const

beforeEach(() => void keepInMemory())
afterEach(() => {
  vi.unstubAllGlobals()
  forgetEvaluations()
})

test('a position is worth what the tables say, and so is each of its moves', async () => {
  const { asked } = FakeTables.rate([{ move: 'd6-d7', ...draw }, { move: 'b4-a4', result: 'loss', plies: 8 }])
  const evaluation = await evaluate(record, { wanted: 'best', server: STATIC }, signal)
  expect(evaluation).toMatchObject({ value: draw, source: 'table', progress: 'done', trouble: null })
  expect(evaluation.exact.get('b4-a4')).toEqual({ result: 'loss', plies: 8 })
  expect(asked).toMatchObject([{ kind: 'rate', variant: 'nine' }])
  await evaluate(record, { wanted: 'best', server: STATIC }, signal)
  expect(asked).toHaveLength(1) // it is kept
})

test('a site that was not looked at yet is looked at first', async () => {
  FakeTables.rate([{ move: 'd6-d7', ...draw }])
  const server = { ...STATIC, isReachable: null as boolean | null, site: null as typeof site | null }
  server.look = () => {
    Object.assign(server, STATIC)
    return Promise.resolve(false)
  }
  expect(await evaluate(record, { wanted: 'exact', server }, signal)).toMatchObject({ source: 'table' })
})

test('a book answers for the first positions, before tables and without them, and where this device has tables', async () => {
  const start = startOf(VARIANTS.nine)
  const server = { ...STATIC, site: { ...site, tables: false, variants: [], book_men: 4 } }
  const { asked } = FakeTables.openings([{ move: 'd6', ...draw }])
  const evaluation = await evaluate(start, { wanted: 'best', server }, signal)
  expect(evaluation).toMatchObject({ value: draw, source: 'book', trouble: null })
  expect(evaluation.moves.find(({ value }) => value)?.source).toBe('book')
  await evaluate(start, { wanted: 'best', server: { ...server, site: { ...server.site, tables: true, variants: ['nine'] } } }, signal)
  const later = parseFen(FEN)
  expect(await evaluate(later, { wanted: 'exact', server }, signal)).toMatchObject({ trouble: 'missing' })
  expect(asked.map(({ kind }) => kind)).toEqual(['book'])
  forgetEvaluations()
  noteKept('nine', true)
  const onDevice = FakeTables.openings([{ move: 'd6', ...draw }])
  expect(await evaluate(start, { wanted: 'best', server }, signal)).toMatchObject({ source: 'book' })
  expect(onDevice.asked.map(({ kind }) => kind)).toEqual(['book'])
})

describe('draws', () => {
  const draws = [{ move: 'd6-d7', ...draw }, { move: 'b4-a4', ...draw }]
  const server = { ...SERVER, site: { ...site, server: true } }
  const chances = [{ move: 'd6-d7', chance: 0.6, replies: 9, holding: 7 }, { move: 'b4-a4', chance: 0.7, replies: 9, holding: 5 }]

  test('have the chances of the server, if there is one', async () => {
    const { requests } = FakeTables.rate(draws, 'd6-d7')
    const asked = serve({ probe: { body: JSON.stringify({ value: null, source: null, chance: 0.7, opponent_chance: 0.5, moves: chances }) } })
    const evaluation = await evaluate(record, { wanted: 'all', server, person: 'master' }, signal)
    expect(asked).toMatchObject([expect.stringContaining('chances=master')])
    expect(requests).toEqual([])
    expect(evaluation).toMatchObject({ value: draw, source: 'table', progress: 'done' })
    expect(evaluation.moves[0]).toMatchObject({
      move: parseAlgebraic('b4-a4'), source: 'table', chance: { score: 0.7, answers: { replies: 9, holding: 5 } },
    })
    expect(evaluation.expected).toBeCloseTo(0.6)
  })

  test.each([
    ['does not know them', { body: JSON.stringify({ value: null, source: null, moves: chances.map(({ move }) => ({ move, chance: null })) }) }],
    ['refuses', refusal(400, 'no')],
  ])('have those of a search if the server %s', async (_, answer) => {
    const { requests } = FakeTables.rate(draws, 'd6-d7')
    serve({ probe: answer })
    const evaluation = await evaluate(record, { wanted: 'all', server }, signal)
    expect(requests).toHaveLength(1)
    expect(evaluation).toMatchObject({ value: draw, source: 'table', progress: 'done' })
  })
})

test.each(['missing', 'damaged', 'ranges', 'origin', 'network'] as const)(
  'tables that are %s do not keep the engine from answering',
  async (kind) => {
    const workers = FakeTables.fail(kind, 'd6-d7')
    const evaluation = await evaluate(record, { wanted: 'best', server: STATIC }, signal)
    expect(evaluation).toMatchObject({ trouble: kind, source: 'search', depth: 1 })
    await evaluate(record, { wanted: 'best', server: STATIC }, signal)
    expect(workers.asked).toHaveLength(kind === 'missing' ? 1 : 2) // other troubles may pass
  },
)

test('best play is followed for a few moves', async () => {
  const { asked } = FakeTables.rate([{ move: 'd6-d7', result: 'win', plies: 9 }])
  const { play } = await evaluate(record, { wanted: 'line', server: STATIC }, signal)
  expect(play?.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(9)
})

test('a question that is no longer of interest is withdrawn', async () => {
  const { asked } = FakeTables.hang()
  const stopping = new AbortController()
  const probing = probeFiles(record, STATIC, stopping.signal)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  stopping.abort()
  await expect(probing).rejects.toThrow('abort')
  expect(asked.map(({ kind }) => kind)).toEqual(['rate', 'stop'])
})

test('tables on this device count without a site', () => {
  const { six } = VARIANTS
  expect(hasTables(six, { site: null })).toBe(false)
  noteKept('six', true)
  noteKept('six', true)
  expect(hasTables(six, { site: null })).toBe(true)
  noteKept('six', false)
  expect(hasTables(six, { site: null })).toBe(false)
  expect(hasTables(startOf(VARIANTS.nine).position.variant, { site })).toBe(true)
})
