import { afterEach, describe, expect, test, vi } from 'vitest'
import { grade, judgeMove } from '../../../../src/values/grading/verdict'
import type { Verdict } from '../../../../src/values/grading/verdict'
import { forgetEvaluations } from '../../../../src/values/evaluate'
import type { Evaluation } from '../../../../src/values/evaluation'
import { describeVerdict } from '../../../../src/ui/grading-narration'
import { parseAlgebraic, parseFen } from '../../../../src/core/rules/notation'
import { BOARD } from '../../../../src/core/rules/nine'
import { BLACK } from '../../../../src/core/rules/position'
import { found, stubWorkers } from '../../core/engine/fake-worker'
import { FEN, SERVER, guessed, known, played, serve } from '../evaluations'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH } from '../../speeches'

const { signal } = new AbortController()
const asked = parseFen(FEN)

afterEach(() => {
  vi.unstubAllGlobals()
  forgetEvaluations()
})

function describeInEnglish(verdict: Verdict): string {
  return describeVerdict(verdict, 'd6-d7', BLACK, BOARD, createSay(ENGLISH, 'play'), createSay(ENGLISH, 'grading'))
}

describe('a move', () => {
  test.each([
    [known('win', 11), known('win', 11), 'good'],
    [known('win', 11), known('win', 21), 'slow'],
    [known('win', 11), known('win', 22), 'doubtful'],
    [known('win', 11), known('draw', null), 'mistake'],
    [known('draw', null), known('loss', 30), 'blunder'],
    [known('loss', 30), known('loss', 20), 'lost'],
    [known('loss', 30), known('loss', 4), 'doubtful'],
    [guessed(80), guessed(40), 'good'],
    [guessed(80), guessed(-20), 'doubtful'],
    [known('win', null), known('win', 21), 'good'],
  ] as const)('from %j to %j is %s', (before, after, expected) => {
    const verdict = grade(asked.position, played, before, after)
    expect(verdict.grade).toBe(expected)
    expect(verdict.better).toEqual(expected === 'good' ? null : before.best)
  })

  test.each([
    [{ ...known('loss', 2), best: played }, known('loss', 2), 'd6-d7: the position is lost.'],
    [guessed(20, played), known('loss', 2), 'd6-d7: the position is lost.'],
    [known('loss', 8), guessed(-40), 'd6-d7: the position is lost.'],
    [
      known('loss', 8),
      known('loss', 2),
      'd6-d7: the position is lost. It loses in 2 moves; b4-a4 would have held out for 8.',
    ],
  ])('that loses is not praised, even if nothing was better', (before, after, said) => {
    const verdict = grade(asked.position, played, before, after)
    expect(verdict.grade).toBe('lost')
    expect(describeInEnglish(verdict)).toBe(said)
  })

  const values = (draws: number, losses: number): Evaluation['exact'] =>
    new Map(
      Array.from({ length: draws + losses }, (_, index) => [
        index ? `m${index}` : 'b4-a4',
        index < draws ? { result: 'draw', plies: null } : { result: 'loss', plies: 8 },
      ]),
    )

  test.each([
    [12, 8, 'd6-d7 keeps the draw, as 12 of 20 moves do.'],
    [20, 0, 'd6-d7 keeps the draw, as every move does.'],
    [1, 19, 'd6-d7 is the only move that keeps the draw.'],
    [1, 0, 'd6-d7 was the only legal move.'],
  ])('of %d that hold, among %d that lose, says how many others do', (draws, losses, said) => {
    const before = { ...known('draw', null), exact: values(draws, losses) }
    const verdict = grade(asked.position, played, before, known('draw', null))
    expect(describeInEnglish(verdict)).toBe(said)
  })

  test.each([
    [1, 19, 'd6-d7 is a blunder. Let the draw go: only b4-a4 held.'],
    [3, 17, 'd6-d7 is a blunder. Let the draw go: 3 of 20 moves held. b4-a4 was better.'],
  ])('that loses where %d hold, says so', (draws, losses, said) => {
    const before = { ...known('draw', null), exact: values(draws, losses) }
    const verdict = grade(asked.position, played, before, known('loss', 8))
    expect(describeInEnglish(verdict)).toBe(said)
  })

  test('the best one is good, whatever the search says later, unless hope is gone', () => {
    expect(grade(asked.position, played, guessed(80, played), guessed(-300)).grade).toBe('good')
    expect(grade(asked.position, played, guessed(80, played), guessed(-900)).grade).toBe('hopeless')
  })

  test.each([
    [guessed(-900), guessed(-910)],
    [guessed(-900, played), guessed(-900)],
  ])('is not praised where every move is as hopeless, by an estimate', (before, after) => {
    const verdict = grade(asked.position, played, before, after)
    expect(verdict.grade).toBe('hopeless')
    expect(describeInEnglish(verdict)).toBe('d6-d7: the position is as good as lost.')
  })

  test.each([
    [guessed(300), known('win', 1), 'd6-d7 wins at once.'],
    [guessed(300), known('win', 9), 'd6-d7 wins.'],
  ])('that wins is more than a good one', (before, after, said) => {
    expect(describeInEnglish(grade(asked.position, played, before, after))).toBe(said)
  })
})

test('a move whose value is known needs no second request', async () => {
  const moves = [
    { move: 'b4-a4', value: { result: 'win', plies: 9 } },
    { move: 'd6-d7', value: { result: 'loss', plies: 30 } },
  ]
  serve({ probe: { body: JSON.stringify({ value: { result: 'win', plies: 9 }, moves }) } })
  const verdict = await judgeMove(asked, played, SERVER, signal)
  expect(verdict).toMatchObject({ grade: 'blunder', better: parseAlgebraic('b4-a4') })
})

test('a move that wins at once is good, without a server', async () => {
  serve({})
  stubWorkers(() => found('c4-c5xa7', 29_999))
  const fen = 'OO*@*@O*/*O******/*******@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
  const verdict = await judgeMove(parseFen(fen), parseAlgebraic('c4-c5xa7'), SERVER, signal).catch(String)
  expect(verdict).toMatchObject({ grade: 'good' })
})
