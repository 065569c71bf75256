import { describe, expect, test } from 'vitest'
import { maskOf } from '../../../../src/core/rules/geometry'
import { formsMill, getRemovalCandidates, millsAt } from '../../../../src/core/rules/moves'
import {
  BLACK,
  WHITE,
  beforeRemoval,
  explainPoint,
  formatMove,
  isSame,
  legalMoves,
  occurrences,
  outcome,
  phase,
  play,
  startPosition,
  successor,
  takes,
  targetsOf,
} from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'
import { turnOf } from '../../../../src/core/rules/turn'
import { BOARD, NINE } from '../../../../src/core/rules/nine'
import { EVALUATIONS, GAMES, PERFT, WALKING } from '../../vectors'
import { hashMoves } from './hash-moves'

/** A position after placing, White to move, with changes. */
function moving(white: number[], black: number[], changes: Partial<Position> = {}): Position {
  return {
    ...startPosition(),
    white: maskOf(white),
    black: maskOf(black),
    whiteInHand: 0,
    blackInHand: 0,
    ...changes,
  }
}

function countLeaves(position: Position, depth: number): number {
  if (depth === 0) return 1
  return legalMoves(position).reduce(
    (leaves, move) => leaves + countLeaves(successor(position, move), depth - 1),
    0,
  )
}

describe('the same as the rules in Python', () => {
  test('perft of placing, moving, flying and mid-turn positions', () => {
    expect(PERFT.length).toBeGreaterThan(50)
    for (const { position, leaves } of PERFT) {
      const counted = leaves.map((_, index) => countLeaves(position, index + 1))
      expect(counted, JSON.stringify(position)).toEqual(leaves)
    }
  })

  test('perft of the empty board', () => {
    expect([1, 2, 3, 4].map((depth) => countLeaves(startPosition(), depth))).toEqual([
      24, 552, 12144, 255024,
    ])
  })

  test.each(GAMES)(
    'random game %#: every legal move in order, where it leads, the end',
    ({ variant, moves, hashes, inHand, outcome: end }) => {
      let position = startPosition(variant)
      hashes.forEach((hash, ply) => {
        expect(hashMoves(position), `moves at ply ${ply}`).toBe(hash)
        if (ply === moves.length) return
        expect(outcome(position)).toBeNull()
        position = play(position, moves[ply])
      })
      expect([position.whiteInHand, position.blackInHand]).toEqual(inHand)
      expect(outcome(position)).toEqual(end)
    },
  )

  test('outcomes', () => {
    for (const { position, outcome: end } of EVALUATIONS) expect(outcome(position)).toEqual(end)
  })

  test('a turn in two steps leads where the whole turn leads', () => {
    let takings = 0
    for (const { position } of EVALUATIONS) {
      for (const move of legalMoves(position)) {
        if (move.captured === null || move.target === null) continue
        takings++
        expect(takes(position, move.origin, move.target)).toBe(true)
        const middle = beforeRemoval(position, turnOf(move.origin, move.target, []))
        expect(middle).toMatchObject({ turn: position.turn, removing: true })
        expect(play(middle, { ...move, origin: null, target: null })).toEqual(
          play(position, move),
        )
      }
    }
    expect(takings).toBeGreaterThan(500)
  })
})

describe('play', () => {
  test('rejects an illegal move and quotes it', () => {
    const move = { origin: 0, target: 1, captured: null }
    expect(() => play(startPosition(), move)).toThrow('"a7-d7" is not legal')
  })

  test('leaves the old position as it was', () => {
    const start = startPosition()
    play(start, { origin: null, target: 13, captured: null })
    expect(start).toEqual(startPosition())
  })
})

describe('mills', () => {
  test('the first man does not win: men in hand count', () => {
    const after = play(startPosition(), { origin: null, target: 0, captured: null })
    expect(outcome(after)).toBeNull()
  })

  test('corners on a diagonal are not a mill', () => {
    expect(formsMill(maskOf([0, 8, 16]), 16, BOARD)).toBe(false)
    expect(formsMill(maskOf([1, 9, 17]), 17, BOARD)).toBe(true)
  })

  test('all mills through a point', () => {
    const cross = maskOf([8, 9, 10, 1, 17])
    expect(millsAt(cross, 9, BOARD)).toBe(cross)
    expect(millsAt(cross, 8, BOARD)).toBe(maskOf([8, 9, 10]))
    expect(millsAt(cross & ~maskOf([10]), 8, BOARD)).toBe(0)
  })

  test('a man in a mill is protected while others are outside', () => {
    expect(getRemovalCandidates(maskOf([0, 1, 2, 5]), BOARD)).toBe(maskOf([5]))
    expect(getRemovalCandidates(maskOf([0, 1, 2]), BOARD)).toBe(maskOf([0, 1, 2]))
  })
})

