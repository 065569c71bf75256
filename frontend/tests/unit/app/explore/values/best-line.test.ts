import { describe, expect, test } from 'vitest'
import type { ProbeDocument, ValueDocument } from '../../../../../src/generated/api'
import { NOTHING } from '../../../../../src/app/explore/values/knowledge'
import type { Knowledge } from '../../../../../src/app/explore/values/knowledge'
import { stopOf } from '../../../../../src/app/explore/values/best-line'
import { parseFen } from '../../../../../src/rules/notation'
import type { Position } from '../../../../../src/rules/position'

const at = (fen: string): Position => parseFen(fen).position

/** White wins at once. */
const MILL = at('@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

/** Neither side is symmetrical by itself. */
const CROOKED = at('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')





describe('a best line', () => {
  const probe = (value: ValueDocument | null): ProbeDocument => ({ variant: 'nine', fen: '', source: 'table', value, moves: [] })
  const exact = (value: ValueDocument, moves: string[]): Knowledge => ({ ...NOTHING, probe: probe(value), line: { moves, value } })
  const searched = (pv: string[]): Knowledge => ({
    ...NOTHING,
    probe: probe(null),
    analysis: { depth: 4, nodes: 1, seconds: 1, lines: [{ move: pv[0], score: 0, result: null, plies: null, source: 'search', pv }] },
  })
  const win = { result: 'win', plies: 13 } as const

  test('stops when the game is over', () => {
    const outcome = { winner: 0, reason: 'too few men' }
    expect(stopOf(MILL, exact({ result: 'win', plies: 1 }, ['a1-a7xd5']))).toEqual({ kind: 'end', outcome })
  })

  test('or where the tables or the search end, or at a draw', () => {
    expect(stopOf(CROOKED, exact(win, ['f4-d3']))).toEqual({ kind: 'tables' })
    expect(stopOf(CROOKED, searched(['f4-d3']))).toEqual({ kind: 'search' })
    expect(stopOf(CROOKED, exact({ result: 'draw', plies: null }, []))).toEqual({ kind: 'draw' })
  })

  test('or where a position repeats', () => {
    const away = ['f4-g4', 'b2-a1', 'g4-f4', 'a1-b2']
    expect(stopOf(CROOKED, searched(away))?.kind).toEqual('repetition')
    expect(stopOf(CROOKED, searched(away.slice(0, 3)))?.kind).toEqual('search')
  })

  test('is missing while unknown, and after the end of a game', () => {
    expect(stopOf(CROOKED, NOTHING)).toBeNull()
    expect(stopOf(CROOKED, { ...NOTHING, probe: probe(win) })).toBeNull()
    expect(stopOf({ ...MILL, white: 3 }, NOTHING)).toBeNull()
  })
})
