import { expect, test } from 'vitest'
import { lineBefore } from '../../../../../src/app/explore/values/knowledge'

test('a line is seen by the other side one move earlier', () => {
  const lost = { move: 'd6', score: -90, result: 'loss', plies: 4, source: 'table', pv: ['d6'] } as const
  expect(lineBefore('a1', lost)).toEqual({ move: 'a1', score: 90, result: 'win', plies: 5, source: 'table', pv: ['a1', 'd6'] })
  const even = { move: 'd6', score: 0, result: null, plies: null, source: 'search', pv: [] } as const
  expect(lineBefore('a1', even)).toMatchObject({ result: null, plies: null, pv: ['a1'] })
})
