/** The rules that few variants change: the same as in Python, and what they mean for a person at the board. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import boards from '../../../../src/generated/boards.json'
import { createGeometry, maskOf } from '../../../../src/core/rules/geometry'
import { NotationError, formatFen, parseAlgebraic, parseFen, recordAfter, startOf } from '../../../../src/core/rules/notation'
import type { FenRecord } from '../../../../src/core/rules/notation'
import {
  WHITE, beforeRemoval, explainPoint, formatMove, givesWay, isSame, isSameMove, legalMoves, mustPass, mustTake, outcome,
  phase, play, startPosition, successor, takeableIn, targetsOf,
} from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'
import { plyLimitAt } from '../../../../src/core/rules/draws'
import { capturesOf, isPass, turnOf } from '../../../../src/core/rules/turn'
import { variantOf } from '../../../../src/core/rules/unusual'
import type { Variant } from '../../../../src/core/rules/variant'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { createStream, deriveSeed } from '../../../../src/core/players/random'
import file from '../../../vectors/unusual.json'
import { hashMoves } from './hash-moves'

type Name = keyof typeof file.variants
type Digest = [plies: number, hash: number, fen: string]

const VARIANTS_BY_TEXT = Object.fromEntries(
  Object.entries(file.variants).map(([text, facts]) => [
    text,
    VARIANTS[text as 'shax'] ?? variantOf(text, createGeometry(boards[facts.board as keyof typeof boards]), facts),
  ]),
) as Readonly<Record<Name, Variant>>

/** Leaves that are counted at once; all of them are in the soak. */
const QUICKLY = 20_000
const MOST = process.env.SOAK ? Infinity : QUICKLY

