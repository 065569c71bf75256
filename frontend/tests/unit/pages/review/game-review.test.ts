import { effect } from '@preact/signals'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetEvaluations } from '../../../../src/values/evaluate'
import { EngineError } from '../../../../src/core/engine/engine'
import { createMatch, playTurn } from '../../../../src/core/match/match'
import { GameReview } from '../../../../src/pages/review/game-review'
import { inspect } from '../../../../src/pages/review/inspecting'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { formatMove, legalMoves } from '../../../../src/core/rules/position'
import { BLACK, WHITE } from '../../../../src/core/rules/position'
import { parseFen } from '../../../../src/core/rules/notation'
import { SERVER } from '../../values/evaluations'
import { found, stubWorkers } from '../../core/engine/fake-worker'

const { signal } = new AbortController()

function reviewOf(moves: string): GameReview {
  const match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 })
  for (const move of moves.split(' ')) playTurn(match, parseAlgebraic(move))
  return new GameReview(match)
}

/** A server on which every move is a draw, and which counts the requests at a time. */
function serveDraws(isKnown: (fen: string) => boolean): { most: number; paths: string[] } {
  const seen = { most: 0, paths: [] as string[] }
  let now = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://server')
    const fen = url.searchParams.get('fen') ?? ''
    seen.paths.push(url.pathname.split('/').at(-1) ?? '')
    now += 1
    seen.most = Math.max(seen.most, now)
    await new Promise((resolve) => {
      setTimeout(resolve, 2)
    })
    now -= 1
    const moves = legalMoves(parseFen(fen).position).map((each) => formatMove(each))
    if (url.pathname.endsWith('analysis')) {
      const line = { move: moves[0], score: 10, result: null, plies: null, source: 'search', pv: [moves[0]] }
      const body = `event: done\ndata: ${JSON.stringify({ lines: [line] })}\n\n`
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }
    const value = isKnown(fen) ? { result: 'draw', plies: null } : null
    return Response.json({ value, source: value && 'book', moves: moves.map((move) => ({ move, value, source: 'book' })) })
  })
  return seen
}

afterEach(() => vi.unstubAllGlobals())

describe('a game', () => {
  test('is probed, a few positions at a time', async () => {
    const seen = serveDraws(() => true)
    const review = reviewOf('d6 f4 f6 b4 d2 b6')
    const counts: number[] = []
    effect(() => void counts.push(review.done))
    await inspect(review, SERVER, signal)
    expect(review.isComplete).toBe(true)
    expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]) // whoever watches sees each position
    expect(new Set(seen.paths)).toEqual(new Set(['probe']))
    expect(seen.most).toBe(4)
    expect(review.basis).toEqual([['book', 6]])
    expect([review.accuracyOf(WHITE), review.accuracyOf(BLACK)]).toEqual([1, 1])
    expect(review.mistakes).toEqual([])
  })

  test('is not asked about again', async () => {
    const seen = serveDraws(() => true)
    await inspect(reviewOf('d6 f4 f6 b4 d2 b6'), SERVER, signal)
    expect(seen.paths).toEqual([])
  })

  test('is searched where nothing is known', async () => {
    const seen = serveDraws((fen) => fen.includes(' w '))
    const review = reviewOf('a1 a4 a7 b2')
    await inspect(review, SERVER, signal)
    expect(seen.paths.filter((path) => path === 'analysis')).toHaveLength(2)
    expect(new Map(review.basis)).toEqual(new Map([['book', 2], ['search', 2]]))
  })

  test('is searched in the page without a server, which is not asked in vain', async () => {
    let asked = 0
    vi.stubGlobal('fetch', () => {
      asked += 1
      return Promise.reject(new TypeError('no server'))
    })
    const { requests } = stubWorkers(({ game }) => found(formatMove(legalMoves(game.positions[0])[0]), 5))
    forgetEvaluations()
    const server = {
      ...SERVER,
      isReachable: null as boolean | null,
      look: () => {
        server.isReachable = false
        return Promise.resolve(false)
      },
    }
    const review = reviewOf('g1 g4 g7 f2 f4 f6 e3')
    await inspect(review, server, signal)
    expect(review.basis).toEqual([['search', 7]])
    expect(requests).toHaveLength(8)
    expect(asked).toBe(0) // the site is looked at first
  })

  test('cannot be reviewed without an engine', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
    stubWorkers(() => 'error')
    await expect(inspect(reviewOf('c3 c4'), SERVER, signal)).rejects.toBeInstanceOf(EngineError)
  })
})

test('a game that is played on after a draw has no marks after it', () => {
  const fen = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
  const match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 }, parseFen(fen))
  const cycle = ['d1-a1', 'g4-g7', 'a1-d1', 'g7-g4']
  for (const move of [...cycle, ...cycle, ...cycle]) playTurn(match, parseAlgebraic(move))
  const review = new GameReview(match)
  expect(review.stops.map((stop) => stop?.source ?? null)).toEqual([
    ...Array.from({ length: 8 }, () => null),
    ...Array.from({ length: 5 }, () => 'rules'),
  ])
  expect(review.whiteScoreAt(8)).toBe(0.5)
  expect(review.turns[8]).toMatchObject({ best: [], glyph: '' })
})
