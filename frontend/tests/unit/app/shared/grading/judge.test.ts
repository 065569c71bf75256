import { afterEach, describe, expect, test, vi } from 'vitest'
import { judge, judgeExactly, turnAround } from '../../../../../src/app/shared/grading/judge'
import { EngineError } from '../../../../../src/app/engine'
import { expectedScore } from '../../../../../src/app/shared/worth/expected-score'
import { parseFen } from '../../../../../src/rules/notation'
import { found, stubWorkers } from '../../fake-worker'
import { FEN, guessed, known, played, serve } from './judgements'

const { signal } = new AbortController()
const asked = { position: parseFen(FEN).position, fen: FEN }

afterEach(() => vi.unstubAllGlobals())

describe('a position', () => {
  test('has its exact value if tables or book have it', async () => {
    const value = { result: 'win', plies: 9 }
    serve({ probe: { body: JSON.stringify({ value, source: 'ahead', moves: [{ move: 'd6-d7', value }] }) } })
    expect(await judge(asked, signal)).toMatchObject({ value, expected: 1, best: played, source: 'ahead' })
  })

  test('keeps its exact value if none of its moves is known; a search finds the best', async () => {
    const line = { move: 'd6-d7', score: 37, result: null, plies: null, source: 'search', pv: [] }
    const value = { result: 'loss', plies: 206 }
    serve({
      probe: { body: JSON.stringify({ value, source: 'results', moves: [{ move: 'b4-a4', value: null }] }) },
      analysis: { body: `event: done\ndata: ${JSON.stringify({ lines: [line] })}\n\n`, type: 'text/event-stream' },
    })
    expect(await judge(asked, signal)).toMatchObject({ value, expected: 0, best: played, source: 'results' })
  })

  test('is searched otherwise', async () => {
    const line = { move: 'd6-d7', score: 37, result: null, plies: null, source: 'search', pv: [] }
    const events = [20, 37].map((score) => `event: info\ndata: ${JSON.stringify({ lines: [{ ...line, score }] })}\n\n`)
    serve({
      probe: { body: JSON.stringify({ value: null, moves: [] }) },
      analysis: { body: events.join(''), type: 'text/event-stream' },
    })
    expect(await judge(asked, signal)).toEqual(guessed(37, played))
  })

  const broken = { status: 500, body: '{"status":500,"title":"broken","detail":""}', type: 'application/problem+json' }

  test.each([{}, { probe: broken }])('is searched in the page without a server, or if it fails', async (answers) => {
    serve(answers)
    const { requests } = stubWorkers(() => found('d6-d7', 37))
    expect(await judge({ ...asked, fen: FEN.replace(/0 1$/, '12 9') }, signal)).toEqual(guessed(37, played))
    const game = { positions: [asked.position], pliesSinceRemoval: 12, repetitions: 3, plyLimit: 100 }
    expect(requests).toEqual([{ game, limits: { milliseconds: 600 }, lines: 2 }])
  })

  test.each([
    [29_991, { result: 'win', plies: 9 }, 1],
    [-29_998, { result: 'loss', plies: 2 }, 0],
  ])('has the value that a search in the page proves: %d', async (score, value, expected) => {
    serve({})
    stubWorkers(() => found('d6-d7', score))
    expect(await judge(asked, signal)).toMatchObject({ value, expected, best: played, source: 'search' })
  })

  test('is not judged if the page has no engine either', async () => {
    serve({})
    stubWorkers(() => 'error')
    await expect(judge(asked, signal)).rejects.toBeInstanceOf(EngineError)
  })

  test('is not judged if the server rejects the request', async () => {
    const body = '{"status":422,"title":"no FEN","detail":"that is not a FEN"}'
    serve({ probe: { status: 422, body, type: 'application/problem+json' } })
    await expect(judge(asked, signal)).rejects.toThrow('that is not a FEN')
  })

  test('is known exactly with its best moves, or not at all', async () => {
    const value = { result: 'draw', plies: null }
    const moves = [{ move: 'd6-d7', value }, { move: 'b4-a4', value: { result: 'loss', plies: 8 } }]
    serve({ probe: { body: JSON.stringify({ value, source: 'table', moves }) } })
    const exact = await judgeExactly(asked, signal)
    expect(exact).toMatchObject({ value, expected: 0.5, best: played, source: 'table' })
    expect(exact?.lines.map((line) => line.value)).toEqual([value, { result: 'loss', plies: 8 }])
    serve({ probe: { body: JSON.stringify({ value: null, source: null, moves: [{ move: 'd6-d7', value: null }] }) } })
    expect(await judgeExactly(asked, signal)).toBeNull()
  })

  test('that is a draw shows the chances of both sides', async () => {
    const value = { result: 'draw', plies: null }
    const body = { value, source: 'table', chance: 0.9, opponent_chance: 0.8, moves: [{ move: 'd6-d7', value }] }
    serve({ probe: { body: JSON.stringify(body) } })
    const exact = await judge(asked, signal)
    expect(exact).toMatchObject({ value, best: played })
    expect(exact.expected).toBeCloseTo(0.55)
    expect(turnAround(exact).expected).toBeCloseTo(0.45)
  })

  test('is the opposite for the other side, one ply further away', () => {
    expect(turnAround(known('win', 4)).value).toEqual({ result: 'loss', plies: 5 })
    expect(turnAround(known('draw', null)).value).toEqual({ result: 'draw', plies: null })
    expect(turnAround(guessed(80)).score).toBe(-80)
    expect(turnAround(guessed(80)).expected).toBeCloseTo(expectedScore(-80, 'moving'))
  })
})

