import { describe, expect, test } from 'vitest'
import { VIEWS, groupEqual, viewed as seenAs } from '../../../src/values/symmetry'
import { START, faultOf, formatFen, parseAlgebraic, parseFen, recordAfter, formatAlgebraic } from '../../../src/core/rules/notation'
import { legalMoves, startPosition } from '../../../src/core/rules/position'
import type { AnalysisDocument, ProbeDocument } from '../../../src/generated/api'
import { drawingOf } from '../../../src/ui/rating-marks'
import { rateMoves } from '../../../src/values/ratings'
import type { Position } from '../../../src/core/rules/position'
import type { FenRecord } from '../../../src/core/rules/notation'
import { startOf } from '../../../src/core/rules/notation'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { View } from '../../../src/values/symmetry'

function viewed(record: FenRecord, view: View): FenRecord {
  const seen = seenAs(record, view)
  if (!seen) throw new Error(`${view} is not a symmetry`)
  return seen
}

const at = (fen: string): Position => parseFen(fen).position

/** White wins at once. */
const MILL = at('@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

/** Neither side is symmetrical by itself. */
const CROOKED = at('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

const ENDGAME = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7')

describe('views', () => {
  test.each(VIEWS)('%s keeps the number of legal moves', (view) => {
    const seen = viewed(ENDGAME, view)
    expect(faultOf(seen.position)).toBeNull()
    expect(legalMoves(seen.position)).toHaveLength(legalMoves(ENDGAME.position).length)
  })

  test.each([['rotate', 4], ['mirror', 2], ['flip', 2], ['squares', 2], ['colors', 2]] as const)(
    '%s is the identity after %i times, and not before',
    (view, times) => {
      let record = ENDGAME
      for (let time = 1; time <= times; time++) {
        record = viewed(record, view)
        expect(formatFen(record) === formatFen(ENDGAME)).toBe(time === times)
      }
    },
  )

  test.each([
    ['three', ['rotate', 'mirror', 'flip', 'colors']],
    ['six', VIEWS],
    ['twelve', VIEWS],
  ] as const)('%s has those of its board', (name, views) => {
    expect(VIEWS.filter((view) => seenAs(startOf(VARIANTS[name]), view))).toEqual(views)
  })

  test('colours are swapped with the turn and the hands', () => {
    const record = recordAfter(START, parseAlgebraic('d6'))
    const { position } = viewed(record, 'colors')
    expect(position).toMatchObject({ white: 0, whiteInHand: 9, blackInHand: 8, turn: 0 })
    expect(position.black).toBe(record.position.white)
  })
})

describe('equal moves', () => {
  const groups = (position: Position): string[][] =>
    groupEqual(position, legalMoves(position), (move) => move).map((group) => group.map((each) => formatAlgebraic(each)))

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

  test('moves with different captures differ', () => {
    // White closes d6 f6 b6 and takes; the mirror exchanges the two black men.
    const mill = at('********/OO*****O/*@*****@ w m s 3 0 2 0 0 0 0 0 0 0 0 0 1')
    const removals = { ...mill, removing: true }
    expect(groups(removals)).toEqual([['xa7', 'xg7']])
  })

  test('are drawn together', () => {
    const [corners] = groupEqual(startPosition(), rateMoves(startPosition(), null, null, 'club'), ({ move }) => move)
    expect(drawingOf(corners, corners).badges.map(({ point }) => point)).toEqual([0, 2, 4, 6, 16, 18, 20, 22])
    const mills = rateMoves(MILL, null, null, 'club').filter(({ move }) => move.captured !== null)
    const { badges, arrows } = drawingOf(mills, mills)
    expect(arrows.every(({ from, to }) => from === 6 && to === 0)).toBe(true) // a1-a7
    expect(badges.map(({ point, text }) => `${text}${point}`)).toEqual(['×17', '×19', '×21'])
  })

  test('share the most reliable rating among them', () => {
    const probe: ProbeDocument = {
      variant: 'nine',
      fen: '',
      source: null,
      value: null,
      moves: [{ move: 'c5', fen: '', source: 'book', value: { result: 'draw', plies: null } }],
    }
    const line = { move: 'a7', score: 200, result: null, plies: null, source: 'search', pv: ['a7'] } as const
    const analysis: AnalysisDocument = { depth: 3, nodes: 1, seconds: 1, lines: [line, { ...line, move: 'd7', score: 20 }] }
    const rated = rateMoves(startPosition(), probe, analysis, 'club')
    const sources = Object.fromEntries(rated.map(({ move, source, score }) => [formatAlgebraic(move), `${source} ${score}`]))
    expect(sources).toMatchObject({ c5: 'book null', a7: 'book null', e3: 'book null', d7: 'search 20', a4: 'search 20', d6: 'null null' })
  })
})
