import { describe, expect, test } from 'vitest'
import { createMatch, playTurn, resign } from '../../../src/core/match/match'
import type { Match, Setup } from '../../../src/core/match/match'
import { describeEvaluation } from '../../../src/ui/grading-narration'
import { describeResult } from '../../../src/ui/match-narration'
import { parseAlgebraic, parseFen } from '../../../src/core/rules/notation'
import { BLACK, WHITE } from '../../../src/core/rules/position'
import { createSay } from '../../../src/texts/texts'
import { ENGLISH } from '../speeches'

const AGAINST_NORMAL: Setup = { opponent: 'normal', human: WHITE, clock: null, seed: 1 }

const english = createSay(ENGLISH, 'play')

const SHARED: Setup = { ...AGAINST_NORMAL, opponent: 'person' }

function play(match: Match, text: string): void {
  for (const turn of text.split(' ')) playTurn(match, parseAlgebraic(turn))
}

describe('how a result is described', () => {
  /** Black can take White's third man: White is lost. */
  const LOSING = '********/O*O*****/@@**O*@* b m s 3 0 3 0 0 0 0 0 0 0 0 0 40'

  test.each([
    [AGAINST_NORMAL, ['You lose', 'You have two men left.']],
    [{ ...AGAINST_NORMAL, human: BLACK }, ['You win', 'The computer has two men left.']],
    [SHARED, ['Black wins', 'White has two men left.']],
  ] as const)('for %j', (setup, said) => {
    const match = createMatch(setup, parseFen(LOSING))
    play(match, 'a4-a7xd6')
    expect(describeResult(match, english)).toEqual(said)
  })

  test('the side that resigned is named', () => {
    const match = createMatch(AGAINST_NORMAL)
    resign(match)
    expect(describeResult(match, english)).toEqual(['You lose', 'You resigned.'])
  })
})

describe('how a judgement is described', () => {
  const estimate = { value: null, score: -60, expected: 0.46, best: null, source: 'search' } as const
  const DRAW = { result: 'draw', plies: null } as const
  const lost = { ...estimate, value: { result: 'loss', plies: 206 } } as const

  test.each([
    [estimate, WHITE, 'White 46% · estimate by search'],
    [estimate, BLACK, 'White 54% · estimate by search'],
    [lost, WHITE, 'Black wins in 206 moves · proved by search'],
    [{ ...lost, source: 'results' }, WHITE, 'Black wins in 206 moves · results'],
    [{ ...lost, source: 'table' }, WHITE, 'Black wins in 206 moves · table'],
    [{ ...lost, source: 'ahead' }, WHITE, 'Black wins in 206 moves · one-move look-ahead'],
    [{ ...lost, value: { result: 'win', plies: 1 } }, WHITE, 'White wins with the next move · proved by search'],
    [{ ...estimate, value: DRAW, expected: 0.5, source: 'book' }, WHITE, 'Draw · book'],
    [{ ...estimate, value: DRAW, expected: 0.53, source: 'table' }, WHITE, 'Draw · White 53% · table'],
    [{ ...estimate, value: DRAW, expected: 0.53, source: 'table' }, BLACK, 'Draw · White 47% · table'],
    [{ ...lost, source: 'book' }, WHITE, 'Black wins in 206 moves · book'],
  ] as const)('%j', (judgement, color, said) => {
    expect(describeEvaluation(judgement, color, english)).toBe(said)
  })
})