const PERFT = readFileSync(new URL('../../../../../tests/data/unusual_perft.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('; '))
  .map(([text, fen, counts]) => ({ text, fen, counts: counts.split(' ').map(Number) }))

function countLeaves(position: Position, depth: number): number {
  const moves = legalMoves(position)
  if (depth === 1) return moves.length
  return moves.reduce((leaves, move) => leaves + countLeaves(successor(position, move), depth - 1), 0)
}

/** A random game, as `play_randomly` of `tools/vectors` plays it. */
function playRandomly(seed: number, variant: Variant, longest: number): FenRecord[] {
  const next = createStream(seed)
  const records = [startOf(variant)]
  for (;;) {
    const record = records[records.length - 1]
    if (records.length > longest || outcome(record.position)) return records
    let moves = legalMoves(record.position)
    const taking = moves.filter(({ captured }) => captured !== null)
    if (taking.length && next() % 2) moves = taking
    records.push(recordAfter(record, moves[next() % moves.length]))
  }
}

function digest(seed: number, name: 'morabaraba' | 'shax'): Digest {
  const records = playRandomly(deriveSeed(11, seed), VARIANTS[name], 120)
  const hashes = records.map(({ position }) => hashMoves(position))
  return [records.length - 1, deriveSeed(0, ...hashes), formatFen(records[records.length - 1])]
}

describe('the same as the rules in Python', () => {
  test.each(PERFT)('moves ahead by $text from $fen', ({ text, fen, counts }) => {
    const record = parseFen(fen, VARIANTS_BY_TEXT[text as Name])
    expect(formatFen(record)).toBe(fen)
    const wanted = counts.filter((leaves) => leaves <= MOST)
    expect(wanted.map((_, index) => countLeaves(record.position, index + 1))).toEqual(wanted)
  })

  const games = Object.entries(file.games).flatMap(([text, all]) => all.map((game) => ({ text: text as Name, ...game })))

  test.each(games)('random game %# by $text: moves, where they lead, FENs and the end', ({ text, moves, hashes, fens, outcome: end }) => {
    const variant = VARIANTS_BY_TEXT[text]
    let record = startOf(variant)
    const turns = moves.split(' ').map((move) => parseAlgebraic(move, variant.board))
    hashes.forEach((hash, ply) => {
      if (ply % file.fen_every === 0 && ply < turns.length) expect(formatFen(record)).toBe(fens[ply / file.fen_every])
      expect(hashMoves(record.position), `moves at ply ${ply}`).toBe(hash)
      expect(isSame(parseFen(formatFen(record), variant).position, record.position)).toBe(true)
      if (ply < turns.length) record = recordAfter(record, turns[ply])
    })
    const found = outcome(record.position)
    expect(found && [found.winner, found.reason]).toEqual(end)
  })

  test.each(['morabaraba', 'shax'] as const)('many games of %s, from the same random numbers', (name) => {
    const path = process.env.SOAK ?? '' // what `vectors.unusual.main` of the tools prints
    const wanted = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : file.digests)[name] as Digest[]
    expect(wanted.map((_, seed) => digest(seed, name))).toEqual(wanted)
  })
})

/** Positions of random games, until one is wanted. */
function find(variant: Variant, isWanted: (position: Position) => boolean): Position {
  for (let seed = 0; seed < 4000; seed++) {
    const found = playRandomly(seed, variant, 200).find(({ position }) => isWanted(position))
    if (found) return found.position
  }
  throw new Error(`no position of ${variant.name}`)
}

const { morabaraba, shax } = VARIANTS

describe.each(['morabaraba', 'shax', 'nine:several=true', 'nine:protected=false'] as const)('%s at the board', (text) => {
  const variant = VARIANTS_BY_TEXT[text] ?? VARIANTS.nine

  test('a click does something exactly where a move begins or ends', () => {
    for (const { position } of playRandomly(3, variant, 160).filter((_, ply) => ply % 4 === 0)) {
      const moves = legalMoves(position)
      for (const point of variant.board.points) {
        const begins = moves.some((move) => (mustTake(position) ? capturesOf(move).includes(point) : (move.origin ?? move.target) === point))
        expect(explainPoint(position, null, point) === null, formatFen({ position, pliesSinceRemoval: 0, moveNumber: 1 })).toBe(begins)
      }
      if (phase(position, position.turn) === 'placing' || mustTake(position)) continue
      for (const origin of variant.board.points.filter((point) => moves.some((move) => move.origin === point))) {
        const ends = maskOf(moves.flatMap((move) => (move.origin === origin && move.target !== null ? [move.target] : [])))
        expect(targetsOf(position, origin)).toBe(ends)
      }
    }
  })
})

describe('Morabaraba', () => {
  const banned = find(morabaraba, (position) => {
    const ban = position.turn === WHITE ? position.marks?.ban : position.marks?.otherBan
    return ban !== undefined && ban !== null && explainPoint(position, ban.target, ban.origin) === 'banned'
  })

  test('the way back into a mill is forbidden for one turn', () => {
    const ban = (banned.turn === WHITE ? banned.marks?.ban : banned.marks?.otherBan) ?? { origin: 0, target: 0 }
    expect(legalMoves(banned).some(({ origin, target }) => origin === ban.target && target === ban.origin)).toBe(false)
    const { marks: _, ...free } = banned
    expect(legalMoves(free).some(({ origin, target }) => origin === ban.target && target === ban.origin)).toBe(true)
  })

  test('the ban is in the FEN, and what is none there is ignored', () => {
    const fen = formatFen({ position: banned, pliesSinceRemoval: 0, moveNumber: 1 })
    expect(isSame(parseFen(fen, morabaraba).position, banned)).toBe(true)
    const fields = fen.split(' ')
    const noise = [...fields.slice(0, 10), '-1', '0', '31', '99', ...fields.slice(14)].join(' ')
    expect(parseFen(noise, morabaraba).position.marks).toBeUndefined()
  })

  test('ten moves of each with three men draw', () => {
    const { position } = parseFen('********/********/OOO*@@@* w m s 3 0 3 0 0 0 0 0 0 0 0 19 40', morabaraba)
    expect(plyLimitAt(position)).toBe(20)
    expect(plyLimitAt({ ...position, variant: VARIANTS.twelve })).toBe(100)
    expect(plyLimitAt({ ...position, white: 0b1111 })).toBe(100)
  })
})

describe('Shax', () => {
  test('after the placing each side takes a man, and the first taker moves first', () => {
    const first = find(shax, ({ marks }) => marks?.takings === 2)
    expect(mustTake(first)).toBe(true)
    expect(legalMoves(first)).toHaveLength(12)
    expect(explainPoint(first, null, legalMoves(first)[0].captured ?? 0)).toBeNull()
    const second = play(first, legalMoves(first)[0])
    expect([second.turn, second.marks?.takings]).toEqual([1 - first.turn, 1])
    const after = play(second, legalMoves(second)[11])
    expect([after.turn, after.marks, mustTake(after)]).toEqual([first.turn, undefined, false])
  })

  test('the side that placed last may be the first to take', () => {
    const games = Array.from({ length: 40 }, (_, seed) => playRandomly(seed, shax, 25))
    const turns = new Set(games.map((records) => records[24].position.turn))
    expect(turns).toEqual(new Set([0, 1]))
  })

  test('a side that cannot move passes, and the other opens a way', () => {
    const stuck = find(shax, mustPass)
    expect(legalMoves(stuck).map((move) => formatMove(move))).toEqual(['pass'])
    expect([outcome(stuck), explainPoint(stuck, null, 0)]).toEqual([null, 'pass'])
    const opener = play(stuck, turnOf(null, null, []))
    expect(givesWay(opener)).toBe(true)
    expect(legalMoves(opener).every(({ captured }) => captured === null)).toBe(true)
    const opens = legalMoves(opener).some((move) => !mustPass(successor(opener, move)))
    if (opens) for (const move of legalMoves(opener)) expect(mustPass(successor(opener, move))).toBe(false)
  })

  test('a man that would keep the way shut says so', () => {
    const shut = find(shax, (position) => position.variant.board.points.some((point) => explainPoint(position, null, point) === 'give way'))
    expect(givesWay(shut)).toBe(true)
  })

  test.each([
    '********/********/O*O*O*@@ w p p 3 9 2 10 0 0 0 0 0 0 0 0 4', // placed out of turn
    'OOO*****/********/@@******* w p p 3 9 2 10 0 0 0 0 0 0 0 0 4', // too many squares
    '********/********/*OOO@@** w p p 3 9 2 10 0 1 0 0 0 0 0 0 4', // the other side's first mill
    '********/*******O/O@O@O@O@ w m s 5 0 4 0 0 1 0 0 0 0 0 0 20',
    'OOOO@@@@/OOOO@@@@/OOOO@@@@ w m s 12 0 12 0 0 0 0 0 0 0 0 0 13', // a man is due
  ])('%s cannot be', (fen) => {
    expect(() => parseFen(fen, shax)).toThrow(NotationError)
  })
})

describe('several men', () => {
  const several = VARIANTS_BY_TEXT['nine:several=true']
  const double = find(several, (position) => legalMoves(position).some(({ also }) => also))

  test('are taken one after the other', () => {
    const move = legalMoves(double).find(({ also }) => also) ?? turnOf(null, null, [])
    const [one, two] = capturesOf(move)
    const half = beforeRemoval(double, turnOf(move.origin, move.target, []))
    expect(half.marks?.more).toBe(1)
    expect(takeableIn(half) & maskOf([one, two])).not.toBe(0)
    const [first, second] = takeableIn(half) & (1 << one) ? [one, two] : [two, one]
    const rest = beforeRemoval(double, turnOf(move.origin, move.target, [first]))
    expect(rest.marks?.more ?? 0).toBe(0)
    const whole = play(double, move)
    expect(isSame(play(rest, turnOf(null, null, [second])), whole)).toBe(true)
    expect(isSame(play(half, turnOf(null, null, [one, two])), whole)).toBe(true)
    for (const position of [half, rest]) {
      expect(isSame(parseFen(formatFen({ position, pliesSinceRemoval: 0, moveNumber: 1 }), several).position, position)).toBe(true)
    }
  })
})

test('moves as text', () => {
  for (const text of ['pass', 'xd6', 'd6xf4xb4', 'a1-a4xg7xd6']) expect(formatMove(parseAlgebraic(text))).toMatch(/^pass$|^[a-g1-7x-]+$/)
  expect(formatMove(parseAlgebraic('d6xb4xf4'))).toBe('d6xf4xb4') // in the order of the points
  expect(isSameMove(parseAlgebraic('d6xb4xf4'), parseAlgebraic('d6xf4xb4'))).toBe(true)
  expect(isPass(parseAlgebraic('pass'))).toBe(true)
  expect(() => parseAlgebraic('d6xb4xb4')).toThrow(NotationError)
})

test('positions of usual variants have nothing to remember', () => {
  expect('marks' in play(startPosition(), parseAlgebraic('d6'))).toBe(false)
})
