import { expect, test } from 'vitest'
import { describeBetter, describeMove, describeTurn, describeValues } from '../../../../src/pages/review/review-narration'
import type { GradedTurn } from '../../../../src/values/grading/grade'
import { createMatch, playTurn } from '../../../../src/core/match/match'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { BLACK, startPosition } from '../../../../src/core/rules/position'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH } from '../../speeches'

const say = createSay(ENGLISH, 'review')
const ofGrading = createSay(ENGLISH, 'grading')
const [d1, d6] = ['d1', 'd6'].map((each) => parseAlgebraic(each))

const draw = { value: { result: 'draw', plies: null }, score: 0 } as const
const winIn = (plies: number) => ({ value: { result: 'win', plies }, score: 0 }) as const
const lossIn = (plies: number) => ({ value: { result: 'loss', plies }, score: 0 }) as const
const guess = (score: number) => ({ value: null, score }) as const

function turnOf(changes: Partial<GradedTurn>): GradedTurn {
  return {
    position: { ...startPosition(), whiteInHand: 0, blackInHand: 0 },
    move: d1,
    before: draw,
    after: draw,
    best: [d6],
    glyph: '',
    source: 'table',
    keeping: null,
    reasons: [],
    ...changes,
  }
}

const some = { result: 'draw', moves: 12, of: 20, only: null } as const

test.each([
  [{ keeping: some }, 'd1 keeps the draw, as 12 of 20 moves do.'],
  [{ before: lossIn(30), after: lossIn(24), keeping: { ...some, result: 'loss' } }, 'The position was lost.'],
  [{ before: guess(20), after: guess(10) }, 'About as good as the best move, d6.'],
  [{ before: guess(20), after: guess(20), best: [d1] }, 'The best move.'],
  [{ before: guess(20), after: guess(300) }, 'Better than d6, which the search had preferred.'],
  [{ before: guess(300), after: winIn(1) }, 'd1 wins at once.'],
  [{ before: guess(300), after: winIn(9), best: [d1] }, 'd1 wins.'],
  [{ before: winIn(7), after: winIn(9) }, 'd1 wins. It takes 9 moves to win instead of 7.'],
  [{ before: guess(-900), after: guess(-910) }, 'The position was as good as lost.'],
  [{ before: winIn(7), after: winIn(21), glyph: '?!' }, 'It takes 21 moves to win instead of 7.'],
  [{ before: lossIn(30), after: lossIn(8), glyph: '?!' }, 'It loses in 8 moves instead of 30.'],
  [{ before: guess(200), after: guess(-110), glyph: '??' }, 'The expected score is 4 percentage points lower than after d6.'],
  [{ before: guess(80), after: guess(-80), glyph: '?!' }, 'The expected score is 2 percentage points lower than after d6.'],
  [{ before: guess(0), after: guess(-80), glyph: '?!' }, 'The expected score is 1 percentage point lower than after d6.'],
  [{ before: guess(2000), after: guess(-2000), glyph: '??' }, 'The expected score is 98 percentage points lower than after d6.'],
  [{ before: guess(20), after: guess(10), glyph: '?!' }, 'The expected score is slightly lower than after d6.'],
  [{ best: [] }, 'The game was already drawn.'],
] as [Partial<GradedTurn>, string][])('a turn in words: %j', (changes, said) => {
  expect(describeTurn(turnOf(changes), say, ofGrading)).toBe(said)
})

test('values are given from the point of view of the side that moved', () => {
  expect(describeValues(turnOf({ before: draw, after: lossIn(12) }), say)).toBe('draw → loss in 12 moves')
  expect(describeValues(turnOf({ before: winIn(3), after: winIn(1) }), say)).toBe('win in 3 moves → win in 1 move')
  expect(describeValues(turnOf({ before: guess(0), after: guess(-900) }), say)).toMatch(/^about 50% → about \d+%$/)
})

test('the better line is shown, unless its only move has been named already', () => {
  expect(describeBetter(turnOf({ glyph: '?' }), say)).toBe('Better was d6')
  expect(describeBetter(turnOf({}), say)).toBe('')
  const keeping = { ...some, moves: 1, only: 'd6' }
  expect(describeBetter(turnOf({ glyph: '??', reasons: [{ kind: 'let go', points: [], keeping }] }), say)).toBe('')
})

test('moves have their number, and dots for Black', () => {
  const match = createMatch({ opponent: 'person', human: BLACK, clock: null, seed: 0 })
  for (const move of [d6, d1]) playTurn(match, move)
  expect([0, 1, 2].map((ply) => describeMove(match, ply, ply === 2 ? '??' : '', say))).toEqual([
    'Start of the game',
    '1. d6',
    '1... d1??',
  ])
})
