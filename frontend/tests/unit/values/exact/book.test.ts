import { expect, test } from 'vitest'
import { formatFen, parseAlgebraic, recordAfter, startOf } from '../../../../src/core/rules/notation'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { rateByBook } from '../../../../src/values/exact/book'

const start = startOf(VARIANTS.three)
const after = recordAfter(start, parseAlgebraic(VARIANTS.three.board.names[0], VARIANTS.three.board))
const base64 = (...scores: number[]): string => btoa(String.fromCharCode(...scores))
/** The middle, a corner and the middle of a side are the three places of one man, in some order. */
const BOOK = { tables: { '0,1,3,2': base64(0, 7, 0) } }

test('every move has the value of the position that it leads to', async () => {
  const rating = await rateByBook(BOOK, formatFen(start), 'three')
  const values = rating?.moves.map(({ result, plies }) => `${result} ${plies}`)
  expect(rating).toMatchObject({ result: 'win', plies: 7 })
  expect(values?.filter((value) => value === 'win 7').length).toBeLessThanOrEqual(4)
  expect(values?.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'draw null'))
})

test.each([['a position beyond it', after, 'three'], ['another variant', start, 'four']])('%s is not in the book', async (_, record, variant) => {
  expect(await rateByBook(BOOK, formatFen(record), variant)).toBeNull()
})
