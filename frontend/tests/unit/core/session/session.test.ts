import { describe, expect, test } from 'vitest'
import { maskOf } from '../../../../src/core/rules/geometry'
import { NAMES } from '../../../../src/core/rules/nine'
import type { Point } from '../../../../src/core/rules/geometry'
import { choose } from '../../../choose'
import { BLACK, WHITE, legalMoves, startPosition } from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'
import {
  SHARED,
  LOCKED,
  act,
  against,
  assign,
  canUndo,
  countRepeats,
  createSession,
  currentPosition,
  historyOf,
  isMovable,
  isOtherToMove,
  isPersonToMove,
  lastPosition,
  outcomeOf,
  personOf,
  playMove,
  removalTargetsOf,
  rewind,
  sessionAt as earlier,
  suggest,
  targetsFor,
  undo,
  unselect,
  withdraw,
} from '../../../../src/core/session/session'
import type { Session } from '../../../../src/core/session/session'
import { describeAction, describeEnd, describePoint } from '../../../../src/ui/game/narration'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH } from '../../speeches'

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
  return createSession(against('computer', WHITE), first)
}

describe('act', () => {
  test('places a man and hands the turn over', () => {
    const session = createSession(against('computer', WHITE))
    expect(act(session, point('d6'))).toEqual([
      {
        kind: 'step',
        ply: 0,
        color: WHITE,
        origin: null,
        target: point('d6'),
        flies: false,
        mills: 0,
      },
    ])
    expect(isOtherToMove(session)).toBe(true)
    expect(act(session, point('d2'))).toEqual([
      { kind: 'wrong', complaint: 'wait', point: point('d2') },
    ])
    expect(session.moves).toHaveLength(1)
  })

  test('a mill waits for its capture, which ends the turn', () => {
    const session = sessionAt('a7 d7', 'b6 d6 f6 g1', 4)
    const [step] = act(session, point('g7'))
    expect(step).toMatchObject({ kind: 'step', mills: mask('a7 d7 g7') })
    expect(currentPosition(session).removing).toBe(true)
    expect(removalTargetsOf(session)).toBe(mask('g1'))
    expect(targetsFor(session)).toBe(0)
    expect(session.moves).toHaveLength(0)
    expect(historyOf(session)).toHaveLength(2)
    expect(act(session, point('b6'))[0]).toMatchObject({ kind: 'wrong', complaint: 'protected' })
    expect(act(session, point('g1'))).toEqual([
      { kind: 'removal', ply: 0, color: WHITE, point: point('g1') },
    ])
    expect(session.moves).toEqual([{ origin: null, target: point('g7'), captured: point('g1') }])
    expect(currentPosition(session).turn).toBe(BLACK)
  })

  test('a capture alone completes the first turn of a game that starts in mid-turn', () => {
    const [first] = sessionAt('a7 d7 g7', 'b6 d6 g1', 4).positions
    const session = createSession(against('computer', WHITE), { ...first, removing: true, whiteInHand: 3 })
    expect(removalTargetsOf(session)).toBe(mask('b6 d6 g1'))
    expect(act(session, point('g1'))[0]).toMatchObject({ kind: 'removal' })
    expect(isOtherToMove(session)).toBe(true)
  })

  test('selects, selects another, unselects', () => {
    const session = sessionAt('a7 d7 a4 e3', 'd6 g4 b4 c5 f2')
    expect(isMovable(session, point('a7'))).toBe(false)
    expect(isMovable(session, point('e3'))).toBe(true)
    act(session, point('e3'))
    expect(targetsFor(session)).toBe(mask('e4 d3'))
    act(session, point('d7'))
    expect(session.selected).toBe(point('d7'))
    act(session, point('d7'))
    expect(session.selected).toBe(null)
    act(session, point('e3'))
    expect(unselect(session)).toBe(true)
    expect(unselect(session)).toBe(false)
  })

  test('tells the end', () => {
    const session = sessionAt('a7 d7 g4 f2', 'd2 b6 c5')
    act(session, point('g4'))
    act(session, point('g7'))
    expect(act(session, point('b6'))).toMatchObject([
      { kind: 'removal' },
      { kind: 'end', outcome: { winner: WHITE, reason: 'too few men' } },
    ])
    expect(isPersonToMove(session) || isOtherToMove(session)).toBe(false)
    expect(act(session, point('a7'))[0]).toMatchObject({ complaint: 'game over' })
  })
})

