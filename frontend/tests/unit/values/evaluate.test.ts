import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_SERVER, evaluate, forgetEvaluations, lineBefore } from '../../../src/values/evaluate'
import type { Question } from '../../../src/values/evaluate'
import type { Evaluation } from '../../../src/values/evaluation'
import { ApiError } from '../../../src/shell/services/api'
import { EngineError } from '../../../src/core/engine/engine'
import { formatAlgebraic, parseFen, startOf } from '../../../src/core/rules/notation'
import type { FenRecord } from '../../../src/core/rules/notation'
import { legalMoves } from '../../../src/core/rules/position'
import { VARIANTS } from '../../../src/core/rules/variants'
import { found, stubWorkers } from '../core/engine/fake-worker'
import { FEN, SERVER, guessed, played, refusal, searched, serve } from './evaluations'

const { signal } = new AbortController()
const record = parseFen(FEN)
const nothing = { body: JSON.stringify({ value: null, source: null, moves: [] }) }

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  forgetEvaluations()
})

/** What is known in the end, however long that takes. */
async function ask(
  wanted: Question['wanted'] = 'best',
  more: Partial<Question> & { record?: FenRecord; learned?: (evaluation: Evaluation) => void } = {},
): Promise<Evaluation> {
  const answer = evaluate(more.record ?? record, { server: SERVER, ...more, wanted }, signal, more.learned)
  answer.catch(() => undefined) // it may fail before anybody looks
  await vi.advanceTimersByTimeAsync(60_000)
  return answer
}

function probed(value: object | null, moves: readonly object[] = [], source = 'table'): { body: string } {
  return { body: JSON.stringify({ value, source: value && source, moves }) }
}

describe('the best move', () => {
  test('has its exact value if tables or book have it', async () => {
    const value = { result: 'win', plies: 9 }
    serve({ probe: probed(value, [{ move: 'd6-d7', value }], 'ahead') })
    expect(await ask()).toMatchObject({ value, expected: 1, best: played, source: 'ahead', progress: 'done' })
  })

  test('is found by a search if the position is known, and none of its moves', async () => {
    const value = { result: 'loss', plies: 206 }
    serve({ probe: probed(value, [{ move: 'b4-a4', value: null }], 'results'), analysis: searched('d6-d7', 37) })
    expect(await ask()).toMatchObject({ value, expected: 0, best: played, source: 'results' })
  })

  test('is found by a search if nothing is known', async () => {
    serve({ probe: nothing, analysis: searched('d6-d7', 20, 37) })
    expect(await ask()).toMatchObject({ ...guessed(37, played), moves: expect.anything(), depth: 2 })
  })

  test('is not searched if only exact values are wanted', async () => {
    const asked = serve({ probe: nothing })
    expect(await ask('exact')).toMatchObject({ value: null, best: null })
    expect(asked).toHaveLength(1)
  })

  test('of a draw shows the chances of both sides', async () => {
    const value = { result: 'draw', plies: null }
    const moves = [{ move: 'd6-d7', value }]
    serve({ probe: { body: JSON.stringify({ value, source: 'table', chance: 0.9, opponent_chance: 0.8, moves }) } })
    const exact = await ask()
    expect(exact).toMatchObject({ value, best: played })
    expect(exact.expected).toBeCloseTo(0.55)
  })

  test('has the whole way to a win, if it is wanted', async () => {
    const value = { result: 'win', plies: 3 }
    const line = { body: JSON.stringify({ value, moves: ['d6-d7', 'f6-g7', 'd7-d6'] }) }
    serve({ probe: probed(value, [{ move: 'd6-d7', value }]), line })
    expect((await ask('exact')).play).toBeNull()
    expect((await ask('line')).lines[0].pv).toHaveLength(3)
    serve({})
    expect((await ask('line')).lines[0].pv).toHaveLength(3) // it is kept
  })

  test('needs nobody once the game is over', async () => {
    const asked = serve({})
    const over = parseFen('OO******/********/***@@@** w m s 2 0 3 0 0 0 0 0 0 0 0 0 1')
    expect(await ask('all', { record: over })).toMatchObject({ value: { result: 'loss' }, source: 'rules', moves: [] })
    expect(asked).toEqual([])
  })
})

