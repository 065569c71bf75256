import { afterEach, describe, expect, test, vi } from 'vitest'
import { grade, judgeMove } from '../../../../../src/app/play/computer/verdict'
import type { Verdict } from '../../../../../src/app/play/computer/verdict'
import type { Judgement } from '../../../../../src/app/shared/grading/judge'
import { TEXTS as GRADING_TEXTS } from '../../../../../src/app/shared/grading/grading-texts'
import { createSay } from '../../../../../src/app/shared/i18n'
import { TEXTS } from '../../../../../src/app/play/play-texts'
import { describeVerdict } from '../../../../../src/app/play/play-narration'
import { parseAlgebraic, parseFen } from '../../../../../src/rules/notation'
import { BOARD } from '../../../../../src/rules/nine'
import { BLACK } from '../../../../../src/rules/position'
import { found, stubWorkers } from '../../fake-worker'
import { FEN, guessed, known, played, serve } from '../../shared/grading/judgements'

const { signal } = new AbortController()
const asked = { position: parseFen(FEN).position, fen: FEN }

afterEach(() => vi.unstubAllGlobals())

function describeInEnglish(verdict: Verdict): string {
  return describeVerdict(verdict, 'd6-d7', BLACK, BOARD, createSay(TEXTS, 'en'), createSay(GRADING_TEXTS, 'en'))
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

  const values = (draws: number, losses: number): Judgement['moves'] =>
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
    const before = { ...known('draw', null), moves: values(draws, losses) }
    const verdict = grade(asked.position, played, before, known('draw', null))
    expect(describeInEnglish(verdict)).toBe(said)
  })

  test.each([
    [1, 19, 'd6-d7 is a blunder. Let the draw go: only b4-a4 held.'],
    [3, 17, 'd6-d7 is a blunder. Let the draw go: 3 of 20 moves held. b4-a4 was better.'],
  ])('that loses where %d hold, says so', (draws, losses, said) => {
    const before = { ...known('draw', null), moves: values(draws, losses) }
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
  const verdict = await judgeMove(asked, played, 'unused', signal)
  expect(verdict).toMatchObject({ grade: 'blunder', better: parseAlgebraic('b4-a4') })
})

test('a move that wins at once is good, without a server', async () => {
  serve({})
  stubWorkers(() => found('c4-c5xa7', 29_999))
  const fen = 'OO*@*@O*/*O******/*******@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
  const before = { position: parseFen(fen).position, fen }
  const verdict = await judgeMove(before, parseAlgebraic('c4-c5xa7'), 'unused', signal).catch(String)
  expect(verdict).toMatchObject({ grade: 'good' })
})
