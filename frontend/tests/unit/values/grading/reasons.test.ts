import { expect, test } from 'vitest'
import { describeReason } from '../../../../src/ui/grading-narration'
import { explain, keepingOf } from '../../../../src/values/grading/reasons'
import type { ReasonKind } from '../../../../src/values/grading/reasons'
import type { ValueDocument } from '../../../../src/generated/api'
import { BOARD } from '../../../../src/core/rules/nine'
import { BLACK } from '../../../../src/core/rules/position'
import { REASONS } from '../../vectors'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH, JAPANESE } from '../../speeches'

test('moves are bad for the reasons that the Python package gives', () => {
  const kinds = new Set<ReasonKind>()
  for (const { position, played, better, reasons } of REASONS) {
    expect(explain(position, played, better)).toEqual(reasons)
    for (const { kind } of reasons) kinds.add(kind)
  }
  expect(kinds.size).toBe(8)
})

const draw: ValueDocument = { result: 'draw', plies: null }
const loss: ValueDocument = { result: 'loss', plies: 4 }

test('moves that keep the value are counted if all values are known', () => {
  expect(keepingOf(new Map([['a1', draw], ['d1', loss], ['g1', draw]]))).toEqual({
    result: 'draw',
    moves: 2,
    of: 3,
    only: null,
  })
  expect(keepingOf(new Map([['a1', loss], ['d1', draw]]))).toMatchObject({ moves: 1, only: 'd1' })
  expect(keepingOf(new Map([['a1', null], ['d1', draw as ValueDocument | null]]))).toBeNull()
  expect(keepingOf(new Map())).toBeNull()
})

test.each([
  [ENGLISH, 'let Black close a mill at a7 or g7'],
  [JAPANESE, 'a7かg7で黒にミルを作られます'],
] as const)('reasons in words: %#', (speech, said) => {
  const reason = { kind: 'mill allowed', points: [0, 2], keeping: null } as const
  expect(describeReason(reason, BLACK, BOARD, createSay(speech, 'grading'))).toBe(said)
})