describe('a server', () => {
  const search = (): ReturnType<typeof stubWorkers> => stubWorkers(() => found('d6-d7', 37))

  test.each([{}, { probe: refusal(500, 'broken') }, { probe: nothing, analysis: refusal(500, 'broken') }])(
    'that is missing or broken is replaced by this device: %#',
    async (answers) => {
      serve(answers)
      const { requests } = search()
      const later = { ...record, pliesSinceRemoval: 12, moveNumber: 9 }
      expect(await ask('best', { record: later })).toMatchObject({ ...guessed(37, played), moves: expect.anything() })
      const game = { positions: [record.position], pliesSinceRemoval: 12, repetitions: 3, plyLimit: 100 }
      expect(requests).toEqual([{ game, limits: { milliseconds: 600 }, lines: 2 }])
    },
  )

  test('that is known to be away is not asked', async () => {
    const asked = serve({})
    search()
    expect(await ask('best', { server: NO_SERVER })).toMatchObject({ best: played })
    expect(asked).toEqual([])
  })

  test('that is busy is asked again when it says so', async () => {
    const answers = [refusal(503, 'busy', 2), refusal(429, 'too many', 1), nothing]
    const asked = serve({ probe: () => answers.shift() ?? nothing, analysis: searched('d6-d7', 20) })
    const { requests } = search()
    expect(await ask()).toMatchObject({ best: played, score: 20 })
    expect(asked).toHaveLength(4)
    expect(requests).toEqual([])
  })

  test('that stays busy is replaced by this device', async () => {
    const asked = serve({ probe: nothing, analysis: refusal(503, 'busy', 1) })
    search()
    expect(await ask()).toMatchObject({ best: played, score: 37 })
    expect(asked.filter((each) => each.includes('analysis'))).toHaveLength(4)
  })

  test('that stays busy says so where this device cannot search', async () => {
    serve({ probe: refusal(503, 'all places are busy', 1) })
    await expect(ask('all', { record: { ...record, position: { ...record.position, variant: VARIANTS.six } } })).rejects.toThrow(
      'all places are busy',
    )
  })

  test('that falls silent is given up', async () => {
    vi.stubGlobal('fetch', (_: string, { signal: given }: RequestInit) => {
      return new Promise((_resolve, reject) => {
        given?.addEventListener('abort', () => reject(given.reason as Error))
      })
    })
    search()
    const server = { ...SERVER, look: () => Promise.resolve(false) }
    expect(await ask('best', { server })).toMatchObject({ best: played, score: 37 })
  })

  test('that rejects a position is believed', async () => {
    serve({ probe: refusal(422, 'that is not a FEN') })
    const { requests } = search()
    const error = await ask().catch((each: unknown) => each)
    expect(error).toBeInstanceOf(ApiError)
    expect(requests).toEqual([])
  })

  test('is not needed to keep what it said, if the search of this device fails', async () => {
    const value = { result: 'loss', plies: 206 }
    serve({ probe: probed(value, [], 'results') })
    stubWorkers(() => 'error')
    expect(await ask()).toMatchObject({ value, best: null, source: 'results' })
  })

  test('is missed if there is no engine either', async () => {
    serve({})
    stubWorkers(() => 'error')
    await expect(ask()).rejects.toBeInstanceOf(EngineError)
  })
})

test.each([
  [29_991, { result: 'win', plies: 9 }, 1],
  [-29_998, { result: 'loss', plies: 2 }, 0],
])('a search on this device proves values: %d', async (score, value, expected) => {
  serve({})
  stubWorkers(() => found('d6-d7', score))
  expect(await ask()).toMatchObject({ value, expected, best: played, source: 'search' })
})

describe('what was found out', () => {
  test('is kept for all who ask for as much, until the server has more tables', async () => {
    const asked = serve({ probe: nothing, analysis: searched('d6-d7', 20) })
    await ask('best')
    await ask('exact')
    expect(asked).toHaveLength(2)
    await ask('best', { server: { ...SERVER, tables: 'more' } })
    expect(asked).toHaveLength(4)
    await ask('all', { server: { ...SERVER, tables: 'more' } })
    expect(asked.length).toBeGreaterThan(4)
  })

  test('on this device is asked for again once there is a server, and not before', async () => {
    serve({})
    const { requests } = stubWorkers(() => found('d6-d7', 37))
    await ask()
    await ask('best', { server: NO_SERVER })
    expect(requests).toHaveLength(1)
    serve({ probe: nothing, analysis: searched('d6-d7', 20) })
    expect(await ask()).toMatchObject({ score: 20 })
  })

  test('is used while the server is away', async () => {
    const value = { result: 'win', plies: 9 }
    serve({ probe: probed(value, [{ move: 'd6-d7', value }]) })
    await ask()
    expect(await ask('best', { server: NO_SERVER })).toMatchObject({ value, source: 'table' })
  })
})

