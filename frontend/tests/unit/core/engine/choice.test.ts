import { beforeAll, describe, expect, test } from 'vitest'
import { numbersFor } from '../../../../src/core/match/strengths'
import { countLines, pickMove, weighMoves } from '../../../../src/core/engine/choice'
import { forget, search, setUp } from '../../../../src/core/engine/searcher'
import type { Iteration } from '../../../../src/core/engine/searcher'
import { randomFor } from '../../../../src/core/players/player'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { formatMove } from '../../../../src/core/rules/position'
import { loadWeights } from './shipped-weights'
import { SEARCH_MEGABYTES, STRENGTH_CHOICES } from '../../vectors'

const UNIT = 2 ** 20

function weigh(halving: number, ...moves: readonly (readonly [string, number])[]): number[] {
  const found = moves.map(([text, score]) => ({ move: parseAlgebraic(text), score, line: [] }))
  return weighMoves(found, halving)
}

describe('the weight of a move', () => {
  test('halves with what it scores below the best', () => {
    expect(weigh(40, ['d6', 10], ['f4', 10], ['b4', -10], ['a7', -30])).toEqual([UNIT, UNIT, 741_455, UNIT / 2])
    expect(weigh(0, ['d6', 10], ['f4', 10], ['b4', 9])).toEqual([UNIT, UNIT, 0])
  })

  test('is nothing beside a win, for a loss, and for a quiet move where the best takes a man', () => {
    expect(weigh(400, ['d6', 29_997], ['f4', 900])).toEqual([UNIT, 0])
    expect(weigh(400, ['d6', -300], ['f4', -29_998])).toEqual([UNIT, 0])
    expect(weigh(400, ['b6xb4', 300], ['a7', 290])).toEqual([UNIT, 0])
  })
})

describe('a player of a given strength', () => {
  beforeAll(() => {
    loadWeights()
    setUp(SEARCH_MEGABYTES)
  })

  test.each(STRENGTH_CHOICES)(
    'of $strength chooses $choice, as in Python',
    ({ history, pliesSinceRemoval, strength, seed, choice }) => {
      forget()
      const { nodes, halving } = numbersFor(strength)
      const game = { positions: history, pliesSinceRemoval, repetitions: 3, plyLimit: 100 }
      let last: Iteration | null = null
      for (const iteration of search(game, { nodes }, countLines(halving))) last = iteration
      expect(formatMove(pickMove(last?.found ?? [], halving, randomFor(history, seed)))).toBe(choice)
    },
  )
})
