import { NINE } from '../../../../src/core/rules/nine'
import { describe, expect, test } from 'vitest'
import { BLACK, WHITE, legalMoves, play, startPosition, successor } from '../../../../src/core/rules/position'
import { NotationError, START, formatAlgebraic, formatFen, parseAlgebraic, parseFen, recordAfter } from '../../../../src/core/rules/notation'
import { GAMES } from '../../vectors'
import { JAPANESE, complaintOf } from '../../speeches'

const FEN = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 12 31'

describe('turns', () => {
  test.each([
    ['d6', { origin: null, target: 9, captured: null }],
    ['a1-a4', { origin: 6, target: 7, captured: null }],
    ['d6xb4', { origin: null, target: 9, captured: 15 }],
    ['a1-a4xg7', { origin: 6, target: 7, captured: 2 }],
    ['xg7', { origin: null, target: null, captured: 2 }],
  ])('%s', (text, move) => {
    expect(parseAlgebraic(text)).toEqual(move)
    expect(formatAlgebraic(move)).toBe(text)
  })

  test.each(['', 'd4', 'a2', 'd6-', 'x', 'd6xd4', 'd6 d7', 'a1-a4-a7'])('%j is none', (text) => {
    expect(() => parseAlgebraic(text)).toThrow(NotationError)
    expect(complaintOf(() => parseAlgebraic(text))).toContain(`“${text}” is not a move`)
  })
})

describe('turns in the coordinates of the console', () => {
  test.each([
    ['D6', 'd2'],
    ['A1A4', 'a7-a4'],
    ['A1-A4xG7', 'a7-a4xg1'],
    ['xG7', 'xg1'],
  ])('%s is refused, and %s is named as what it may mean', (text, meant) => {
    expect(complaintOf(() => parseAlgebraic(text))).toContain(`“${text}” is not a move: write points in lower case`)
    expect(complaintOf(() => parseAlgebraic(text))).toContain(`(in the console game’s coordinates, ${meant})`)
  })

  test.each(['D4', 'A2A4', 'd6D6'])('%s is not a move there either', (text) => {
    expect(complaintOf(() => parseAlgebraic(text))).toContain(`“${text}” is not a move; moves look like`)
  })
})

describe('FEN', () => {
  test('is written as the Python package writes it', () => {
    expect(formatFen(START)).toBe('********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1')
    const position = ['d6', 'f4', 'd7', 'b4', 'd5xf4'].reduce(
      (before, text) => play(before, parseAlgebraic(text)),
      startPosition(),
    )
    // The README has the same line.
    expect(formatFen({ position, pliesSinceRemoval: 0, moveNumber: 3 })).toBe('O*******/O*****@*/O******* b p p 3 6 1 7 0 0 0 0 0 0 0 0 3')
  })

  test('is read with its counters, and written back', () => {
    const record = parseFen(`  ${FEN} more fields`)
    expect(record.position.turn).toBe(WHITE)
    expect([record.pliesSinceRemoval, record.moveNumber]).toEqual([12, 31])
    expect(formatFen(record)).toBe(FEN)
  })

  test('survives a round trip for every position of many games', () => {
    let count = 0
    for (const game of GAMES.filter(({ variant }) => variant === NINE)) {
      let position = startPosition()
      for (const played of [...game.moves, null]) {
        expect(parseFen(formatFen({ ...START, position })).position).toEqual(position)
        count += 1
        if (played) position = play(position, played)
      }
    }
    expect(count).toBeGreaterThan(500)
  })

  test('in mid-turn offers only captures', () => {
    const { position } = parseFen('O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3')
    expect(position.removing).toBe(true)
    expect(legalMoves(position).map((each) => formatAlgebraic(each))).toEqual(['xf4', 'xb4'])
  })

  test.each([
    ['nonsense', 'expected 17 fields, found 1'],
    [FEN.replace('O', 'X'), 'in parts of 8, 8, 8'],
    [FEN.replace(' w ', ' x '), '“x” is not one of w b'],
    [FEN.replace(' 5 0 5 ', ' 4 0 5 '), 'it says 4 men on the board, but there are 5'],
    [FEN.replace(' 5 0 5 ', ' 5 9 5 '), 'one side has more than 9 men'],
    [FEN.replace(' 31', ' 0'), 'the move number must be at least 1'],
    [FEN.replace(' w m s 5 0 5 0', ' w p p 5 0 5 1'), 'the men in hand do not match'],
    [FEN.replace(' m s ', ' m r '), 'no man can be captured'],
  ])('%s is refused', (text, why) => {
    expect(complaintOf(() => parseFen(text))).toContain(why)
    expect(complaintOf(() => parseFen(text))).toContain(text.slice(0, 20))
  })

  test('is rejected in Japanese too', () => {
    expect(complaintOf(() => parseFen('白'), JAPANESE)).toBe('FEN「白」: 項目が1個あります（17個必要です）')
  })

  test('knows whose turn it is', () => {
    expect(parseFen(FEN.replace(' w ', ' b ')).position.turn).toBe(BLACK)
  })
})

describe('a record', () => {
  const ENDGAME = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7')

  test('counters go on with each move', () => {
    const black = recordAfter(ENDGAME, parseAlgebraic('f4-d3'))
    expect([black.position.turn, black.pliesSinceRemoval, black.moveNumber]).toEqual([1, 1, 7])
    const white = recordAfter(black, parseAlgebraic('b2-d1'))
    expect([white.pliesSinceRemoval, white.moveNumber]).toEqual([2, 8])
  })

  test('a position after a move is the rules’', () => {
    for (const move of legalMoves(ENDGAME.position)) {
      expect(recordAfter(ENDGAME, move).position).toEqual(successor(ENDGAME.position, move))
    }
  })
})
