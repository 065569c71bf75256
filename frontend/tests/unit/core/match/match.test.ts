import { beforeEach, describe, expect, test } from 'vitest'
import {
  canTakeBack,
  choosePoint,
  createMatch,
  fenAt,
  gameSoFar,
  isComputersTurn,
  matchOutcome,
  playAgain,
  playTurn,
  resign,
  rewind,
  takeBack,
} from '../../../../src/core/match/match'
import type { Match, Setup } from '../../../../src/core/match/match'
import { NAMES } from '../../../../src/core/rules/nine'
import { parseAlgebraic, parseFen } from '../../../../src/core/rules/notation'
import { BLACK, WHITE } from '../../../../src/core/rules/position'
import { currentPosition, sessionAt } from '../../../../src/core/session/session'

const AGAINST_NORMAL: Setup = { opponent: 'normal', human: WHITE, clock: null, seed: 1 }

const SHARED: Setup = { ...AGAINST_NORMAL, opponent: 'person' }

/** Both sides can move back and forth. */
const QUIET = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'

function play(match: Match, text: string): void {
  for (const turn of text.split(' ')) playTurn(match, parseAlgebraic(turn))
}

function choose(match: Match, names: string): void {
  for (const name of names.split(' ')) choosePoint(match, NAMES.indexOf(name))
}

const turnsOf = (match: Match): string => gameSoFar(match).moves.join(' ')

describe('two people', () => {
  let match: Match
  beforeEach(() => {
    match = createMatch(SHARED)
  })

  test('share the board turn by turn', () => {
    choose(match, 'd6 f4 f6 b4 b6')
    expect(currentPosition(match.session).removing).toBe(true)
    choose(match, 'f4 f4')
    expect(turnsOf(match)).toBe('d6 f4 f6 b4 b6xf4 f4')
    expect(isComputersTurn(match)).toBe(false)
  })

  test('take back one turn at a time, and replay it', () => {
    choose(match, 'd6 f4 f6')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4')
    choose(match, 'a1')
    expect(playAgain(match)).toEqual([]) // another turn was played
  })

  test('take back half a turn first', () => {
    choose(match, 'd6 f4 f6 b4 b6')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
    expect(currentPosition(match.session).removing).toBe(false)
  })

  test('the side to move resigns', () => {
    choose(match, 'd6')
    resign(match)
    expect(matchOutcome(match)).toEqual({ winner: WHITE, reason: 'resignation' })
    takeBack(match)
    expect(matchOutcome(match)).toBe(null)
    expect(turnsOf(match)).toBe('d6')
  })
})

describe('against the computer', () => {
  test('the reply is taken back with the turn, and both are played again', () => {
    const match = createMatch(AGAINST_NORMAL)
    expect(canTakeBack(match)).toBe(false)
    play(match, 'd6 f4 f6 b4')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
    expect(match.undone).toEqual([])
  })

  test('Black waits for the computer to begin', () => {
    const match = createMatch({ ...AGAINST_NORMAL, human: BLACK })
    expect(isComputersTurn(match)).toBe(true)
    play(match, 'd6')
    expect(canTakeBack(match)).toBe(false)
    play(match, 'f4 d2')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6')
  })

  test('rewinding keeps later moves for redo', () => {
    const match = createMatch(AGAINST_NORMAL)
    play(match, 'd6 f4 f6 b4')
    rewind(match, 2)
    expect(turnsOf(match)).toBe('d6 f4')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
  })
})

describe('the end', () => {
  test('the third occurrence is a draw', () => {
    const match = createMatch(SHARED, parseFen(QUIET))
    const around = 'b4-c4 g4-g1 c4-b4 g1-g4'
    play(match, around)
    expect(matchOutcome(match)).toBe(null)
    play(match, around)
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'repetition' })
    expect(choosePoint(match, 0)).toEqual([{ kind: 'wrong', complaint: 'game over', point: 0 }])
  })

  test('so are 100 plies without a capture, including those before the game', () => {
    const match = createMatch(SHARED, parseFen(QUIET.replace(' 0 1', ' 98 60')))
    play(match, 'b4-c4')
    expect(matchOutcome(match)).toBe(null)
    play(match, 'g4-g1')
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'no removal for too long' })
  })

  test('counters are those of the Python package', () => {
    const match = createMatch(SHARED)
    play(match, 'd6 f4 d7 b4 d5xf4')
    expect(fenAt(match)).toBe('O*******/O*****@*/O******* b p p 3 6 1 7 0 0 0 0 0 0 0 0 3')
    expect(fenAt(match, 4)).toBe('********/O*@***@*/O******* w p p 2 7 2 7 0 0 0 0 0 0 0 4 3')
  })
})

test('an earlier position is shown without changing the game', () => {
  const match = createMatch(SHARED)
  play(match, 'd6 f4 f6')
  const earlier = sessionAt(match.session, 1)
  expect(earlier.moves).toHaveLength(1)
  expect(match.session.moves).toHaveLength(3)
})
