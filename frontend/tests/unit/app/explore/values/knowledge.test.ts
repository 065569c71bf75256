import { afterEach, describe, expect, test, vi } from 'vitest'
import { NOTHING, inquire, lineBefore } from '../../../../../src/app/explore/values/knowledge'
import type { Knowledge } from '../../../../../src/app/explore/values/knowledge'
import { formatAlgebraic, parseFen } from '../../../../../src/rules/notation'
import { legalMoves } from '../../../../../src/rules/position'
import { found, stubWorkers } from '../../fake-worker'

test('a line is seen by the other side one move earlier', () => {
  const lost = { move: 'd6', score: -90, result: 'loss', plies: 4, source: 'table', pv: ['d6'] } as const
  expect(lineBefore('a1', lost)).toEqual({ move: 'a1', score: 90, result: 'win', plies: 5, source: 'table', pv: ['a1', 'd6'] })
  const even = { move: 'd6', score: 0, result: null, plies: null, source: 'search', pv: [] } as const
  expect(lineBefore('a1', even)).toMatchObject({ result: null, plies: null, pv: ['a1'] })
})

describe('without a server', () => {
  const WON = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'

  /** All that is learned of a position, one after the other. */
  async function learn(fen: string): Promise<Knowledge[]> {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
    const learned: Knowledge[] = []
    await inquire(parseFen(fen), 'club', new AbortController().signal, (knowledge) => learned.push(knowledge))
    return learned
  }

  afterEach(() => vi.unstubAllGlobals())

  test('the page searches all moves', async () => {
    const { requests } = stubWorkers(() => found('d2-d1', 29_991))
    const learned = await learn(WON)
    expect(requests).toMatchObject([{ limits: { milliseconds: 4000 }, lines: legalMoves(parseFen(WON).position).length }])
    expect(learned.map(({ isSearching }) => isSearching)).toEqual([true, true, false])
    const line = { move: 'd2-d1', score: 29_991, result: 'win', plies: 9, source: 'search', pv: ['d2-d1'] }
    expect(learned[2]).toMatchObject({ ...NOTHING, analysis: { depth: 1, nodes: 1, lines: [line] } })
  })

  test('nothing is known if the page has no engine either', async () => {
    stubWorkers(() => 'error')
    expect((await learn(WON)).pop()).toEqual({ ...NOTHING, isOffline: true })
  })
})

describe('chances', () => {
  const FEN = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'
  const draw = { result: 'draw', plies: null }

  afterEach(() => vi.unstubAllGlobals())

  /** What is learned if every move is drawn, and the server says this of the chances. */
  async function learn(chance: number | null): Promise<{ learned: Knowledge[]; addresses: string[] }> {
    const addresses: string[] = []
    const learned: Knowledge[] = []
    const names = legalMoves(parseFen(FEN).position).map((each) => formatAlgebraic(each))
    const moves = names.map((move) => ({ move, fen: '', source: 'table', value: draw, chance }))
    vi.stubGlobal('fetch', (address: string) => {
      addresses.push(address)
      const headers = { 'Content-Type': 'application/json' }
      return Promise.resolve(new Response(JSON.stringify({ value: draw, source: 'book', moves }), { headers }))
    })
    await inquire(parseFen(FEN), 'master', new AbortController().signal, (knowledge) => learned.push(knowledge))
    return { learned, addresses }
  }

  test('are asked for, against the chosen player', async () => {
    const { requests } = stubWorkers(() => 'silence')
    const { learned, addresses } = await learn(0.8)
    expect(addresses).toHaveLength(1)
    expect(addresses[0]).toMatch(/&chances=master$/)
    expect(learned.map(({ isSearching }) => isSearching)).toEqual([false])
    expect(requests).toEqual([])
  })

  test('are estimated by a search in the page where tables are missing', async () => {
    const { requests } = stubWorkers(() => found('d2-d1', 120))
    const { learned } = await learn(null)
    expect(requests).toHaveLength(1)
    expect(learned.map(({ isSearching }) => isSearching)).toEqual([false, true, true, false])
    expect(learned.pop()?.analysis?.lines).toMatchObject([{ move: 'd2-d1', score: 120 }])
  })

  test('stay unknown if the page has no engine; the values stay', async () => {
    stubWorkers(() => 'error')
    const { learned } = await learn(null)
    const last = learned.pop()
    expect(last).toMatchObject({ isOffline: false, isSearching: false, analysis: null })
    expect(last?.probe?.value).toEqual(draw)
  })
})
