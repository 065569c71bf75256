import { afterEach, expect, test, vi } from 'vitest'
import { createMatch } from '../../../../src/core/match/match'
import { formatAlgebraic, parseFen, startOf } from '../../../../src/core/rules/notation'
import { BLACK } from '../../../../src/core/rules/position'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { playPerfectly } from '../../../../src/pages/play/perfect'
import { TablesTrouble } from '../../../../src/values/exact/protocol'
import { FakeTables } from '../../values/exact/fake-tables'
import { FEN } from '../../values/evaluations'

const setup = { opponent: 'perfect', human: BLACK, clock: null, seed: 1 } as const
const { signal } = new AbortController()
/** A site with tables, and a book. */
const STATIC = { site: { application: 'Merels', server: false, tables: true, variants: ['nine', 'six'], book_men: 4 } }
const draw = { result: 'draw', plies: null } as const

afterEach(() => vi.unstubAllGlobals())

test('the shortest win, and the longest loss', async () => {
  const match = createMatch(setup, parseFen(FEN))
  FakeTables.rate([{ move: 'd6-d7', result: 'win', plies: 3 }, { move: 'b4-a4', result: 'win', plies: 5 }])
  expect(formatAlgebraic(await playPerfectly(match, STATIC, signal))).toBe('d6-d7')
  FakeTables.rate([{ move: 'b4-a4', result: 'loss', plies: 20 }, { move: 'd6-d7', result: 'loss', plies: 4 }])
  expect(formatAlgebraic(await playPerfectly(match, STATIC, signal))).toBe('b4-a4')
})

test('among draws the engine searches the drawing moves alone, a fixed number of positions', async () => {
  const match = createMatch(setup, parseFen(FEN))
  const engine = FakeTables.rate(
    [{ move: 'd6-d7', ...draw }, { move: 'b4-a4', ...draw }, { move: 'd1-a1', result: 'loss', plies: 8 }],
    'b4-a4',
  )
  expect(formatAlgebraic(await playPerfectly(match, STATIC, signal))).toBe('b4-a4')
  expect(engine.requests).toMatchObject([{ limits: { nodes: 1_000_000 }, lines: 1 }])
  expect(engine.requests[0].moves?.map((move) => formatAlgebraic(move))).toEqual(['d6-d7', 'b4-a4'])
})

test('in other games the level Hard chooses among the draws, which the book names at first', async () => {
  const { six } = VARIANTS
  const match = createMatch(setup, startOf(six))
  const names = six.board.names.slice(3, 5)
  const engine = FakeTables.openings(names.map((move) => ({ move, ...draw })))
  expect(names).toContain(formatAlgebraic(await playPerfectly(match, STATIC, signal), six.board))
  expect(engine.requests).toEqual([])
})

test('without the table of a position it plays as the strongest level here', async () => {
  const match = createMatch(setup, parseFen(FEN))
  const engine = FakeTables.fail('missing', 'b4-a4')
  expect(formatAlgebraic(await playPerfectly(match, STATIC, signal))).toBe('b4-a4')
  expect(engine.requests).toHaveLength(1)
})

test.each(['damaged', 'ranges', 'origin', 'network'] as const)('it does not play on if tables are %s', async (kind) => {
  const match = createMatch(setup, parseFen(FEN))
  FakeTables.fail(kind)
  await expect(playPerfectly(match, STATIC, signal)).rejects.toBeInstanceOf(TablesTrouble)
})