describe('undo', () => {
  test('goes back to the last choice of the person', () => {
    const session = createSession(against('computer', WHITE))
    expect(canUndo(session)).toBe(false)
    expect(undo(session)).toBe(false)
    act(session, point('d6'))
    expect(undo(session)).toBe(true) // while the computer thinks
    expect(session.positions).toEqual([startPosition()])
    act(session, point('d6'))
    playMove(session, choose(session.positions, 'EASY', 1))
    act(session, point('d2'))
    playMove(session, choose(session.positions, 'EASY', 1))
    undo(session)
    expect(session.moves).toHaveLength(2)
    undo(session)
    expect(session.moves).toHaveLength(0)
  })

  test('takes back a mill whose capture is pending', () => {
    const session = sessionAt('a7 d7', 'b6 g1', 4)
    act(session, point('g7'))
    expect(undo(session)).toBe(true)
    expect(session.step).toBe(null)
    expect(session.mills).toBe(0)
    expect(canUndo(session)).toBe(false)
  })

  test("leaves the computer's first move alone", () => {
    const session = createSession(against('computer', BLACK))
    expect(isOtherToMove(session)).toBe(true)
    playMove(session, choose(session.positions, 'EASY', 1))
    expect(canUndo(session)).toBe(false)
    act(session, legalMoves(lastPosition(session))[0].target ?? 0)
    expect(undo(session)).toBe(true)
    expect(session.moves).toHaveLength(1)
  })
})

describe('the sides', () => {
  test('are both played at a shared board, and taken back one by one', () => {
    const session = createSession(SHARED)
    for (const name of ['d6', 'd2', 'b4']) act(session, point(name))
    expect(session.moves).toHaveLength(3)
    undo(session)
    expect(session.moves).toHaveLength(2)
  })

  test.each([
    [SHARED, true, true],
    [against('nobody', WHITE), true, false],
    [against('computer', BLACK), false, true],
    [LOCKED, false, false],
  ])('%j', (controls, ...played) => {
    for (const turn of [WHITE, BLACK] as const) {
      const session = createSession(controls, { ...startPosition(), turn })
      expect(isPersonToMove(session)).toBe(played[turn])
      expect(isOtherToMove(session)).toBe(!played[turn])
      expect(targetsFor(session) !== 0).toBe(played[turn])
    }
  })

  test('have one person against the computer', () => {
    for (const own of [WHITE, BLACK] as const) expect(personOf(createSession(against('computer', own)))).toBe(own)
  })

  test('may change', () => {
    const session = createSession(LOCKED)
    assign(session, SHARED)
    expect(act(session, point('d6'))).toHaveLength(1)
  })
})

test('half of a turn and a suggestion are withdrawn', () => {
  const session = sessionAt('a7 d7', 'b6 g1', 4)
  expect(withdraw(session)).toBe(false)
  act(session, point('g7'))
  expect(withdraw(session)).toBe(true)
  expect(session).toMatchObject({ step: null, mills: 0, moves: [] })
  suggest(session, { origin: null, target: point('a1'), captured: null })
  expect(withdraw(session)).toBe(true)
  expect(session.suggestion).toBeNull()
})

