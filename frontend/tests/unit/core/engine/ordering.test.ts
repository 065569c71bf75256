import { beforeEach, describe, expect, test } from 'vitest'
import { packHands, packTurn, unpackTurn } from '../../../../src/core/engine/deepening'
import {
  ABOVE_TURN,
  MOST_TURNS,
  TURN,
  bringClosingsForward,
  forgetTurns,
  historyOf,
  isClosing,
  killers,
  rememberTurn,
  takeBest,
  writeTurns,
} from '../../../../src/core/engine/ordering'
import { parseAlgebraic } from '../../../../src/core/rules/notation'
import { formatMove, legalMoves, outcome, sidesOf } from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'
import { EVALUATIONS } from '../../vectors'

const turns = new Float64Array(2 * MOST_TURNS)

/** Writes the turns of a position, `MOST_TURNS` places into the list; returns the end. */
function write(position: Position): number {
  const { own, enemy } = sidesOf(position)
  return writeTurns(own, enemy, packHands(position), (position.variant.flying !== 'never'), historyOf(0), turns, MOST_TURNS)
}

const listed = (end: number): string[] =>
  Array.from(turns.subarray(MOST_TURNS, end), (ranked) => formatMove(unpackTurn(ranked & TURN)))

/** The empty board, on which a capture takes nothing, is not for the search's generator. */
const POSITIONS = EVALUATIONS.map(({ position }) => position).filter(
  (position) => !outcome(position) && position.white && position.black,
)

beforeEach(forgetTurns)

test('turns are the legal moves', () => {
  for (const position of POSITIONS) {
    expect(listed(write(position)).sort()).toEqual(legalMoves(position).map((each) => formatMove(each)).sort())
  }
})

test('turns are taken highest first, those that close a mill before the others', () => {
  for (const position of POSITIONS.slice(0, 100)) {
    const end = write(position)
    const ranks: number[] = []
    const taken: boolean[] = []
    for (let place = MOST_TURNS; place < end; place++) {
      taken.push(isClosing(takeBest(place, end, turns)))
      ranks.push(turns[place])
    }
    expect(ranks).toEqual([...ranks].sort((one, two) => two - one))
    expect(taken).toEqual([...taken].sort().reverse())
  }
})

test('turns that close a mill can be brought forward without sorting', () => {
  for (const position of POSITIONS.slice(0, 100)) {
    const end = write(position)
    const before = listed(end).sort()
    bringClosingsForward(MOST_TURNS, end, turns)
    const closings = listed(end).map((text) => text.includes('x'))
    expect(closings).toEqual([...closings].sort().reverse())
    expect(listed(end).sort()).toEqual(before)
  }
})

describe('a turn that caused a cutoff', () => {
  const turn = packTurn(parseAlgebraic('a1-a4'))

  test('ranks higher from then on, the more so the deeper the search was', () => {
    const position = POSITIONS.find((each) => legalMoves(each).some((move) => formatMove(move) === 'a1-a4'))
    if (!position) throw new Error('no position has the move')
    const rank = (): number => Math.floor(turns[MOST_TURNS + listed(write(position)).indexOf('a1-a4')] / ABOVE_TURN)
    const before = rank()
    rememberTurn(turn, 9, 0)
    expect(rank() - before).toBe(81)
    expect(killers[0]).toBe(turn)
  })

  test('moves the one before it to the second place', () => {
    const other = packTurn(parseAlgebraic('d6'))
    for (const each of [turn, turn, other]) rememberTurn(each, 3, 5)
    expect([killers[10], killers[11]]).toEqual([other, turn])
  })

  test('is not remembered if it captures', () => {
    rememberTurn(packTurn(parseAlgebraic('d6xa1')), 3, 0)
    expect(killers[0]).toBe(0)
  })
})
