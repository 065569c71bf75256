import { describe, expect, test } from 'vitest'
import { NO_DOCUMENTS, evaluationOf, unknown } from '../../../src/values/documents'
import { ended, turnAround } from '../../../src/values/evaluation'
import { expectedScore } from '../../../src/values/expected-score'
import { formatAlgebraic, parseFen } from '../../../src/core/rules/notation'
import { BLACK, WHITE, legalMoves } from '../../../src/core/rules/position'
import type { ProbeDocument } from '../../../src/generated/api'
import { FEN, guessed, known } from './evaluations'

const { position } = parseFen(FEN)

test('an evaluation is the opposite for the other side, one ply further away', () => {
  expect(turnAround(known('win', 4)).value).toEqual({ result: 'loss', plies: 5 })
  expect(turnAround(known('draw', null)).value).toEqual({ result: 'draw', plies: null })
  expect(turnAround(guessed(80))).toMatchObject({ value: null, score: -80, best: null, source: 'search' })
  expect(turnAround(guessed(80)).expected).toBeCloseTo(expectedScore(-80, 'moving'))
})

test('the end of a game is known by the rules', () => {
  expect(ended(BLACK, WHITE)).toMatchObject({ value: { result: 'loss', plies: 0 }, expected: 0, source: 'rules' })
  expect(ended(null, WHITE)).toMatchObject({ value: { result: 'draw', plies: null }, expected: 0.5, source: 'rules' })
})

test('of an open position only the moves are known at first, and nothing is claimed', () => {
  const { moves, ...others } = unknown(position)
  expect(moves.map(({ source }) => source)).toEqual(legalMoves(position).map(() => null))
  expect(others).toMatchObject({ value: null, best: null, expected: 0.5, play: null, depth: 0, progress: 'asking' })
})

describe('the way to the end', () => {
  const value = { result: 'win', plies: 3 } as const
  const moves = [{ move: 'd6-d7', fen: '', source: 'table', value }] as const
  const probe: ProbeDocument = { variant: 'nine', fen: FEN, value, source: 'table', moves }

  test('is that of the best move', () => {
    const way = ['d6-d7', 'f6-g7', 'd7-d6']
    const { play, lines } = evaluationOf(position, { ...NO_DOCUMENTS, probe, line: { moves: way, value } }, 'club')
    expect(play?.map((each) => formatAlgebraic(each))).toEqual(way)
    expect(lines[0].pv).toEqual(play)
  })

  test('is unknown until somebody says it, and may be that of another move', () => {
    expect(evaluationOf(position, { ...NO_DOCUMENTS, probe }, 'club').play).toBeNull()
    const { lines } = evaluationOf(position, { ...NO_DOCUMENTS, probe, line: { moves: ['b4-a4'], value } }, 'club')
    expect(lines[0].pv).toHaveLength(1)
  })
})