test('phases', () => {
  expect(phase(startPosition(), WHITE)).toBe('placing')
  const position = moving([0, 1, 2], [4, 5, 6, 7])
  expect(phase(position, WHITE)).toBe('flying')
  expect(phase(position, BLACK)).toBe('moving')
  expect(phase({ ...position, variant: WALKING }, WHITE)).toBe('moving')
})

test('targets of a man in hand, a walking man and a flying one', () => {
  expect(targetsOf(startPosition(), null)).toBe(0xffffff)
  const position = moving([0, 1, 3], [7, 8, 9, 10])
  expect(targetsOf(position, 0)).toBe(0xffffff & ~maskOf([0, 1, 3, 7, 8, 9, 10]))
  expect(targetsOf({ ...position, variant: WALKING }, 1)).toBe(maskOf([2]))
})

test('positions are equal if every field is', () => {
  const position = moving([0, 1, 3], [7, 8, 9, 10])
  expect(isSame(position, { ...position })).toBe(true)
  const others: Partial<Position>[] = [
    { white: 7 },
    { black: 0 },
    { whiteInHand: 1 },
    { blackInHand: 1 },
    { turn: BLACK },
    { removing: true },
    { variant: { ...NINE } },
  ]
  for (const change of others) expect(isSame(position, { ...position, ...change })).toBe(false)
  expect(occurrences([position, startPosition(), { ...position }], position)).toBe(2)
})

describe('explaining a point', () => {
  // White 0, 1, 3, 5 against Black 7, 9, 2, 20; 0 is blocked by 1 and 7, 1 by 0, 2 and 9.
  const position = moving([0, 1, 3, 5], [7, 9, 2, 20])
  const middle = { ...moving([0, 1, 2], [4, 5, 6, 12]), removing: true }

  test.each([
    ['a placing', startPosition(), null, 4, null],
    ['placing on a man', { ...position, whiteInHand: 1, blackInHand: 1 }, null, 3, 'occupied'],
    ['selecting a man', position, null, 3, null],
    ['selecting another man', position, 5, 3, null],
    ['unselecting', position, 3, 3, null],
    ['a blocked man', position, null, 0, 'blocked man'],
    ['an enemy', position, null, 7, 'enemy man'],
    ['an empty point first', position, null, 12, 'choose a man first'],
    ['a step', position, 3, 4, null],
    ['a step too far', position, 3, 12, 'not adjacent'],
    ['a step onto an enemy', position, 3, 2, 'occupied'],
    ['a flight', moving([0, 1, 3], [7, 9, 2, 20]), 3, 12, null],
    ['taking', middle, null, 12, null],
    ['capturing from a mill', middle, null, 5, 'protected'],
    ['taking nothing', middle, null, 20, 'take an enemy man'],
    ['capturing one of one’s own men', middle, null, 0, 'take an enemy man'],
    ['anything after the end', moving([0, 1], [4, 5, 6]), null, 0, 'game over'],
  ] as const)('%s', (_, where, selected, point, complaint) => {
    expect(explainPoint(where, selected, point)).toBe(complaint)
  })

  test('agrees with the legal moves', () => {
    for (const { position: any } of EVALUATIONS) {
      if (outcome(any)) continue
      const moves = legalMoves(any)
      for (let point = 0; point < 24; point++) {
        const starts = moves.some((move) => (move.origin ?? move.target) === point)
        expect(explainPoint(any, null, point) === null).toBe(starts)
      }
    }
  })
})

test('text', () => {
  expect([0, 7, 16].map((point) => BOARD.names[point])).toEqual(['a7', 'a4', 'c5'])
  expect(formatMove({ origin: null, target: 13, captured: null })).toBe('d2')
  expect(formatMove({ origin: 6, target: 7, captured: 2 })).toBe('a1-a4xg7')
  expect(formatMove({ origin: null, target: null, captured: 4 })).toBe('xg1')
})