describe('all moves', () => {
  const WON = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')
  const draw = { result: 'draw', plies: null }
  const names = legalMoves(WON.position).map((each) => formatAlgebraic(each))

  /** All that is learned of a position, one after the other. */
  async function learn(): Promise<Evaluation[]> {
    const all: Evaluation[] = []
    const last = await ask('all', { record: WON, person: 'master', learned: (each) => all.push(each) })
    return [...all, last]
  }

  /** A server on which every move is drawn, with these chances. */
  const serveDraws = (chance: number | null): string[] =>
    serve({ probe: probed(draw, names.map((move) => ({ move, fen: '', source: 'table', value: draw, chance })), 'book') })

  test('are searched on this device without a server', async () => {
    serve({})
    const { requests } = stubWorkers(() => found('d2-d1', 29_991))
    const learned = await learn()
    expect(requests).toMatchObject([{ limits: { milliseconds: 4000 }, lines: names.length }])
    expect(learned.map(({ progress }) => progress)).toEqual(['searching', 'searching', 'done'])
    expect(learned[2]).toMatchObject({ value: { result: 'win', plies: 9 }, depth: 1, play: [{ target: expect.any(Number) }] })
    expect(learned[2].moves[0]).toMatchObject({ value: { result: 'win', plies: 9 }, source: 'search' })
  })

  test('beyond those that the search lists are rated one by one', async () => {
    const after = searched('a1', -12)
    const answers = [searched('d2-d1', 40)]
    const unrated = probed(null, names.map((move) => ({ move, fen: '', source: null, value: null })))
    const asked = serve({ probe: unrated, analysis: () => answers.shift() ?? after })
    const [last] = (await learn()).slice(-1)
    expect(last.moves.every(({ source }) => source === 'search')).toBe(true)
    expect(asked.length).toBeGreaterThan(10)
  })

  test('have chances against the chosen player', async () => {
    const asked = serveDraws(0.8)
    const { requests } = stubWorkers(() => 'silence')
    const learned = await learn()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/&chances=master$/)
    expect(learned.map(({ progress }) => progress)).toEqual(['done', 'done'])
    expect(requests).toEqual([])
  })

  test('of another variant are asked for by its name, without chances', async () => {
    const six = startOf(VARIANTS.six)
    const asked = serve({ probe: probed(null, [{ move: 'a5', fen: '', source: null, value: null }]), analysis: searched('a5', 5) })
    await ask('best', { record: six })
    expect(asked.map((each) => new URL(each, 'http://server').searchParams)).toSatisfy((all: URLSearchParams[]) =>
      all.every((each) => each.get('variant') === 'six' && !each.has('chances')),
    )
  })

  test('have chances by a search on this device where tables are missing', async () => {
    serveDraws(null)
    const { requests } = stubWorkers(() => found('d2-d1', 120))
    const learned = await learn()
    expect(requests).toHaveLength(1)
    expect(learned.map(({ progress }) => progress)).toEqual(['done', 'searching', 'searching', 'done'])
    expect(learned[3].moves.filter(({ chance }) => chance)).not.toEqual([])
  })

  test('have no chances if there is no engine; the values stay', async () => {
    serveDraws(null)
    stubWorkers(() => 'error')
    const [last] = (await learn()).slice(-1)
    expect(last).toMatchObject({ value: draw, source: 'book', depth: 0, progress: 'done' })
  })
})

test('a line is seen by the other side one move earlier', () => {
  const lost = { move: 'd6', score: -90, result: 'loss', plies: 4, source: 'table', pv: ['d6'] } as const
  expect(lineBefore('a1', lost)).toEqual({ move: 'a1', score: 90, result: 'win', plies: 5, source: 'table', pv: ['a1', 'd6'] })
  const even = { move: 'd6', score: 0, result: null, plies: null, source: 'search', pv: [] } as const
  expect(lineBefore('a1', even)).toMatchObject({ result: null, plies: null, pv: ['a1'] })
})
