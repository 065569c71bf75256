import { describe, expect, test } from 'vitest'
import { formatPgn, generatePgn, parsePgn } from '../../../src/files/pgn'
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../../src/core/rules/notation'
import { legalMoves, startPosition, successor } from '../../../src/core/rules/position'
import type { Move } from '../../../src/core/rules/position'
import { startOf } from '../../../src/core/rules/notation'
import { VARIANTS, VARIANT_NAMES } from '../../../src/core/rules/variants'
import { NINE } from '../../../src/core/rules/nine'
import { isFen } from '../../../src/files/pgn'
import { variantOfTag } from '../../../src/files/variant-tag'
import { complaintOf } from '../speeches'

const START = { position: startPosition(), pliesSinceRemoval: 0, moveNumber: 1 }

/** The example of docs/game-files.md. */
const EXAMPLE = `[Event "Club evening"]
[White "Ada"]
[Black "Bo"]
[Result "1-0"]

1. d6 f4 2. f6 b4 {the other wing} 3. b6xf4! (3. d2? {too slow} d1) 3... f4 1-0
`

const split = (text: string): string[] => [...generatePgn(text)]
const moves = (text: string): string[] => parsePgn(text).moves.map((each) => formatAlgebraic(each))

describe('reading', () => {
  test('tags, the main line and the result', () => {
    const game = parsePgn(EXAMPLE)
    expect(game.tags).toMatchObject({ White: 'Ada', Event: 'Club evening' })
    expect(game.moves.map((each) => formatAlgebraic(each))).toEqual(['d6', 'f4', 'f6', 'b4', 'b6xf4', 'f4'])
    expect(game.result).toBe('1-0')
  })

  test('captures may be written separately', () => {
    expect(moves('1. d6 f4 2. f6 b4 3. b6 xf4 f4 *')).toEqual(moves(EXAMPLE))
  })

  test('the first of several games is read', () => {
    expect(moves(`${EXAMPLE}\n[Event "Next"]\n\n1. a1 *`)).toEqual(moves(EXAMPLE))
    expect(moves('[White "A"]\n\n1. d6\n\n[White "B"]\n\n1. a1')).toEqual(['d6'])
  })

  test('several games are separated by tags or results', () => {
    const both = `${EXAMPLE} {well played}\n[Event "Next [sic]"]\n\n1. a1 (1. d6 1-0) g1 *\n`
    expect(split(both).map(moves)).toEqual([moves(EXAMPLE), ['a1', 'g1']])
    expect(split('[White "A"]\n\n1. d6\n\n[White "B"]\n\n1. a1').map(moves)).toEqual([['d6'], ['a1']])
    expect(split('1. d6 f4 1-0 1. a1 0-1 *').map(moves)).toEqual([['d6', 'f4'], ['a1'], []])
    expect(split('[White "Only tags"]')).toHaveLength(1)
    expect(split(' {only a comment} ')).toEqual([])
    expect(split(' \n')).toEqual([])
  })

  test('a game with an open comment ends where the next event begins', () => {
    const event = '[Event "Next"]\n\n1. a1 {a corner} *'
    const games = split(`1. d6 {open\n\n${event}\n \r\n${event}`)
    expect(games).toHaveLength(3)
    expect(complaintOf(() => parsePgn(games[0]))).toContain('the comment is not closed')
    expect(games.slice(1).map(moves)).toEqual([['a1'], ['a1']])
  })

  test('games are found only when needed', () => {
    const games = generatePgn('1. d6 f4 *\n\n'.repeat(1_000_000))
    expect(moves(games.next().value as string)).toEqual(['d6', 'f4'])
    expect(split('\n'.repeat(200_000))).toEqual([])
  })

  test('a starting position', () => {
    const fen = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
    const game = parsePgn(`[FEN "${fen}"]\n\n1. d6-d7 *`)
    expect(game.first).toEqual(parseFen(fen))
    expect(game.moves).toHaveLength(1)
  })

  test.each([
    ['1. d6 d6', 'Black’s move 1, “d6”, is not legal'],
    ['1. d6 f4 2. f6 b4 3. b6 f2', 'White’s move 3, “b6”, is not legal'],
    ['1. d6 f4 2. 5', '“5” is not a move; moves look like a4'],
    ['1. d6 nonsense', '“nonsense” is not a move'],
    ['1. D2 f4', '“D2” is not a move: write points'],
    ['1. d6 {no end', 'the comment is not closed'],
    ['1. d6 ]', '“]” does not belong here'],
    ['[White Ada]\n1. d6', '“[White Ada]” is not a tag; tags look like [White "Ada"]'],
    ['[FEN "x"]', '“x” is not a FEN'],
  ])('%s is refused', (text, why) => {
    expect(complaintOf(() => parsePgn(text))).toContain(why)
  })
})

