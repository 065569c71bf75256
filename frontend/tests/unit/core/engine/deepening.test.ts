import { expect, test } from 'vitest'
import { packHands, packKey, packTurn, unpackTurn } from '../../../../src/core/engine/deepening'
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../../../src/core/rules/notation'

test.each(['d6', 'd6xb4', 'a1-a4', 'a1-a4xg7', 'xg7'])('%s can be packed and unpacked', (text) => {
  expect(formatAlgebraic(unpackTurn(packTurn(parseAlgebraic(text))))).toBe(text)
})

test('a position is packed as the side to move sees it', () => {
  const { position } = parseFen('********/O*******/*******@ b p p 1 7 1 8 0 0 0 0 0 0 0 0 2')
  expect(packHands({ ...position, turn: 0 })).toBe(0x87)
  expect(packHands(position)).toBe(0x78)
  expect(packKey(position)).toEqual([1, (position.white >> 8) | (0x78 << 16)])
})
