import { describe, expect, test } from 'vitest'
import { generatePgn, parsePgn } from '../../../../src/files/pgn'
import { trailFrom } from '../../../../src/pages/explore/load-game'
import { follow, plyLeft, recordsOf, startTrail } from '../../../../src/core/match/trail'
import type { Trail } from '../../../../src/core/match/trail'
import { NINE } from '../../../../src/core/rules/nine'
import type { FenRecord } from '../../../../src/core/rules/notation'
import { START, formatAlgebraic, formatFen, parseAlgebraic, recordAfter } from '../../../../src/core/rules/notation'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH, complaintOf } from '../../speeches'

const say = createSay(ENGLISH, 'explore')
const GAME = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. d6 f4 2. f6 b4 3. b6xf4 1-0'

function after(record: FenRecord, ...moves: string[]): FenRecord {
  return moves.map((each) => parseAlgebraic(each)).reduce(recordAfter, record)
}

/** The moves of a trail, the place in it marked. */
function show({ moves, ply }: Trail): string {
  const names = moves.map((each) => formatAlgebraic(each))
  return [...names.slice(0, ply), '|', ...names.slice(ply)].join(' ')
}

describe('a trail', () => {
  const played = ['d6', 'f4', 'f6'].reduce((trail, _, index, all) => follow(trail, after(START, ...all.slice(0, index + 1))), startTrail(START))

  test('grows with each move, and can be stepped through', () => {
    expect(show(played)).toBe('d6 f4 f6 |')
    const back = follow(played, after(START, 'd6'))
    expect(show(back)).toBe('d6 | f4 f6')
    expect(show(follow(back, START))).toBe('| d6 f4 f6')
    expect(show(follow(back, after(START, 'd6', 'f4', 'f6')))).toBe('d6 f4 f6 |')
  })

  test('is left by another move, and starts over at an unconnected position', () => {
    const back = follow(played, after(START, 'd6'))
    expect(show(follow(back, after(START, 'd6', 'a1')))).toBe('d6 a1 |')
    const far = after(START, 'a1', 'a4')
    expect(follow(played, far)).toEqual(startTrail(far))
  })

  test('distinguishes a repeated position from its first occurrence', () => {
    const first = { ...after(START, 'd6'), pliesSinceRemoval: 8, moveNumber: 5 }
    expect(follow(played, first)).toEqual(startTrail(first))
  })
})

describe('a loaded game', () => {
  const loaded = trailFrom(GAME, say, NINE)

  test('starts at its first position, under its players’ names', () => {
    expect(show(loaded)).toBe('| d6 f4 f6 b4 b6xf4')
    expect(loaded.game?.title).toBe('Ada – Bob, 1-0')
    expect(plyLeft(loaded)).toBeNull()
  })

  test('stays while other moves are tried', () => {
    const inside = follow(loaded, after(START, 'd6', 'f4'))
    expect(show(inside)).toBe('d6 f4 | f6 b4 b6xf4')
    const tried = follow(follow(inside, after(START, 'd6', 'f4', 'a1')), after(START, 'd6', 'f4', 'a1', 'a4'))
    expect(show(tried)).toBe('d6 f4 a1 a4 |')
    expect(plyLeft(tried)).toBe(2)
    expect(show(follow(tried, after(START, 'd6', 'f4')))).toBe('d6 f4 | f6 b4 b6xf4')
    expect(plyLeft(follow(tried, START))).toBeNull()
  })

  test('is found again from anywhere', () => {
    const far = follow(loaded, after(START, 'g1', 'a1'))
    expect([show(far), plyLeft(far)]).toEqual(['|', 0])
    expect(show(follow(far, after(START, 'd6')))).toBe('d6 | f4 f6 b4 b6xf4')
  })

  test('may begin with any position, and continues its counters', () => {
    const first = '***@*@**/**O*O@**/*******O b m s 3 0 3 0 0 0 0 0 0 0 0 4 7'
    const { first: begun, moves } = trailFrom(`[FEN "${first}"]\n\n7... b2-d7 8. f4-d3`, say, NINE)
    expect(recordsOf({ first: begun, moves }).map(formatFen).map((fen) => fen.split(' ').slice(-2).join())).toEqual(['4,7', '5,8', '6,8'])
  })

  test.each([
    ['', 'Nothing to load.'],
    ['[White "Ada"]\n\n*', 'This game has no moves.'],
  ])('%j is refused', (text, why) => {
    expect(complaintOf(() => trailFrom(text, say, NINE))).toContain(why)
  })

  test('a FEN is a trail without moves', () => {
    const fen = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7'
    expect(formatFen(trailFrom(` ${fen}\n`, say, NINE).first)).toBe(fen)
  })
})

describe('of a file with more than one game or line', () => {
  test.each([
    [GAME, 1, 0],
    ['1. d6 f4', 1, 0],
    [`${GAME}\n\n${GAME}`, 2, 0],
    ['1. d6 * 1. f4 *', 2, 0],
    ['[White "A"]\n1. d6\n\n[White "B"]\n1. f4', 2, 0],
    ['1. d6 (1. f4 (1. f6) d6) f4 (1... b4) *', 1, 2],
    ['1. d6 {(1. f4) * 1-0 [Event "x"]} f4 ; (1... b4) *\n*', 1, 0],
    ['[Event "a {b; (c) * ]"]\n1. d6 *', 1, 0],
  ])('%j the games and variations are counted', (text, games, variations) => {
    expect([...generatePgn(text)]).toHaveLength(games)
    expect(parsePgn(text).variations).toBe(variations)
  })

  test('the title says what was left out', () => {
    const text = `1. d6 (1. f4) f4 *\n\n${GAME}`
    expect(trailFrom(text, say, NINE).game?.title).toBe('Loaded game · main line only')
  })
})