describe('writing', () => {
  test('the roster, the result and lines of fewer than 80 columns', () => {
    const text = formatPgn({
      tags: { White: 'A "quoted" \\ name' },
      first: START,
      moves: moves(EXAMPLE).map((each) => parseAlgebraic(each)),
      result: '0-1',
    })
    expect(text.split('\n').slice(0, 7)).toEqual([
      '[Event "?"]',
      '[Site "?"]',
      '[Date "????.??.??"]',
      '[Round "?"]',
      '[White "A \\"quoted\\" \\\\ name"]',
      '[Black "?"]',
      '[Result "0-1"]',
    ])
    expect(text).toContain('\n\n1. d6 f4 2. f6 b4 3. b6xf4 f4 0-1\n')
    expect(parsePgn(text)).toMatchObject({ result: '0-1', tags: { White: 'A "quoted" \\ name' } })
  })

  test('long games are wrapped into lines, and read back', () => {
    const played = ['a7', 'd7', 'g7', 'g4', 'g1', 'd1', 'a1', 'a4', 'b6', 'd6', 'f6', 'f4', 'f2', 'd2', 'b2', 'b4', 'c5', 'c3']
    const text = formatPgn({ tags: {}, first: START, moves: played.map((each) => parseAlgebraic(each)), result: '*' })
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(80)
    expect(moves(text)).toEqual(played)
  })

  test('a game in which Black moves first', () => {
    const first = parseFen('***O*@**/O@O*@*O@/**@*O*** b m s 5 0 5 0 0 0 0 0 0 0 0 4 31')
    const text = formatPgn({ tags: {}, first, moves: [parseAlgebraic('g4-g1'), parseAlgebraic('d6-d7')], result: '*' })
    expect(text).toContain('31... g4-g1 32. d6-d7 *')
    expect(parsePgn(text).first).toEqual(first)
  })
})

describe('variants', () => {
  test.each(VARIANT_NAMES)('%s is written with its title and read again', (name) => {
    const first = startOf(VARIANTS[name])
    const played: Move[] = []
    for (let { position } = first; played.length < 7; position = successor(position, played[played.length - 1])) {
      const legal = legalMoves(position)
      if (!legal.length) break
      played.push(legal[(3 * played.length) % legal.length])
    }
    const text = formatPgn({ tags: {}, first, moves: played, result: '*' })
    expect(text).toContain(`[Variant "${VARIANTS[name].title}"]`)
    expect(text).not.toContain('FEN')
    expect(parsePgn(text)).toMatchObject({ first, moves: played })
  })

  test.each([
    ["Six Men's Morris", 'six'],
    ['Twelve men’s morris', 'twelve'],
    ['Morabaraba', 'morabaraba'],
    ['shax', 'shax'],
    ['12 Men Morris', 'twelve'],
    ['lasker morris', 'lasker'],
    ["Nine Men's Morris (no flying)", 'nine'],
    [undefined, 'nine'],
  ] as const)('a file of %s is one of %s', (tag, name) => {
    expect(variantOfTag(tag)).toBe(VARIANTS[name])
  })

  const BANNED = `f2 b2 d7 d6 e3 e4 d2 f4 e5 b6 g1xb2 c3 a1 f6xa1 g4 g7 c5 b2 d5xe4 c4 e4xc4 a1xd7 d1 d7 d2-d3 b6-b4 c5-b6
    b4-c4 b6-c5xd7 d6-d7 c5-b6 b2-b4 d5-d6 b4-b2xb6 f2-d2xd7 c4-b4`

  test('a file of Morabaraba is one of twelve if the return ban would refuse a move', () => {
    const read = (last: string): string => parsePgn(`[Variant "Morabaraba"]\n\n${BANNED} ${last} *`).first.position.variant.name
    expect(read('')).toBe('morabaraba')
    expect(read('d2-f2xg7')).toBe('twelve')
    expect(complaintOf(() => read('a7-g1'))).toContain('White’s move 19, “a7-g1”, is not legal')
  })

  test('Black may have two turns running', () => {
    const placed = 'f2 b2 d7 d6 e3 e4 c5 f4 c4 a1 b4 g1 d5 g4 b6 d1 g7 e5 f6 c3 a4 d2 a7 d3'
    const first = startOf(VARIANTS.shax)
    const played = `${placed} xa7 xd6`.split(' ').map((text) => parseAlgebraic(text))
    const text = formatPgn({ tags: {}, first, moves: played, result: '*' })
    expect(text).toMatch(/ 12\. a7 d3 13\. -- xa7 14\. xd6 \*\n$/) // as Python writes it
    expect(parsePgn(text)).toMatchObject({ first, moves: played })
    expect(complaintOf(() => parsePgn('1. -- d6 *'))).toContain('“--” is only for a turn of White')
  })

  test.each(['Seven Men’s Morris', 'Chess', 'Custom'])('a file of %s is refused', (tag) => {
    expect(complaintOf(() => variantOfTag(tag))).toContain(`“${tag}” is not a known variant`)
  })

  test.each(['?', '', 'Standard', 'Mühle', 'Morris (no flying)', undefined])('%s is the standard game', (tag) => {
    expect(variantOfTag(tag)).toBe(NINE)
  })

  test('positions of every board are recognised', () => {
    expect(isFen('*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1')).toBe(true)
    expect(isFen('********/******** w p p')).toBe(true)
    expect([isFen('*'), isFen('1. d6 *')]).toEqual([false, false])
  })
})
