import { describe, expect, test } from 'vitest'
import { describeChance, describeProspect, describeReplies } from '../../../../src/pages/explore/explore-narration'
import type { RatedMove } from '../../../../src/values/ratings'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH, JAPANESE } from '../../speeches'

const english = createSay(ENGLISH, 'explore')
const japanese = createSay(JAPANESE, 'explore')

function rated(result: 'draw' | 'loss', holding: number, replies: number): RatedMove {
  const value = { result, plies: result === 'draw' ? null : 30 }
  const chance = { score: 0.8167, answers: { holding, replies } }
  return { move: parseAlgebraic('a7-d7'), value, score: null, expected: null, source: 'table', chance }
}

const estimated: RatedMove = { ...rated('draw', 0, 0), chance: { score: 0.8167, answers: null } }

describe('replies are counted', () => {
  test.each([
    [rated('draw', 3, 18), 'hardest', 'hardest to answer: 3 of 18 replies hold'],
    [rated('draw', 3, 18), 'best', 'best chance: 3 of 18 replies hold'],
    [rated('draw', 3, 18), null, '3 of 18 replies hold'],
    [rated('draw', 1, 18), null, 'only 1 of 18 replies holds'],
    [rated('draw', 18, 18), null, 'every reply holds'],
    [rated('loss', 1, 18), null, 'only 1 of 18 replies wins'],
    [rated('loss', 2, 18), null, '2 of 18 replies win'],
    [rated('loss', 18, 18), null, 'every reply wins'],
    [estimated, null, ''],
  ] as const)('%#: %j %s', (move, distinction, said) => {
    expect(describeReplies(move, distinction, english)).toBe(said)
  })

  test('in Japanese too', () => {
    expect(describeReplies(rated('draw', 3, 18), 'hardest', japanese)).toBe(
      '最も受けにくい手：応手18通り中、引き分けを保てるのは3通り',
    )
  })
})

test('a chance has a decimal, and an estimate is called one', () => {
  expect(describeChance(rated('draw', 3, 18), '81.7', english)).toBe('chance 81.7%')
  expect(describeChance(estimated, '82', english)).toBe('chance about 82%')
  expect(describeChance(rated('loss', 3, 18), null, english)).toBe('')
})

test('a drawn position says what best play can expect, and against whom', () => {
  expect(describeProspect([rated('draw', 3, 18)], 'club', english)).toBe('Best play can expect 81.7% against a club player')
  expect(describeProspect([estimated], 'master', english)).toBe('Best play can expect about 82% against a master (estimate by search)')
  expect(describeProspect([rated('loss', 3, 18)], 'club', english)).toBe('')
  expect(describeProspect([], 'club', english)).toBe('')
})
