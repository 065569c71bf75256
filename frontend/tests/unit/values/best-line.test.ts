import { describe, expect, test } from 'vitest'
import type { ProbeDocument, ValueDocument } from '../../../src/generated/api'
import { NO_DOCUMENTS, evaluationOf } from '../../../src/values/documents'
import type { Documents } from '../../../src/values/documents'
import { stopOf } from '../../../src/values/best-line'
import type { Stop } from '../../../src/values/best-line'
import { parseFen } from '../../../src/core/rules/notation'
import type { Position } from '../../../src/core/rules/position'

const at = (fen: string): Position => parseFen(fen).position

/** White wins at once. */
const MILL = at('@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

/** Neither side is symmetrical by itself. */
const CROOKED = at('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')

describe('a best line', () => {
  const probe = (value: ValueDocument | null): ProbeDocument => ({ variant: 'nine', fen: '', source: 'table', value, moves: [] })
  const exact = (value: ValueDocument, moves: string[]): Documents => ({ ...NO_DOCUMENTS, probe: probe(value), line: { moves, value } })
  const searched = (pv: string[]): Documents => ({
    ...NO_DOCUMENTS,
    probe: probe(null),
    analysis: { depth: 4, nodes: 1, seconds: 1, lines: [{ move: pv[0], score: 0, result: null, plies: null, source: 'search', pv }] },
  })
  const stopAt = (position: Position, documents: Documents): Stop | null =>
    stopOf(position, evaluationOf(position, documents, 'club'))
  const win = { result: 'win', plies: 13 } as const

  test('stops when the game is over', () => {
    const outcome = { winner: 0, reason: 'too few men' }
    expect(stopAt(MILL, exact({ result: 'win', plies: 1 }, ['a1-a7xd5']))).toEqual({ kind: 'end', outcome })
  })

  test('or where the tables or the search end, or at a draw', () => {
    expect(stopAt(CROOKED, exact(win, ['f4-d3']))).toEqual({ kind: 'tables' })
    expect(stopAt(CROOKED, searched(['f4-d3']))).toEqual({ kind: 'search' })
    expect(stopAt(CROOKED, exact({ result: 'draw', plies: null }, []))).toEqual({ kind: 'draw' })
  })

  test('or where a position repeats', () => {
    const away = ['f4-g4', 'b2-a1', 'g4-f4', 'a1-b2']
    expect(stopAt(CROOKED, searched(away))?.kind).toEqual('repetition')
    expect(stopAt(CROOKED, searched(away.slice(0, 3)))?.kind).toEqual('search')
  })

  test('is missing while unknown, and after the end of a game', () => {
    expect(stopAt(CROOKED, NO_DOCUMENTS)).toBeNull()
    expect(stopAt(CROOKED, { ...NO_DOCUMENTS, probe: probe(win) })).toBeNull()
    expect(stopAt({ ...MILL, white: 3 }, NO_DOCUMENTS)).toBeNull()
  })
})
