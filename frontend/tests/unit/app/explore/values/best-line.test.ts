import { describe, expect, test } from 'vitest'
import type { AnalysisReport, ExactValue, ProbeReport } from '../../../../../src/app/api'
import { NOTHING } from '../../../../../src/app/explore/values/knowledge'
import type { Knowledge } from '../../../../../src/app/explore/values/knowledge'
import { stopOf } from '../../../../../src/app/explore/values/best-line'
import { drawingOf, rateMoves } from '../../../../../src/app/explore/values/ratings'
import { SYMMETRIES, groupEqual } from '../../../../../src/app/explore/values/symmetry'
import { LINES } from '../../../../../src/rules/geometry'
import { formatAlgebraic, parseFen } from '../../../../../src/rules/notation'
import { legalMoves, startPosition } from '../../../../../src/rules/position'
import type { Position } from '../../../../../src/rules/position'

const at = (fen: string): Position => parseFen(fen).position

/** White wins at once. */
const MILL = at('@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')
/** Neither side is symmetrical by itself. */
const CROOKED = at('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

describe('equal moves', () => {
  const groups = (position: Position): string[][] =>
    groupEqual(position, legalMoves(position), (move) => move).map((group) => group.map(formatAlgebraic))

  test('the board has 16 symmetries, and each keeps its lines', () => {
    expect(SYMMETRIES).toHaveLength(16)
    const lines = new Set(LINES.map((line) => [...line].sort((one, two) => one - two).join()))
    for (const symmetry of SYMMETRIES) {
      for (const line of LINES) {
        expect(lines.has(line.map((point) => symmetry[point]).sort((one, two) => one - two).join())).toBe(true)
      }
    }
  })

  test('the empty board has four moves', () => {
    expect(groups(startPosition()).map((group) => group.length)).toEqual([8, 8, 4, 4])
    expect(groups(startPosition())[0]).toEqual(['a7', 'g7', 'g1', 'a1', 'c5', 'e5', 'e3', 'c3'])
  })

  test('only symmetries of both sides count', () => {
    // One man on a corner: what is left is the mirror along its diagonal, and the squares stay.
    const corner = { ...startPosition(), white: 1, whiteInHand: 8, turn: 1 } as const
    expect(groups(corner).find((group) => group.includes('d7'))).toEqual(['d7', 'a4'])
    expect(groups({ ...corner, black: 1 << 1, blackInHand: 8, turn: 0 }).every((group) => group.length === 1)).toBe(true)
    expect(groups(CROOKED)).toHaveLength(legalMoves(CROOKED).length)
  })

  test('what a move takes is part of it', () => {
    // White closes d6 f6 b6 and takes; the mirror exchanges the two black men.
    const mill = at('********/OO*****O/*@*****@ w m s 3 0 2 0 0 0 0 0 0 0 0 0 1')
    const removals = { ...mill, removing: true }
    expect(groups(removals)).toEqual([['xa7', 'xg7']])
  })

  test('are drawn together', () => {
    const [corners] = groupEqual(startPosition(), rateMoves(startPosition(), null, null), ({ move }) => move)
    expect(drawingOf(corners).badges.map(({ point }) => point)).toEqual([0, 2, 4, 6, 16, 18, 20, 22])
    const mills = rateMoves(MILL, null, null).filter(({ move }) => move.captured !== null)
    const { badges, arrows } = drawingOf(mills)
    expect(arrows.every(({ from, to }) => from === 6 && to === 0)).toBe(true) // a1-a7
    expect(badges.map(({ point, text }) => `${text}${point}`)).toEqual(['×17', '×19', '×21'])
  })

  test('share what is known best of any of them', () => {
    const probe: ProbeReport = {
      fen: '',
      source: null,
      value: null,
      moves: [{ move: 'c5', fen: '', source: 'book', value: { result: 'draw', plies: null } }],
    }
    const line = { move: 'a7', score: 200, result: null, plies: null, pv: ['a7'] }
    const analysis: AnalysisReport = { depth: 3, nodes: 1, seconds: 1, lines: [line, { ...line, move: 'd7', score: 20 }] }
    const rated = rateMoves(startPosition(), probe, analysis)
    const sources = Object.fromEntries(rated.map(({ move, source, score }) => [formatAlgebraic(move), `${source} ${score}`]))
    expect(sources).toMatchObject({ c5: 'book null', a7: 'book null', e3: 'book null', d7: 'search 20', a4: 'search 20', d6: 'null null' })
  })
})

describe('a best line', () => {
  const probe = (value: ExactValue | null): ProbeReport => ({ fen: '', source: 'table', value, moves: [] })
  const exact = (value: ExactValue, moves: string[]): Knowledge => ({ ...NOTHING, probe: probe(value), line: { moves, value } })
  const searched = (pv: string[]): Knowledge => ({
    ...NOTHING,
    probe: probe(null),
    analysis: { depth: 4, nodes: 1, seconds: 1, lines: [{ move: pv[0], score: 0, result: null, plies: null, pv }] },
  })
  const win = { result: 'win', plies: 13 } as const

  test('stops where the game is over', () => {
    const outcome = { winner: 0, reason: 'too few men' }
    expect(stopOf(MILL, exact({ result: 'win', plies: 1 }, ['a1-a7xd5']))).toEqual({ kind: 'end', outcome })
  })

  test('or where the tables, the search or the draw end it', () => {
    expect(stopOf(CROOKED, exact(win, ['f4-d3']))).toEqual({ kind: 'tables' })
    expect(stopOf(CROOKED, searched(['f4-d3']))).toEqual({ kind: 'search' })
    expect(stopOf(CROOKED, exact({ result: 'draw', plies: null }, []))).toEqual({ kind: 'draw' })
  })

  test('or where it comes back to a position', () => {
    const away = ['f4-g4', 'b2-a1', 'g4-f4', 'a1-b2']
    expect(stopOf(CROOKED, searched(away))?.kind).toEqual('repetition')
    expect(stopOf(CROOKED, searched(away.slice(0, 3)))?.kind).toEqual('search')
  })

  test('that is not yet known says nothing, and a game that is over has none', () => {
    expect(stopOf(CROOKED, NOTHING)).toBeNull()
    expect(stopOf(CROOKED, { ...NOTHING, probe: probe(win) })).toBeNull()
    expect(stopOf({ ...MILL, white: 3 }, NOTHING)).toBeNull()
  })
})