test('a game goes back to a ply, or shows it apart', () => {
  const session = createSession(SHARED)
  for (const name of ['d6', 'd2', 'b4']) act(session, point(name))
  expect(earlier(session, 1)).toMatchObject({ controls: LOCKED, moves: session.moves.slice(0, 1), step: null })
  expect(rewind(session, 1)).toHaveLength(2)
  expect(session.positions).toHaveLength(2)
})

test('repeats are counted', () => {
  const session = sessionAt('g4 a1 d2 g7 d6 b4 e5', 'g1 a7 d7 a4')
  expect(countRepeats(session)).toBe(1)
  for (const name of ['e5', 'e4']) act(session, point(name))
  playMove(session, choose(session.positions, 'NORMAL', 1))
  for (const name of ['e4', 'e5']) act(session, point(name))
  playMove(session, choose(session.positions, 'NORMAL', 1))
  expect(countRepeats(session)).toBe(2)
})

test('an illegal move changes nothing', () => {
  const session = createSession(against('computer', WHITE))
  const wrong = { origin: 0, target: 1, captured: null }
  expect(() => playMove(session, wrong)).toThrow('"a7-d7" is not legal')
  expect(session.moves).toEqual([])
  expect(outcomeOf(session)).toBe(null)
})

describe('other variants', () => {
  const say = createSay(ENGLISH, 'board')

  test('in Lasker a man is placed, or one on the board is moved', () => {
    const session = createSession(against('computer', WHITE), startPosition(VARIANTS.lasker))
    expect(describeAction(session, say)).toBe('Place a man on an empty point, or choose a man to move.')
    act(session, point('d6'))
    playMove(session, legalMoves(lastPosition(session))[0])
    expect(isMovable(session, point('d6'))).toBe(true)
    act(session, point('d6'))
    expect(session.selected).toBe(point('d6'))
    expect(targetsFor(session)).toBe(mask('d7 d5 b6 f6'))
    expect(describePoint(session, point('d5'), say)).toBe('d5, empty, a man can go here')
    expect(describePoint(session, point('g1'), say)).toBe('g1, empty, a new man can be placed here')
    expect(act(session, point('d5'))).toMatchObject([{ kind: 'step', origin: point('d6'), flies: false }])
    expect(lastPosition(session)).toMatchObject({ whiteInHand: 9, white: mask('d5') })
  })

  test('in Lasker a man is placed beyond the reach of the selected one', () => {
    const session = createSession(against('computer', WHITE), startPosition(VARIANTS.lasker))
    act(session, point('d6'))
    playMove(session, legalMoves(lastPosition(session))[0])
    act(session, point('d6'))
    expect(act(session, point('g1'))).toMatchObject([{ kind: 'step', origin: null, target: point('g1') }])
    expect(lastPosition(session)).toMatchObject({ whiteInHand: 8, white: mask('d6 g1') })
    expect(session.selected).toBe(null)
  })

  test('in Lasker a selection is given up by choosing the man again', () => {
    const session = createSession(against('computer', WHITE), startPosition(VARIANTS.lasker))
    act(session, point('d6'))
    playMove(session, legalMoves(lastPosition(session))[0])
    act(session, point('d6'))
    act(session, point('d6'))
    expect(act(session, point('g1'))).toMatchObject([{ kind: 'step', origin: null }])
  })

  test('points have the names of their board', () => {
    const session = createSession(against('computer', WHITE), startPosition(VARIANTS.three))
    expect(describePoint(session, 8, say)).toBe('b2, empty, a man can go here')
  })

  test('a full board is a draw', () => {
    const { board } = VARIANTS.twelve
    const white = maskOf(board.points.filter((each) => each % 2 === 0))
    const full = { ...startPosition(VARIANTS.twelve), white, black: board.full & ~white, whiteInHand: 0, blackInHand: 0 }
    const session = createSession(against('computer', WHITE), full)
    expect(describeEnd(session, say)).toEqual(['Draw', 'The board is full.'])
    expect(isPersonToMove(session)).toBe(false)
  })
})
