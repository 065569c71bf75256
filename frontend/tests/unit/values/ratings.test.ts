import { describe, expect, test } from 'vitest'
import { badgesFor } from '../../../src/ui/rating-marks'
import { labelOf, rateMoves, toneOf } from '../../../src/values/ratings'
import { expectedScore, percentOf } from '../../../src/values/expected-score'
import type { AnalysisDocument, ProbeDocument } from '../../../src/generated/api'
import { formatAlgebraic, parseFen } from '../../../src/core/rules/notation'
import { legalMoves } from '../../../src/core/rules/position'
import { SHARED, act, createSession } from '../../../src/core/session/session'

const ENDGAME = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7')

const LINES: AnalysisDocument = {
  depth: 9,
  nodes: 1,
  seconds: 1,
  lines: [
    { move: 'f4-g4', score: 1300, result: null, plies: null, source: 'search', pv: ['f4-g4'] },
    { move: 'f4-f6', score: -2200, result: null, plies: null, source: 'search', pv: ['f4-f6'] },
    { move: 'f4-e4', score: 9000, result: 'win', plies: 5, source: 'search', pv: ['f4-e4'] },
  ],
}

const percent = (score: number): number => percentOf(expectedScore(score, 'flying'))

function probeOf(values: Record<string, [ProbeDocument['value'], ProbeDocument['source']]>): ProbeDocument {
  const moves = legalMoves(ENDGAME.position).map((move) => {
    const [value, source] = values[formatAlgebraic(move)] ?? [null, null]
    return { move: formatAlgebraic(move), fen: '', source, value }
  })
  return { variant: 'nine', fen: '', source: null, value: null, moves }
}

describe('ratings', () => {
  const probe = probeOf({
    'f4-d3': [{ result: 'win', plies: 13 }, 'table'],
    'a7-d3': [{ result: 'win', plies: 3 }, 'book'],
    'd2-d3': [{ result: 'loss', plies: 6 }, 'table'],
    'a7-d7': [{ result: 'loss', plies: 2 }, 'table'],
    'a7-a4': [{ result: 'draw', plies: null }, 'table'],
  })
  const rated = rateMoves(ENDGAME.position, probe, LINES, 'club')

  test('come best first: quick wins, scores with draws among them, slow losses, unknown', () => {
    const known = rated.filter(({ source }) => source)
    expect(known.map(({ move }) => formatAlgebraic(move))).toEqual([
      'a7-d3', 'f4-e4', 'f4-d3', 'f4-g4', 'a7-a4', 'f4-f6', 'd2-d3', 'a7-d7',
    ])
    expect(rated).toHaveLength(legalMoves(ENDGAME.position).length)
    expect(rated.slice(known.length).every(({ value, score }) => value === null && score === null)).toBe(true)
  })

  test('name their source; exact values come before a search', () => {
    expect(rated.slice(0, 4).map(({ source }) => source)).toEqual(['book', 'search', 'table', 'search'])
    const both = rateMoves(ENDGAME.position, probe, {
      ...LINES,
      lines: [{ move: 'f4-d3', score: -50, result: null, plies: null, source: 'search', pv: [] }],
    }, 'club')
    const exact = both.find(({ move }) => formatAlgebraic(move) === 'f4-d3')
    expect([exact?.source, exact?.value?.plies]).toEqual(['table', 13])
  })

  test('have a colour and a short text', () => {
    const shown = rated.slice(0, 8).map((each) => `${toneOf(each)} ${labelOf(each, String)}`)
    expect(shown).toEqual(['win 3', 'win 5', 'win 13', `win ${percent(1300)}`, 'draw =', `loss ${percent(-2200)}`, 'loss 6', 'loss 2'])
    expect(toneOf(rated[rated.length - 1])).toBe('unknown')
    expect(labelOf({ value: null, expected: 0.5 }, String)).toBe('50')
    expect(labelOf({ value: { result: 'loss', plies: null }, expected: null }, String)).toBe('−')
  })

  test('of a lost position are all losses, whatever the search says, in its order', () => {
    const lost: ProbeDocument = { ...probeOf({}), value: { result: 'loss', plies: 206 }, source: 'results' }
    const all = rateMoves(ENDGAME.position, lost, { ...LINES, lines: LINES.lines.slice(0, 2) }, 'club')
    expect(new Set(all.map((each) => `${toneOf(each)} ${labelOf(each, String)} ${each.source}`))).toEqual(new Set(['loss − results']))
    expect(formatAlgebraic(all[0].move)).toBe('f4-g4')
  })

  test('of a drawn position are never more than a draw', () => {
    const drawn: ProbeDocument = { ...probeOf({}), value: { result: 'draw', plies: null }, source: 'book' }
    expect(rateMoves(ENDGAME.position, drawn, LINES, 'club').map((each) => labelOf(each, String))).toContain('50')
  })

  test('are on the men that can move, then on the targets of the selected one', () => {
    const session = createSession(SHARED, ENDGAME.position)
    const texts = (): Record<number, string> =>
      Object.fromEntries(badgesFor(session, rated).map(({ point, text }) => [point, text]))
    expect(texts()).toEqual({ 0: '3', 11: '5', 13: '6' })
    act(session, 11)
    expect(texts()).toMatchObject({ 21: '13', 19: '5', 3: `${percent(1300)}%`, 10: `${percent(-2200)}%` })
    expect(Object.keys(texts())).toHaveLength(18)
  })

  test('are on the men that may be captured in mid-turn', () => {
    const { position } = parseFen('@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')
    const session = createSession(SHARED, position)
    const mill = legalMoves(position).filter(({ captured }) => captured !== null)
    expect(mill.length).toBeGreaterThan(0)
    const [{ origin, target }] = mill
    act(session, origin ?? 0)
    act(session, target ?? 0)
    const rates = rateMoves(position, null, null, 'club')
    const points = badgesFor(session, rates).map(({ point }) => point)
    const taken = mill.filter((move) => move.origin === origin && move.target === target)
    expect(points.sort()).toEqual(taken.map(({ captured }) => captured).sort())
  })
})
