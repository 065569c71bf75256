import { afterEach, describe, expect, test, vi } from 'vitest'
import { GLYPHS, findError, grade, judge, judgeMove, turnAround } from '../../../../../src/app/play/computer/judge'
import type { Judgement } from '../../../../../src/app/play/computer/judge'
import { EngineError } from '../../../../../src/app/engine'
import { expectedScore } from '../../../../../src/app/shared/expected-score'
import { createSay } from '../../../../../src/app/shared/i18n'
import { TEXTS } from '../../../../../src/app/play/play-texts'
import { describeVerdict } from '../../../../../src/app/play/play-narration'
import { parseAlgebraic, parseFen } from '../../../../../src/rules/notation'
import { found, stubWorkers } from '../../fake-worker'
import VECTORS from '../../../../vectors/grades.json'

const { signal } = new AbortController()
const FEN = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
const asked = { position: parseFen(FEN).position, fen: FEN }
const played = parseAlgebraic('d6-d7')

const known = (result: 'win' | 'draw' | 'loss', plies: number | null): Judgement => ({
  value: { result, plies },
  score: 0,
  expected: { win: 1, draw: 0.5, loss: 0 }[result],
  best: parseAlgebraic('b4-a4'),
  source: 'table',
})
const guessed = (score: number): Judgement => ({
  value: null,
  score,
  expected: expectedScore(score, 'moving'),
  best: parseAlgebraic('b4-a4'),
  source: 'search',
})

afterEach(() => vi.unstubAllGlobals())

/** A server that answers paths with documents, or not at all. */
function serve(answers: Record<string, { status?: number; body: string; type?: string }>): void {
  vi.stubGlobal('fetch', (address: string) => {
    const path = Object.keys(answers).find((each) => address.startsWith(`/api/v1/${each}`))
    if (!path) return Promise.reject(new TypeError('no server'))
    const { status = 200, body, type = 'application/json' } = answers[path]
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } }))
  })
}

describe('a move', () => {
  const estimates = VECTORS.estimates.map(([score, result, plies]) => ({
    ...guessed(Number(score)),
    value: result === null ? null : ({ result, plies } as Judgement['value']),
  }))

  test.each(estimates.map((before, row) => [before, row] as const))(
    'from %j gets the glyph that the Python package gives it',
    (before, row) => {
      const glyphs = estimates.map((after) => findError(before, after)).map((error) => (error ? GLYPHS[error] : ''))
      expect(glyphs).toEqual(VECTORS.glyphs[row])
    },
  )

  test.each([
    [known('win', 11), known('win', 11), 'good'],
    [known('win', 11), known('win', 21), 'slow'],
    [known('win', 11), known('win', 22), 'doubtful'],
    [known('win', 11), known('draw', null), 'mistake'],
    [known('draw', null), known('loss', 30), 'blunder'],
    [known('loss', 30), known('loss', 20), 'lost'],
    [known('loss', 30), known('loss', 4), 'doubtful'],
    [guessed(80), guessed(40), 'good'],
    [guessed(80), guessed(-20), 'doubtful'],
    [known('win', null), known('win', 21), 'good'],
  ] as const)('from %j to %j is %s', (before, after, expected) => {
    const verdict = grade(before, after, played)
    expect(verdict.grade).toBe(expected)
    expect(verdict.better).toEqual(expected === 'good' ? null : before.best)
  })

  test.each([
    [{ ...known('loss', 2), best: played }, known('loss', 2), 'd6-d7: the position is lost.'],
    [{ ...guessed(20), best: played }, known('loss', 2), 'd6-d7: the position is lost.'],
    [known('loss', 8), guessed(-40), 'd6-d7: the position is lost.'],
    [
      known('loss', 8),
      known('loss', 2),
      'd6-d7: the position is lost. It loses in 2 plies; b4-a4 would have held out for 8.',
    ],
  ])('that loses is not praised, even if nothing was better', (before, after, said) => {
    const verdict = grade(before, after, played)
    expect(verdict.grade).toBe('lost')
    expect(describeVerdict(verdict, 'd6-d7', createSay(TEXTS, 'en'))).toBe(said)
  })

  test('the best one is good, whatever the search says later', () => {
    expect(grade({ ...guessed(80), best: played }, guessed(-500), played).grade).toBe('good')
  })
})

describe('a position', () => {
  test('has its exact value if tables or book have it', async () => {
    const value = { result: 'win', plies: 9 }
    serve({ probe: { body: JSON.stringify({ value, source: 'ahead', moves: [{ move: 'd6-d7', value }] }) } })
    expect(await judge(asked, signal)).toMatchObject({ value, expected: 1, best: played, source: 'ahead' })
  })

  test('shows the chances of both sides in a draw', async () => {
    const value = { result: 'draw', plies: null }
    const body = { value, source: 'table', chance: 0.9, opponent_chance: 0.8, moves: [{ move: 'd6-d7', value }] }
    serve({ probe: { body: JSON.stringify(body) } })
    const judgement = await judge(asked, signal)
    expect(judgement).toMatchObject({ value, best: played })
    expect(judgement.expected).toBeCloseTo(0.55)
    expect(turnAround(judgement).expected).toBeCloseTo(0.45)
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
    expect(await judge(asked, signal)).toEqual({ ...guessed(37), best: played })
  })

  const broken = { status: 500, body: '{"status":500,"title":"broken","detail":""}', type: 'application/problem+json' }

  test.each([{}, { probe: broken }])('is searched in the page without a server, or if it fails', async (answers) => {
    serve(answers)
    const { requests } = stubWorkers(() => found('d6-d7', 37))
    expect(await judge({ ...asked, fen: FEN.replace(/0 1$/, '12 9') }, signal)).toEqual({ ...guessed(37), best: played })
    const game = { positions: [asked.position], pliesSinceRemoval: 12, repetitions: 3, plyLimit: 100 }
    expect(requests).toEqual([{ game, limits: { milliseconds: 600 }, lines: 1 }])
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

  test('is the opposite for the other side, one ply further away', () => {
    expect(turnAround(known('win', 4)).value).toEqual({ result: 'loss', plies: 5 })
    expect(turnAround(known('draw', null)).value).toEqual({ result: 'draw', plies: null })
    expect(turnAround(guessed(80)).score).toBe(-80)
    expect(turnAround(guessed(80)).expected).toBeCloseTo(expectedScore(-80, 'moving'))
  })
})

test('a move whose value is known needs no second request', async () => {
  const moves = [
    { move: 'b4-a4', value: { result: 'win', plies: 9 } },
    { move: 'd6-d7', value: { result: 'loss', plies: 30 } },
  ]
  serve({ probe: { body: JSON.stringify({ value: { result: 'win', plies: 9 }, moves }) } })
  const verdict = await judgeMove(asked, played, 'unused', signal)
  expect(verdict).toMatchObject({ grade: 'blunder', better: parseAlgebraic('b4-a4') })
})

test('a move that wins at once is good, without a server', async () => {
  serve({})
  stubWorkers(() => found('c4-c5xa7', 29_999))
  const fen = 'OO*@*@O*/*O******/*******@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
  const before = { position: parseFen(fen).position, fen }
  const verdict = await judgeMove(before, parseAlgebraic('c4-c5xa7'), 'unused', signal).catch(String)
  expect(verdict).toMatchObject({ grade: 'good' })
})
