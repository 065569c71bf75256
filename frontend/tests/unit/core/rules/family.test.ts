import { describe, expect, test } from 'vitest'
import { choose } from '../../../choose'
import { LEVELS, evaluateState } from '../../../../src/core/players/evaluation'
import { findByLine, findPatterns } from '../../../../src/core/players/patterns'
import { maskOf } from '../../../../src/core/rules/geometry'
import { formatFen, parseFen, recordAfter, startOf } from '../../../../src/core/rules/notation'
import { explainPoint, isSame, legalMoves, outcome, sidesOf, startPosition, targetsOf } from '../../../../src/core/rules/position'
import { VARIANTS, VARIANT_NAMES } from '../../../../src/core/rules/variants'
import { EVALUATIONS, FAMILY, FAMILY_CHOICES } from '../../vectors'
import { hashMoves } from './hash-moves'
import { complaintOf } from '../../speeches'

describe('the same as the rules in Python', () => {
  test('there are games of every variant, and one that ends with a full board', () => {
    for (const name of VARIANT_NAMES) expect(FAMILY.filter((game) => game.name === name).length).toBeGreaterThan(4)
    expect(FAMILY.some((game) => game.outcome?.reason === 'full board')).toBe(true)
    expect(FAMILY.some((game) => game.outcome?.reason === 'blocked')).toBe(true)
  })

  test.each(FAMILY)('random game %# of $name: FENs, legal moves, successors, values and the end', (game) => {
    let record = startOf(game.variant)
    game.hashes.forEach((hash, ply) => {
      const { position } = record
      const fen = game.fens.get(ply)
      if (fen !== undefined) {
        expect(formatFen(record)).toBe(fen)
        expect(isSame(parseFen(fen, game.variant).position, position)).toBe(true)
      }
      expect(hashMoves(position), `moves at ply ${ply}`).toBe(hash)
      for (const [level, value] of game.values[ply]) {
        expect(evaluateState(sidesOf(position), game.variant, LEVELS[level])).toBe(value)
      }
      if (ply === game.moves.length) return
      expect(outcome(position)).toBeNull()
      record = recordAfter(record, game.moves[ply])
    })
    expect(outcome(record.position)).toEqual(game.outcome)
  })

  test.each(FAMILY_CHOICES)('choices of the levels, game %# of $name', ({ position, seed, choices }) => {
    for (const [level, expected] of choices) {
      expect(choose([position], level, seed)).toEqual(expected)
    }
  })
})

test('patterns line by line are those of nine men found at once', () => {
  for (const { position } of EVALUATIONS) {
    const { own, enemy } = sidesOf(position)
    const { board } = position.variant
    expect(findByLine(own, enemy, board)).toEqual(findPatterns(own, enemy, board))
  }
})

test.each([
  ['three', '*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1'],
  ['six', '********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1'],
  ['lasker', '********/********/******** w p p 0 10 0 10 0 0 0 0 0 0 0 0 1'],
] as const)('%s starts with %s', (name, fen) => {
  expect(formatFen(startOf(VARIANTS[name]))).toBe(fen)
})

test('a FEN of another board is refused', () => {
  expect(complaintOf(() => parseFen(formatFen(startOf(VARIANTS.six)), VARIANTS.three))).toContain('parts of 1, 8')
  expect(complaintOf(() => parseFen('********/******** w p p 0 7 0 7 0 0 0 0 0 0 0 0 1', VARIANTS.six))).toContain('more than 6 men')
})

describe('Lasker', () => {
  const start = startPosition(VARIANTS.lasker)
  const position = { ...start, white: maskOf([0, 2]), black: maskOf([4, 6]), whiteInHand: 3, blackInHand: 7 }

  test('a man may be placed or moved', () => {
    const moves = legalMoves(position)
    expect(new Set(moves.filter(({ origin }) => origin === null).map(({ target }) => target)).size).toBe(20)
    expect(moves.filter(({ origin }) => origin === 0).map(({ target }) => target)).toEqual([1, 7])
    for (const point of start.variant.board.points) {
      const starts = moves.some(({ origin, target }) => (origin ?? target) === point)
      expect(explainPoint(position, null, point) === null).toBe(starts)
    }
    expect(explainPoint(position, 0, 1)).toBeNull()
    expect(explainPoint(position, 0, 3)).toBeNull() // another man is placed there
    expect(explainPoint(position, null, 4)).toBe('enemy man')
  })

  test('hands need not match, and the phase is that of the side to move', () => {
    const fen = formatFen({ position, pliesSinceRemoval: 0, moveNumber: 1 })
    expect(fen).toContain(' w p p 2 3 2 7 ')
    expect(isSame(parseFen(fen, VARIANTS.lasker).position, position)).toBe(true)
    const placed = { ...position, white: maskOf([0, 2, 9]), whiteInHand: 0 }
    expect(formatFen({ position: placed, pliesSinceRemoval: 0, moveNumber: 1 })).toContain(' w m s ')
  })

  test('three men in all fly, also with men in hand', () => {
    const flier = { ...position, whiteInHand: 1 }
    expect(targetsOf(flier, 0)).toBe(targetsOf(flier, null))
    expect(targetsOf({ ...flier, variant: VARIANTS.ten }, 0)).toBe(maskOf([1, 7]))
  })
})

test('a full board is a draw for twelve men, and a loss where the rules say so', () => {
  const { board } = VARIANTS.twelve
  const white = maskOf(board.points.filter((point) => point % 2 === 0))
  const position = { ...startPosition(VARIANTS.twelve), white, black: board.full & ~white, whiteInHand: 0, blackInHand: 0 }
  expect(outcome(position)).toEqual({ winner: null, reason: 'full board' })
  const strict = { ...position, variant: { ...VARIANTS.twelve, fullBoard: 'loss' } } as const
  expect(outcome(strict)).toEqual({ winner: 1, reason: 'blocked' })
})
