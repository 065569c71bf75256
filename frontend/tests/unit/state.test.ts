import { describe, expect, test } from 'vitest'
import { maskOf, NAMES } from '../../src/geometry'
import type { Point } from '../../src/geometry'
import { choose } from '../../src/player'
import { BLACK, WHITE, legalMoves, startPosition } from '../../src/rules'
import type { Position } from '../../src/rules'
import {
  act,
  canUndo,
  countRepeats,
  createSession,
  currentPosition,
  historyOf,
  isComputerToMove,
  isHumanToMove,
  isMovable,
  lastPosition,
  outcomeOf,
  playMove,
  takeableFor,
  targetsFor,
  undo,
  unselect,
} from '../../src/state'
import type { Session } from '../../src/state'

const point = (name: string): Point => NAMES.indexOf(name)
const mask = (names: string): number => maskOf(names.split(' ').map(point))

function sessionAt(white: string, black: string, inHand = 0): Session {
  const first: Position = {
    ...startPosition(),
    white: mask(white),
    black: mask(black),
    whiteInHand: inHand,
    blackInHand: inHand,
  }
  return createSession('NORMAL', 1, WHITE, first)
}

describe('act', () => {
  test('places a man and hands the turn over', () => {
    const session = createSession('EASY', 1)
    expect(act(session, point('D2'))).toEqual([
      {
        kind: 'step',
        ply: 0,
        color: WHITE,
        origin: null,
        target: point('D2'),
        flies: false,
        mills: 0,
      },
    ])
    expect(isComputerToMove(session)).toBe(true)
    expect(act(session, point('D6'))).toEqual([
      { kind: 'wrong', complaint: 'wait', point: point('D6') },
    ])
    expect(session.moves).toHaveLength(1)
  })

  test('a mill waits for its removal, which ends the turn', () => {
    const session = sessionAt('A1 D1', 'B2 D2 F2 G7', 4)
    const [step] = act(session, point('G1'))
    expect(step).toMatchObject({ kind: 'step', mills: mask('A1 D1 G1') })
    expect(currentPosition(session).removing).toBe(true)
    expect(takeableFor(session)).toBe(mask('G7'))
    expect(targetsFor(session)).toBe(0)
    expect(session.moves).toHaveLength(0)
    expect(historyOf(session)).toHaveLength(2)
    expect(act(session, point('B2'))[0]).toMatchObject({ kind: 'wrong', complaint: 'protected' })
    expect(act(session, point('G7'))).toEqual([
      { kind: 'removal', ply: 0, color: WHITE, point: point('G7') },
    ])
    expect(session.moves).toEqual([{ origin: null, target: point('G1'), captured: point('G7') }])
    expect(currentPosition(session).turn).toBe(BLACK)
  })

  test('a removal alone completes a game that begins in mid-turn', () => {
    const session = sessionAt('A1 D1 G1', 'B2 D2 G7', 4)
    session.positions[0] = { ...session.positions[0], removing: true, whiteInHand: 3 }
    expect(takeableFor(session)).toBe(mask('B2 D2 G7'))
    expect(act(session, point('G7'))[0]).toMatchObject({ kind: 'removal' })
    expect(isComputerToMove(session)).toBe(true)
  })

  test('selects, selects another, unselects', () => {
    const session = sessionAt('A1 D1 A4 E5', 'D2 G4 B4 C3 F6')
    expect(isMovable(session, point('A1'))).toBe(false)
    expect(isMovable(session, point('E5'))).toBe(true)
    act(session, point('E5'))
    expect(targetsFor(session)).toBe(mask('E4 D5'))
    act(session, point('D1'))
    expect(session.selected).toBe(point('D1'))
    act(session, point('D1'))
    expect(session.selected).toBe(null)
    act(session, point('E5'))
    expect(unselect(session)).toBe(true)
    expect(unselect(session)).toBe(false)
  })

  test('tells the end', () => {
    const session = sessionAt('A1 D1 G4 F6', 'D6 B2 C3')
    act(session, point('G4'))
    act(session, point('G1'))
    expect(act(session, point('B2'))).toMatchObject([
      { kind: 'removal' },
      { kind: 'end', outcome: { winner: WHITE, reason: 'too few men' } },
    ])
    expect(isHumanToMove(session) || isComputerToMove(session)).toBe(false)
    expect(act(session, point('A1'))[0]).toMatchObject({ complaint: 'game over' })
  })
})

describe('undo', () => {
  test('goes back to the last choice of the person', () => {
    const session = createSession('EASY', 1)
    expect(canUndo(session)).toBe(false)
    expect(undo(session)).toBe(false)
    act(session, point('D2'))
    expect(undo(session)).toBe(true) // while the computer thinks
    expect(session.positions).toEqual([startPosition()])
    act(session, point('D2'))
    playMove(session, choose(session.positions, 'EASY', 1))
    act(session, point('D6'))
    playMove(session, choose(session.positions, 'EASY', 1))
    undo(session)
    expect(session.moves).toHaveLength(2)
    undo(session)
    expect(session.moves).toHaveLength(0)
  })

  test('drops a step whose removal is open', () => {
    const session = sessionAt('A1 D1', 'B2 G7', 4)
    act(session, point('G1'))
    expect(undo(session)).toBe(true)
    expect(session.step).toBe(null)
    expect(session.mills).toBe(0)
    expect(canUndo(session)).toBe(false)
  })

  test("leaves the computer's first move alone", () => {
    const session = createSession('EASY', 1, BLACK)
    expect(isComputerToMove(session)).toBe(true)
    playMove(session, choose(session.positions, 'EASY', 1))
    expect(canUndo(session)).toBe(false)
    act(session, legalMoves(lastPosition(session))[0].target ?? 0)
    expect(undo(session)).toBe(true)
    expect(session.moves).toHaveLength(1)
  })
})

test('repeats are counted', () => {
  const session = sessionAt('G4 A7 D6 G1 D2 B4 E3', 'G7 A1 D1 A4')
  expect(countRepeats(session)).toBe(1)
  for (const name of ['E3', 'E4']) act(session, point(name))
  playMove(session, choose(session.positions, 'NORMAL', 1))
  for (const name of ['E4', 'E3']) act(session, point(name))
  playMove(session, choose(session.positions, 'NORMAL', 1))
  expect(countRepeats(session)).toBe(2)
})

test('an illegal move changes nothing', () => {
  const session = createSession('EASY', 1)
  const wrong = { origin: 0, target: 1, captured: null }
  expect(() => playMove(session, wrong)).toThrow('"A1D1" is illegal')
  expect(session.moves).toEqual([])
  expect(outcomeOf(session)).toBe(null)
})
