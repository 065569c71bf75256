import { describe, expect, test } from 'vitest'
import { parsePgn } from '../../../src/files/pgn'
import { parseNumbered } from '../../../src/files/playok'
import { START, formatAlgebraic } from '../../../src/core/rules/notation'
import { formatMove, legalMoves, successor } from '../../../src/core/rules/position'
import type { Move } from '../../../src/core/rules/position'
import { createStream } from '../../../src/core/players/random'
import { complaintOf } from '../speeches'

/** By rows from the top left, typed here so that the derived order is checked against it. */
const NAMES = 'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1'.split(' ')

const GAME = `[Event "?"]
[Site "PlayOK"]
[Date "2024.12.26"]
[White "ada"]
[Black "bo"]
[Result "0-1"]

1. 1 4 2. 2 5 3. 3x4 6
4. 10 14 0-1
`
const MOVES = ['a7', 'b6', 'd7', 'd6', 'g7xb6', 'f6', 'a4', 'f4']

const moves = (text: string): string[] => parsePgn(text).moves.map((each) => formatAlgebraic(each))
const numbered = (move: Move): string => formatMove(move).replace(/[a-g][1-7]/g, (name) => String(NAMES.indexOf(name) + 1))

describe('games from PlayOK', () => {
  test('are read', () => {
    expect(moves(GAME)).toEqual(MOVES)
    expect(parsePgn(GAME)).toMatchObject({ result: '0-1', tags: { White: 'ada' } })
  })

  test('have points numbered by rows', () => {
    expect(NAMES.map((_, index) => formatAlgebraic(parseNumbered(String(index + 1))))).toEqual(NAMES)
    expect(formatAlgebraic(parseNumbered('10-11x5'))).toBe('a4-b4xd6')
  })

  test.each([
    '1. 1 4 2. 2 5 3. 3x4 6 4. 10 14',
    '1.1 4 2.2 5 3.3x4 6 4.10 14 *',
    '1 4 2 5 3x4 6 10 14 1/2-1/2',
    '1. 1! {a corner} 4 (1... 5 2. 4) 2. 2 $1 5 ; a line\n3. 3x4 3... 6 4. 10 {last} 14 0-1',
    '1. 1 4 2. 2 5 3. 3 x4 6 4. 10 14 1-0',
  ])('need no tag: %j', (text) => {
    expect(moves(text)).toEqual(MOVES)
  })

  test('the tag tells a point from a move number', () => {
    expect(moves('[Site "PlayOK"]\n\n5 *')).toEqual(['d6'])
    expect(moves('[Site "PlayOK"]\n\n1. d6 f4 *')).toEqual(['d6', 'f4'])
    expect(moves('5 *')).toEqual([])
    expect(moves('1 d6 f4 2 d2 *')).toEqual(['d6', 'f4', 'd2'])
  })

  test('of any length are read', () => {
    const random = createStream(7)
    for (let game = 0; game < 20; game++) {
      let { position } = START
      const played: Move[] = []
      for (let legal = legalMoves(position); legal.length && played.length < 120; legal = legalMoves(position)) {
        played.push(legal[random() % legal.length])
        position = successor(position, played[played.length - 1])
      }
      const words = played.map((move, ply) => (ply % 2 ? numbered(move) : `${ply / 2 + 1}. ${numbered(move)}`))
      expect(parsePgn(`[Site "PlayOK"]\n\n${words.join(' ')} 1/2-1/2`).moves).toEqual(played)
    }
  })

  test.each([
    ['1. 1 25', '“25” is not a move; points are numbered 1 to 24'],
    ['1. 1 0', '“0” is not a move'],
    ['1. 1 d6', '“d6” is not a move; points are numbered'],
    ['1. d6 5-8', '“5-8” is not a move; moves look like a4'],
    ['1. 1 1', 'Black’s move 1, “1 (a7)”, is not legal'],
    ['1. 1 4 2. 2 5 3. 3 x5x', '“x5x” is not a move'],
    ['1. 1 4 2. 2 5 3. 3 x6', 'White’s move 3, “3x6 (g7xf6)”, is not legal'],
  ])('%s is refused as written', (text, why) => {
    expect(complaintOf(() => parsePgn(text))).toContain(why)
  })
})
