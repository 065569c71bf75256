import { describe, expect, test } from 'vitest'
import { Clock, formatTime } from '../../../../src/core/match/clock'
import { createMatch, matchOutcome, playAgain, playTurn, takeBack } from '../../../../src/core/match/match'
import type { Match, Setup } from '../../../../src/core/match/match'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { BLACK, WHITE } from '../../../../src/core/rules/position'

function play(match: Match, text: string): void {
  for (const turn of text.split(' ')) playTurn(match, parseAlgebraic(turn))
}

const SHARED: Setup = { opponent: 'person', human: WHITE, clock: null, seed: 1 }

describe('the clock', () => {
  const timed = (): [Match, Clock] => {
    const clock = { minutes: 1, increment: 5 }
    const match = createMatch({ ...SHARED, clock })
    return [match, new Clock(match, clock)]
  }

  test('counts for the side to move and adds the increment', () => {
    const [match, clock] = timed()
    clock.run(1000)
    expect(clock.read(11_000)).toEqual([50_000, 60_000])
    play(match, 'd6')
    clock.turnPlayed(WHITE, 11_000)
    expect(clock.read(11_000)).toEqual([55_000, 60_000])
    expect(clock.read(15_000)).toEqual([55_000, 56_000])
  })

  test('pauses and resumes', () => {
    const [, clock] = timed()
    clock.run(0)
    clock.rest(1000)
    expect(clock.read(9000)).toEqual([59_000, 60_000])
    clock.run(9000)
    expect(clock.read(10_000)).toEqual([58_000, 60_000])
  })

  test('ends the game when a side runs out of time', () => {
    const [match, clock] = timed()
    clock.run(0)
    expect(clock.flagged(59_999)).toBe(null)
    expect(clock.flagged(60_000)).toBe(WHITE)
    match.flagged = WHITE
    expect(matchOutcome(match)).toEqual({ winner: BLACK, reason: 'time' })
  })

  test('goes back with the turns that are taken back', () => {
    const [match, clock] = timed()
    clock.run(0)
    play(match, 'd6')
    clock.turnPlayed(WHITE, 10_000)
    takeBack(match)
    clock.restart(20_000)
    expect(clock.read(20_000)).toEqual([60_000, 60_000])
  })

  test('shows what it showed after turns that are replayed', () => {
    const [match, clock] = timed()
    clock.run(0)
    play(match, 'd6')
    clock.turnPlayed(WHITE, 10_000)
    play(match, 'd2')
    clock.turnPlayed(BLACK, 40_000)
    for (const change of [takeBack, takeBack, playAgain, playAgain]) change(match)
    clock.restart(50_000)
    expect(clock.read(50_000)).toEqual([55_000, 35_000])
  })

  test.each([
    [300_000, '5:00'],
    [299_001, '5:00'],
    [61_000, '1:01'],
    [19_990, '0:19.9'],
    [450, '0:00.4'],
    [0, '0:00.0'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(formatTime(milliseconds)).toBe(text)
  })
})
