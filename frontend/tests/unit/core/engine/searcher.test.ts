import { beforeAll, expect, test } from 'vitest'
import { forget, search, setUp } from '../../../../src/core/engine/searcher'
import type { Iteration } from '../../../../src/core/engine/searcher'
import { formatMove } from '../../../../src/core/rules/position'
import { loadWeights } from './shipped-weights'
import { SEARCHES, SEARCH_MEGABYTES } from '../../vectors'

beforeAll(() => {
  loadWeights()
  setUp(SEARCH_MEGABYTES)
})

test.each(SEARCHES)('a search $limits, $lines lines, finds in $nodes nodes what Python finds', ({ history, pliesSinceRemoval, limits, lines, nodes, found }) => {
  forget()
  const game = { positions: history, pliesSinceRemoval, repetitions: 3, plyLimit: 100 }
  let last: Iteration | null = null
  for (const iteration of search(game, limits, lines)) last = iteration
  expect(last?.found.map(({ score, line }) => [score, ...line.map((each) => formatMove(each))])).toEqual(found)
  expect(last?.nodes).toBe(nodes)
})
